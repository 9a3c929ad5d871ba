// The only HTTP client: nothing else in the server opens outgoing HTTP connections.
import type { Log } from '../log.ts'
import { publicAddresses, type AddressPolicy } from './address.ts'
import { openDownload, type Download, type DownloadOptions } from './download.ts'
import { openGuard } from './guard.ts'
import { hostAndPort, parsePublicUrl } from './public-url.ts'
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
  /**
   * Judges a user's URL by its text, without a look-up: its canonical form, and whether `public` would refuse its host and
   * port. Undefined for what is never fetched.
   */
  judge(url: string): Judged | undefined
}

export interface Judged {
  readonly href: string
  readonly isAllowed: boolean
  /** Whether its host is none of the intranet, as it is written: everybody can open it. */
  readonly isPublic: boolean
}

export interface OutboundOptions {
  readonly log: Log
  /** The ports allowed in users' URLs; default 80 and 443. */
  readonly ports?: readonly number[]
  /** Refused addresses and ranges besides the table and this machine's own, such as a NAT's public address. */
  readonly forbid?: readonly string[]
  /** Hosts and ports besides those of public addresses, for `public` only: entries of the configuration (OUTBOUND-7). */
  readonly allowedHosts?: () => readonly string[]
  readonly userAgent?: string
  /** For tests: replaces the address table. Not available in the configuration. */
  readonly policy?: AddressPolicy
  /** For tests: replaces the system's resolver. */
  readonly resolve?: Resolver
}

export function openOutbound(options: OutboundOptions): Outbound {
  const { forbid, allowedHosts = () => [] } = options
  const rules = {
    policy: options.policy ?? publicAddresses(forbid),
    ports: options.ports ?? [80, 443],
    forbid,
  }
  const shared = {
    log: options.log,
    resolve: options.resolve ?? systemResolver,
    userAgent: options.userAgent ?? 'Mozilla/5.0 (compatible; Polylogue)',
  }
  const guard = openGuard({ ...rules, allowedHosts })
  const ofPages = { ...shared, guard }
  const withoutEntries = openGuard(rules)
  const ofDownloads = { ...shared, guard: withoutEntries }
  return {
    trusted: openTrusted,
    public: (url, { signal, ...limits } = {}) =>
      fetchPublic(ofPages, url, { ...PUBLIC_LIMITS, ...limits }, signal),
    download: (url, wanted) => openDownload(ofDownloads, url, wanted),
    judge(text) {
      const url = parsePublicUrl(text, () => true)
      if (!url) return undefined
      const target = hostAndPort(url)
      const isPublic = !withoutEntries.isRefused(target) && !guard.isListed(target.host)
      return { href: url.href, isAllowed: !guard.isRefused(target), isPublic }
    },
  }
}

/** Returns whether a value of a reply's JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
