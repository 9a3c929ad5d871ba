// What may be attached to a prompt (FILE-1, FILE-2). Pure.
import { cutFileName, fileTypeOf, IMAGE_TYPES, replaceHidden, TOLD_BY_CONTENT } from '@polylogue/contract'
import { toldType } from '#platform/documents/index.ts'
import type { Upload } from './recognized.ts'

export type Refusal = 'mime_type' | 'foreign_picture' | 'size' | 'content' | 'encrypted'

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

/** Decodes and checks an upload, or returns the reasons for rejecting it. */
export function check(
  upload: Upload,
  model: { images: boolean },
  limits: AttachmentLimits,
): Checked | Refusal[] {
  const assumed = fileTypeOf(upload.name, upload.mime_type)
  const types = typesFor(upload, model, limits)
  const isTooLarge = limits.maxBytes >= 0 && decodedSize(upload.base64) > limits.maxBytes
  // What is too large or of another type is not decoded.
  const isOther = assumed === undefined || (assumed !== TOLD_BY_CONTENT && !isAccepted(assumed, types))
  const bytes = isTooLarge || isOther ? undefined : decoded(upload.base64)
  const refusals: Refusal[] = []
  if (isOther) refusals.push('mime_type')
  if (isTooLarge) refusals.push('size')
  else if (!isOther && !bytes) refusals.push('content')
  if (refusals.length || !bytes || assumed === undefined) return refusals
  const told = toldType(bytes, assumed)
  if ('refused' in told) return [REFUSALS[told.refused]]
  const { mimeType } = told
  if (!isAccepted(mimeType, types)) {
    // Its name said that it is one of those which the model takes.
    const isRenamed = mimeType.startsWith('image/') && assumed.startsWith('image/')
    return [isRenamed ? 'foreign_picture' : 'mime_type']
  }
  const picture = isPicture(mimeType) && !upload.recognized
  return { name: cleanName(upload.name), mimeType, bytes, picture }
}

/** A model that sees no pictures gets the text that was recognised in them. */
function typesFor(
  { recognized }: Pick<Upload, 'recognized'>,
  { images }: { images: boolean },
  { types }: AttachmentLimits,
): readonly string[] {
  if (images) return types.multimodal
  return recognized ? [...types.text, ...types.multimodal.filter(isPicture)] : types.text
}

const isPicture = (mimeType: string) =>
  (IMAGE_TYPES as readonly string[]).includes(mimeType) && mimeType !== 'image/svg+xml'

const REFUSALS = {
  type_mismatch: 'content',
  encrypted: 'encrypted',
  unknown_type: 'mime_type',
  foreign_picture: 'foreign_picture',
} as const

/** Markdown counts as text: it is accepted where plain text is (FILE-1). */
function isAccepted(mimeType: string, types: readonly string[]): boolean {
  return types.includes(mimeType) || (mimeType === 'text/markdown' && types.includes('text/plain'))
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
export const decodedSize = (base64: string) => (base64.length / 4) * 3 - paddingOf(base64)

const paddingOf = (base64: string) => (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

/** Returns a display name: no folders, no control or direction characters, at most 200 characters with its ending. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const shown = replaceHidden(last, '')
    .replaceAll(/[\p{Zl}\p{Zp}]/gu, ' ')
    .toWellFormed()
  return cutFileName(shown.trim(), 200) || 'file'
}
