// Validation of profile pictures (ACCOUNT-6). Pure.
import { cutText, PICTURE_LIMIT } from '@polylogue/contract'
import { bareJpeg } from '#platform/pictures/jpeg.ts'
import { barePng } from '#platform/pictures/png.ts'
import { Problem } from '#problem.ts'

/** A picture as it is stored, without metadata. */
export interface KeptPicture {
  readonly name: string
  readonly mimeType: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}

const MAX_PIXELS = 40_000_000
const NAME_LENGTH = 200

/**
 * Returns the picture of an upload. Its type is read from its content; the sent name and type are ignored.
 * @throws Problem VALIDATION_FAILED (no base64, too many pixels), PICTURE_TOO_LARGE, PICTURE_REFUSED
 */
export function pictureOf({ name, base64 }: { name: string; base64: string }): KeptPicture {
  const file = decoded(base64)
  const jpeg = bareJpeg(file)
  const bare = jpeg ?? barePng(file)
  if (!bare) throw new Problem('PICTURE_REFUSED')
  if (bare.width * bare.height > MAX_PIXELS) throw refused('has more than 40,000,000 pixels: make it smaller')
  const { bytes } = bare
  return jpeg
    ? { name: named(name, 'jpg'), mimeType: 'image/jpeg', bytes }
    : { name: named(name, 'png'), mimeType: 'image/png', bytes }
}

/** Decodes strict base64 (RFC 4648, section 4), with or without the prefix of a data URL. */
function decoded(sent: string): Buffer {
  const base64 = sent.replace(/^data:image\/[a-z]{3,4};base64,/, '')
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const size = Math.floor((base64.length / 4) * 3) - padding
  if (size >= PICTURE_LIMIT) throw new Problem('PICTURE_TOO_LARGE', { limit: PICTURE_LIMIT / 1_000, size })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) throw refused('is not base64')
  return bytes
}

function refused(message: string): Problem {
  const issue = { path: 'base64', message }
  return new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${message}` }, { issues: [issue] })
}

/** Returns a file name to show: without folders, invisible and bidirectional characters, and with the right extension. */
function named(name: string, ending: 'jpg' | 'png'): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const parts = last.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').split('.')
  while (parts.length > 1 && /^\w{0,10}$/.test(parts.at(-1) ?? '')) parts.pop()
  const base = cutText(parts.join('.').trim(), NAME_LENGTH)
  return `${base || 'picture'}.${ending}`
}
