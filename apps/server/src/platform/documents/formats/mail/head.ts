// The head of a mail: names and subject, also in letters that are not written as the standard says.
import type { Decode } from '../../encodings/encodings.ts'

const MOST = 1_000_000
const LINE_FEED = 0x0a
const RETURN = 0x0d
const strict = new TextDecoder('utf-8', { fatal: true })

/** Returns a mail whose head is in UTF-8. Old programs write the bytes of their own encoding. */
export function withReadableHead(mail: Uint8Array, decode: Decode): Uint8Array {
  const end = headEnd(mail)
  const head = mail.subarray(0, end)
  try {
    strict.decode(head)
    return mail
  } catch {
    const declared = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(Buffer.from(head).toString('latin1'))
    const { text } = decode(head, { declared: declared?.[1] ? [declared[1]] : [] })
    return Buffer.concat([Buffer.from(text), mail.subarray(end)])
  }
}

function headEnd(mail: Uint8Array): number {
  const last = Math.min(mail.length, MOST)
  let isEmpty = true
  for (let at = 0; at < last; at++) {
    if (mail[at] === LINE_FEED) {
      if (isEmpty) return at
      isEmpty = true
    } else if (mail[at] !== RETURN) isEmpty = false
  }
  return last
}
