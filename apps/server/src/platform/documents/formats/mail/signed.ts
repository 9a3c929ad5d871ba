// What a signature of S/MIME has around it: the signed or compressed content ([RFC 5652], [RFC 3274]).
import { inflateSync } from 'node:zlib'
import type { MailFile } from './message.ts'

const SIGNED = '2a864886f70d010702'
const COMPRESSED = '2a864886f70d0109100109'
const [OBJECT_ID, OCTETS, CONTEXT] = [0x06, 0x04, 0xa0]
const MAX_DEPTH = 20
const MAX_BYTES = 50_000_000

interface Element {
  readonly tag: number
  /** Its content, and what follows it. */
  readonly from: number
  readonly to: number
  readonly next: number
}

/** Returns the content that is signed or compressed; undefined for an encrypted one, and for a signature without it. */
export function signedContent(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [kind, wrapped] = inside(file, elementAt(file, 0))
  const named = kind?.tag === OBJECT_ID ? file.toString('hex', kind.from, kind.to) : ''
  if (named !== SIGNED && named !== COMPRESSED) return undefined
  // Its version, its algorithms, and the content with its kind.
  const [data] = inside(file, wrapped)
  const [, , content] = inside(file, data)
  const [, octets] = inside(file, content)
  if (octets?.tag !== CONTEXT) return undefined
  const found = Buffer.concat(inside(file, octets).flatMap((one) => octetsIn(file, one)))
  if (found.length === 0) return undefined
  return named === SIGNED ? found : inflateSync(found, { maxOutputLength: MAX_BYTES })
}

function octetsIn(file: Buffer, element: Element, depth = 0): Buffer[] {
  if (element.tag === OCTETS) return [file.subarray(element.from, element.to)]
  return depth < MAX_DEPTH ? inside(file, element).flatMap((one) => octetsIn(file, one, depth + 1)) : []
}

function inside(file: Buffer, element: Element | undefined): Element[] {
  const found: Element[] = []
  for (let at = element?.from ?? 0; element && at < element.to;) {
    const one = elementAt(file, at)
    if (!one) break
    found.push(one)
    at = one.next
  }
  return found
}

/** Returns the element at a place; undefined behind the end. One without a length ends with two NULs. */
function elementAt(file: Buffer, at: number, depth = 0): Element | undefined {
  const [tag, first] = [file[at], file[at + 1]]
  if (tag === undefined || first === undefined || depth > MAX_DEPTH) return undefined
  if (first === 0x80) {
    let end = at + 2
    while (file[end] !== 0 || file[end + 1] !== 0) {
      const one = elementAt(file, end, depth + 1)
      if (!one) return undefined
      end = one.next
    }
    return { tag, from: at + 2, to: end, next: end + 2 }
  }
  const bytes = first & 0x80 ? first & 0x7f : 0
  if (bytes > 4 || at + 2 + bytes > file.length) return undefined
  const from = at + 2 + bytes
  const size = bytes === 0 ? first : file.readUIntBE(at + 2, bytes)
  const to = Math.min(file.length, from + size)
  return { tag, from, to, next: from + size }
}

const NAME = /\.p7[ms]$/i
/** The first line of a mail or a part of one. */
const PART_HEAD = /^[A-Za-z][\w-]{1,60}:[ \t]/

/** Whether bytes begin like a part of a mail; a signature can be around any other file. */
export const isMailPart = (bytes: Buffer): boolean => PART_HEAD.test(bytes.toString('latin1', 0, 100))

/** Returns the file that is signed in another one: a part of a mail, or a document; undefined for others. */
export function signedFile(file: MailFile): MailFile | undefined {
  const bytes = signedContent(file.bytes)
  if (!bytes) return undefined
  return {
    ...file,
    name: file.name.replace(NAME, ''),
    declared: isMailPart(bytes) ? 'message/rfc822' : '',
    bytes,
  }
}
