// Decodes HTML and XHTML: a declared encoding counts only if the bytes are in it.
import { decodeText } from '../decode.ts'

const HEAD_BYTES = 4_096
/** Broken characters in a thousand that a text may have and still be in UTF-8. */
const BROKEN = 1 / 20

const strict = new TextDecoder('utf-8', { fatal: true })

/** Decodes by the byte order mark, as UTF-8, in the declared encoding, or in a guessed one; the first that fits. */
export function decodeHtml(bytes: Uint8Array): string {
  if (hasMark(bytes)) return decodeText(bytes)
  try {
    return strict.decode(bytes)
  } catch {
    return decodedAs(declaredIn(bytes), bytes) ?? nearlyUtf8(bytes) ?? decodeText(bytes)
  }
}

const hasMark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const xml = /^[^<]{0,20}<\?xml[^>]{0,100}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(start)?.[1]
  return /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(start)?.[1] ?? xml
}

function decodedAs(label: string | undefined, bytes: Uint8Array): string | undefined {
  if (!label || /^utf-?8$/i.test(label)) return undefined
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    // Control characters of the upper half are in no text.
    return /[\u0080-\u009F]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns a text in UTF-8 with a few broken bytes. */
function nearlyUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  let broken = 0
  let whole = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) whole++
  }
  return broken <= whole * BROKEN ? text : undefined
}
