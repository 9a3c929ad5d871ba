// Names, types and responses of documents. Pure.
import { extname } from 'node:path'
import { DATASOURCE_TYPES, type MediaItem, type MediaReason } from '@polylogue/contract'
import { cleanName, looksLike } from '../../attachments/index.ts'

const TYPES = new Set(Object.values(DATASOURCE_TYPES))

/**
 * Returns the type of a file by its extension, else the declared one; undefined when data sources do not take it. Browsers
 * declare types of office files differently, so the extension comes first.
 */
export function typeOf(name: string, declared: string): string | undefined {
  const extension = extname(name).slice(1).toLowerCase()
  if (Object.hasOwn(DATASOURCE_TYPES, extension)) return DATASOURCE_TYPES[extension]
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  return TYPES.has(type) ? type : undefined
}

/** Pictures that are not read: svg has text. */
export const isPicture = (mimeType: string) => mimeType.startsWith('image/') && mimeType !== 'image/svg+xml'

export { cleanName, looksLike }

/** A document as the database has it. */
export interface MediaRow {
  readonly id: number
  readonly datasourceId: number
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly received: number
  readonly url: string | null
  readonly status: MediaItem['status']
  readonly reason: MediaReason | null
  readonly warnings: MediaItem['warnings']
  readonly pages: number | null
  readonly characters: number
  readonly chunks: number
  readonly language: string | null
  readonly extracted: string | null
  readonly created: Date
  readonly indexed: Date | null
}

export function toMediaResponse(row: MediaRow): MediaItem {
  const { id, mimeType, created, indexed, extracted: _, ...rest } = row
  return {
    media_id: id,
    mime_type: mimeType,
    ...rest,
    created: created.toISOString(),
    indexed: indexed?.toISOString() ?? null,
  }
}

/** Returns an address with its scheme, and the name that a document from there gets. */
export function addressOf(url: string): { url: string; name: string } {
  const whole = /^https?:\/\//i.test(url) ? url : `https://${url}`
  const { hostname, pathname } = new URL(whole)
  const last = decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '')
  return { url: whole, name: cleanName(last ? `${hostname} ${last}` : hostname) }
}
