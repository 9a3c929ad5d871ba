// Decodes base64 of any length without keeping the event loop from others.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters that are decoded in one turn of the loop, in about ten milliseconds. A multiple of four. */
const SLICE = 4_000_000
const INNER = /^[A-Za-z0-9+/]*$/
const LAST = /^[A-Za-z0-9+/]*={0,2}$/

/** Returns the bytes of standard base64, with or without padding; undefined when the text is something else. */
export async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text, 'base64'))
  let length = 0
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await nextTurn()
    const slice = text.slice(at, at + SLICE)
    const alphabet = at + SLICE < text.length ? INNER : LAST
    if (!alphabet.test(slice)) return undefined
    length += bytes.write(slice, length, 'base64')
  }
  return bytes.subarray(0, length)
}
