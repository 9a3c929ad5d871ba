// Names, types and responses of documents. Pure.
import type { MediaItem, MediaReason, Refresh } from '@polylogue/contract'
import type { TextLanguage } from '@polylogue/retrieval'
import { cleanName } from '#features/attachments/index.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import { Problem } from '#problem.ts'

/** Pictures that are not read: svg has text. */
export const isPicture = (mimeType: string) => mimeType.startsWith('image/') && mimeType !== 'image/svg+xml'

export { cleanName }

/** A document as the database has it. */
export interface MediaRow {
  readonly id: number
  readonly datasourceId: number
  /** Who added it; null when the account was deleted. */
  readonly userId: number | null
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly received: number
  readonly url: string | null
  readonly status: MediaItem['status']
  readonly reason: MediaReason | null
  readonly warnings: MediaItem['warnings']
  readonly recognizing: boolean
  readonly pages: number | null
  readonly characters: number
  readonly chunks: number
  readonly language: TextLanguage | null
  readonly extracted: string | null
  readonly created: Date
  readonly indexed: Date | null
  readonly siteId: number | null
  readonly refresh: Refresh
  readonly due: Date | null
  readonly checked: Date | null
  readonly changed: Date | null
  readonly lastFailure: MediaReason | null
  readonly edition: number
  readonly encoding: string | null
}

export function toMediaResponse(row: MediaRow): MediaItem {
  const { id, mimeType, created, indexed, due, checked, changed, extracted: _, userId: __, ...rest } = row
  return {
    media_id: id,
    mime_type: mimeType,
    ...rest,
    created: created.toISOString(),
    indexed: indexed?.toISOString() ?? null,
    due: due?.toISOString() ?? null,
    checked: checked?.toISOString() ?? null,
    changed: changed?.toISOString() ?? null,
  }
}

/** Returns an address with its scheme, and the name for its document. */
export function addressOf(url: string): { url: string; name: string } {
  const whole = /^https?:\/\//i.test(url) ? url : `https://${url}`
  const parsed = URL.parse(whole)
  if (!parsed) return { url: whole, name: cleanName(whole) }
  const { hostname, pathname } = parsed
  const last = decoded(pathname.split('/').filter(Boolean).at(-1) ?? '')
  return { url: whole, name: cleanName(last ? `${hostname} ${last}` : hostname) }
}

/** Returns a decoded part of a path; unchanged if its escapes are invalid. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the host of an address, to which one request at a time is sent; null for a file. */
export const hostOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url)?.host.toLowerCase() ?? null)

/** Returns the canonical form of an address. @throws Problem ADDRESS_NOT_ALLOWED for one that is never fetched */
export function requireAllowed(outbound: Pick<Outbound, 'judge'>, url: string): string {
  const judged = outbound.judge(addressOf(url).url)
  if (judged?.isAllowed) return judged.href
  const issues = [{ path: 'url', message: 'this server only fetches public addresses' }]
  throw new Problem('ADDRESS_NOT_ALLOWED', {}, { issues })
}
