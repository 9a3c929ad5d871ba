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
  const size = decodedSize(upload.base64)
  const refusals: Refusal[] = []
  if (!accepted) refusals.push('mime_type')
  if (size === undefined) refusals.push('content')
  else if (limits.maxBytes >= 0 && size > limits.maxBytes) refusals.push('size')
  if (refusals.length) return refusals
  const bytes = Buffer.from(upload.base64, 'base64')
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

/** Returns the decoded size of standard base64 without decoding it; undefined when invalid. */
function decodedSize(base64: string): number | undefined {
  if (base64.length === 0 || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return undefined
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}

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
