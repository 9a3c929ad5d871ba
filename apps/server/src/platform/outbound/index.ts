// The one guarded HTTP client. Nothing else in the server opens an outgoing HTTP connection.
import type { Log } from '../log.ts'
import { publicAddresses, type AddressPolicy } from './address.ts'
import { openDownload, type Download, type DownloadOptions } from './download.ts'
import { parsePublicUrl } from './public-url.ts'
import {
  fetchPublic,
  PUBLIC_LIMITS,
  systemResolver,
  type PublicLimits,
  type PublicPage,
  type Resolver,
} from './public.ts'
import { openTrusted, type TrustedDoor, type TrustedOptions } from './trusted.ts'

export { BodyTooLarge, readBody } from './read-body.ts'
export { OutboundRefused } from './public.ts'
export type { Download, DownloadOptions } from './download.ts'
export type { PublicLimits, PublicPage, Resolver } from './public.ts'
export type { AddressPolicy } from './address.ts'
export type { OutboundBody } from './answer-body.ts'
export type { OutboundResponse } from './answer-handler.ts'
export type { TrustedDoor, TrustedOptions, TrustedRequest } from './trusted.ts'

/** Two doors, by who chose the address (quality bar S70–S79). */
export interface Outbound {
  /**
   * To an address from the configuration or a super user; it may be private. Throws TypeError on a base address that
   * is not http or https, or that holds a user name. Close the door when its owner ends.
   */
  trusted(options: TrustedOptions): TrustedDoor
  /**
   * Fetches (GET) an address that a person gave, when it is public. Carries no cookie, key or header of anybody. The
   * limits are 10 MB decompressed, 30 s, 10 s idle and 5 redirects unless narrower ones are given.
   * Throws OutboundRefused, OutboundFailed, or the reason of `signal`.
   */
  public(url: string, limits?: Partial<PublicLimits> & { readonly signal?: AbortSignal }): Promise<PublicPage>
  /**
   * Begins to fetch (GET) something large and leaves reading it to the caller. Every hop is guarded like `public`; only the
   * origin of an address from the configuration (`trusted`) may be private. Answers of every status are given, but redirects.
   * Throws OutboundRefused, or the reason of `signal`.
   */
  download(url: string, options: DownloadOptions): Promise<Download>
  /** The canonical form of an address that a person gave; undefined when `public` would refuse it without a look-up. */
  canonical(url: string): string | undefined
}

export interface OutboundOptions {
  readonly log: Log
  /** Ports that people's addresses may name; 80 and 443. */
  readonly ports?: readonly number[]
  /** Addresses and ranges refused besides the table and this machine's own, such as the public address of a NAT. */
  readonly forbid?: readonly string[]
  readonly userAgent?: string
  /** Replaces the address table. Not reachable from the configuration. */
  readonly policy?: AddressPolicy
  /** Replaces the system's resolver. */
  readonly resolve?: Resolver
}

export function openOutbound(options: OutboundOptions): Outbound {
  const given = {
    log: options.log,
    policy: options.policy ?? publicAddresses(options.forbid),
    resolve: options.resolve ?? systemResolver,
    ports: options.ports ?? [80, 443],
    userAgent: options.userAgent ?? 'Mozilla/5.0 (compatible; Polylogue)',
  }
  return {
    trusted: openTrusted,
    public: (url, { signal, ...limits } = {}) =>
      fetchPublic(given, url, { ...PUBLIC_LIMITS, ...limits }, signal),
    download: (url, wanted) => openDownload(given, url, wanted),
    canonical: (url) => parsePublicUrl(url, given.ports)?.href,
  }
}
