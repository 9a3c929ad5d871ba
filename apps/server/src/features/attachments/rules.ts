// What may be attached to a prompt (chat specification, sections 5 and 9; quality bar S82, S83). Pure.
import { extname } from 'node:path'
import { cutText, IMAGE_TYPES, type AttachmentUpload } from '@polylogue/contract'

export type Refusal = 'mime_type' | 'size' | 'content'

/** The accepted files: the configuration's `attachments`. */
export interface AttachmentLimits {
  /** Maximum bytes of one file; -1 for no limit. */
  readonly maxBytes: number
  readonly types: { readonly text: readonly string[]; readonly multimodal: readonly string[] }
}

export interface Checked {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Pictures go to the model unchanged; of documents only the text does. */
  readonly picture: boolean
}

/** Types with a known signature; a file without it is rejected. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['89504e470d0a1a0a'],
  'image/jpeg': ['ffd8ff'],
  'image/gif': ['474946383761', '474946383961'],
  'image/webp': ['52494646'],
  'application/pdf': ['255044462d'],
  'application/rtf': ['7b5c727466'],
  'application/vnd.ms-excel': ['d0cf11e0a1b11ae1'],
}

const ZIPPED = /openxmlformats|opendocument|epub/
const BY_ENDING: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
}

/** Decodes and checks an upload, or returns the reasons for rejecting it. */
export function check(
  upload: AttachmentUpload,
  model: { images: boolean },
  limits: AttachmentLimits,
): Checked | Refusal[] {
  const mimeType = typeOf(upload)
  const picture = (IMAGE_TYPES as readonly string[]).includes(mimeType) && mimeType !== 'image/svg+xml'
  const accepted = isAccepted(mimeType, model.images ? limits.types.multimodal : limits.types.text)
  const isTooLarge = limits.maxBytes >= 0 && decodedSize(upload.base64) > limits.maxBytes
  // What is too large is not decoded.
  const bytes = isTooLarge ? undefined : decoded(upload.base64)
  const refusals: Refusal[] = []
  if (!accepted) refusals.push('mime_type')
  if (isTooLarge) refusals.push('size')
  else if (!bytes) refusals.push('content')
  if (refusals.length || !bytes) return refusals
  return looksLike(bytes, mimeType) ? { name: cleanName(upload.name), mimeType, bytes, picture } : ['content']
}

/** Markdown counts as text: it is accepted where plain text is (chat specification, section 5). */
function isAccepted(mimeType: string, types: readonly string[]): boolean {
  return types.includes(mimeType) || (mimeType === 'text/markdown' && types.includes('text/plain'))
}

/** Returns the type without parameters (`;charset=…`); Markdown and CSV files are recognized by their extension. */
function typeOf(upload: AttachmentUpload): string {
  const declared = (upload.mime_type.split(';')[0] ?? '').trim().toLowerCase()
  const generic = declared === '' || declared === 'application/octet-stream' || declared === 'text/plain'
  return (generic ? BY_ENDING[extname(upload.name).toLowerCase()] : undefined) ?? declared
}

/** Returns the bytes of standard base64; undefined when it is empty or invalid. */
function decoded(base64: string): Buffer | undefined {
  if (base64.length === 0 || base64.length % 4 !== 0) return undefined
  const end = base64.indexOf('=')
  if (end !== -1 && end < base64.length - paddingOf(base64)) return undefined
  // Node also accepts the alphabet of base64url, and of other characters it takes the lowest byte.
  if (base64.includes('-') || base64.includes('_') || Buffer.byteLength(base64) > base64.length)
    return undefined
  const bytes = Buffer.from(base64, 'base64')
  // Node skips invalid characters. A regular expression would take three times as long as decoding.
  return bytes.length === decodedSize(base64) ? bytes : undefined
}

/** Returns the size of the decoded bytes if the text is valid. */
const decodedSize = (base64: string) => (base64.length / 4) * 3 - paddingOf(base64)

const paddingOf = (base64: string) => (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/** Returns whether bytes can have this type: by its signature, or as text. */
export function looksLike(bytes: Buffer, mimeType: string): boolean {
  const start = bytes.subarray(0, 16).toString('hex')
  const known = SIGNATURES[mimeType]
  if (known) return known.some((signature) => start.startsWith(signature))
  if (ZIPPED.test(mimeType)) return start.startsWith('504b0304')
  // Text contains no NUL, which every binary format has near its beginning.
  return !bytes.subarray(0, 8_192).includes(0)
}

/** Returns a display name: no folders, no control or direction characters, at most 200 characters. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const shown = last.replace(/[\p{Cc}\p{Cf}]/gu, '').toWellFormed()
  return cutText(shown.trim(), 200) || 'file'
}
