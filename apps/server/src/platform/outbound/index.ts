// The only HTTP client: nothing else in the server opens outgoing HTTP connections.
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
import type { Validators } from './validators.ts'
import { openTrusted, type TrustedClient, type TrustedOptions } from './trusted.ts'

export { callService, WrongStatus } from './call-service.ts'
export { BodyTooLarge, readBody } from './read-body.ts'
export { OutboundFailed, OutboundRefused } from './public.ts'
export type { Download, DownloadOptions } from './download.ts'
export type { PublicLimits, PublicPage, Resolver } from './public.ts'
export type { Validators } from './validators.ts'
export type { AddressPolicy } from './address.ts'
export type { OutboundBody } from './answer-body.ts'
export type { OutboundResponse } from './answer-handler.ts'
export type { TrustedClient, TrustedOptions, TrustedRequest } from './trusted.ts'

/** Two entry points, depending on who chose the URL (OUTBOUND-*). */
export interface Outbound {
  /**
   * Connects to a base URL from the configuration or a super user; it may be private. Throws TypeError when it is not http
   * or https, or contains a user name. The owner must close it.
   */
  trusted(options: TrustedOptions): TrustedClient
  /**
   * Fetches (GET) a user's URL if its address is public, without cookies, keys or the user's headers. Default limits: 10 MB
   * decompressed, 30 s, 10 s idle, 5 redirects.
   * With `known` of an earlier fetch, the server may answer that the page is unchanged; only the same URL gets them.
   * Throws OutboundRefused, OutboundFailed, or the reason of `signal`.
   */
  public(
    url: string,
    limits?: Partial<PublicLimits> & {
      readonly signal?: AbortSignal
      readonly known?: Validators | undefined
    },
  ): Promise<PublicPage>
  /**
   * Starts a large download (GET) that the caller reads. Every hop is guarded like `public`; only the configured origin
   * (`trusted`) may be private. Returns responses of every status except redirects. Throws OutboundRefused, or the reason of
   * `signal`.
   */
  download(url: string, options: DownloadOptions): Promise<Download>
  /** Returns the canonical form of a user's URL; undefined when `public` would refuse it without a DNS lookup. */
  canonical(url: string): string | undefined
}

export interface OutboundOptions {
  readonly log: Log
  /** The ports allowed in users' URLs; default 80 and 443. */
  readonly ports?: readonly number[]
  /** Refused addresses and ranges besides the table and this machine's own, such as a NAT's public address. */
  readonly forbid?: readonly string[]
  readonly userAgent?: string
  /** For tests: replaces the address table. Not available in the configuration. */
  readonly policy?: AddressPolicy
  /** For tests: replaces the system's resolver. */
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

/** Returns whether a value of a reply's JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
