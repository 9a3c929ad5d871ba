// Resumes a download (RFC 9110, sections 13.1.5 and 14): builds the request and interprets the response.
import type { Download } from '#platform/outbound/index.ts'
import { notTheFile, statusError } from './fetch-errors.ts'
import type { PartNote } from './part-file.ts'

type Headers = Download['headers']

/** Returns the headers that request the bytes after `size`, provided the remote file is unchanged. */
export function resumeHeaders(size: number, note: PartNote | undefined): Record<string, string> {
  if (size === 0) return {}
  const validator = note?.etag ?? note?.modified
  return { range: `bytes=${size}-`, ...(validator === undefined ? {} : { 'if-range': validator }) }
}

/** The response continues the part, or sends the whole file. */
export interface Begun {
  readonly use: 'follows' | 'from-start'
  /** Size of the whole file; undefined if the server does not report it. */
  readonly totalBytes: number | undefined
  readonly etag: string | undefined
  readonly modified: string | undefined
}

/** The response has no usable bytes: request the whole file, or the part is already complete. */
export interface Nothing {
  readonly use: 'again' | 'complete'
}

/** @throws EngineError for an unusable response */
export function answerOf(
  { status, headers }: Pick<Download, 'status' | 'headers'>,
  size: number,
  note: PartNote | undefined,
): Begun | Nothing {
  const encoding = one(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  const about = { etag: strongTag(headers), modified: one(headers, 'last-modified') }
  if (status === 200) {
    if (encoding !== 'identity') throw notTheFile('it is sent packed')
    return { use: 'from-start', totalBytes: whole(one(headers, 'content-length')), ...about }
  }
  if (size > 0 && status === 416) {
    const isAll = one(headers, 'content-range')?.trim() === `bytes */${size}`
    return { use: isAll ? 'complete' : 'again' }
  }
  if (size > 0 && status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(one(headers, 'content-range')?.trim() ?? '')
    const isOther = note?.etag !== undefined && about.etag !== undefined && about.etag !== note.etag
    if (!range || Number(range[1]) !== size || isOther || encoding !== 'identity') return { use: 'again' }
    return { use: 'follows', totalBytes: whole(range[2]), ...about }
  }
  throw statusError(status, one(headers, 'retry-after'))
}

function one(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A weak ETag does not guarantee the same bytes and must not be used with If-Range. */
function strongTag(headers: Headers): string | undefined {
  const tag = one(headers, 'etag')?.trim()
  return tag !== undefined && /^"[\x21\x23-\x7e]{1,500}"$/.test(tag) ? tag : undefined
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
