// Checks zipped documents (OOXML, OpenDocument) before they are unpacked (INPUT-2).
import { inflateRawSync } from 'node:zlib'

const MAX_BYTES = 100_000_000
const MAX_ENTRIES = 5_000
const MAX_RATIO = 100
/** Smaller files may have a high ratio when they contain mostly blanks. */
const RATIO_COUNTS_ABOVE = 5_000_000

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const STORED = 0

const ZIPPED = /openxmlformats|opendocument|epub/
const DAMAGED = 'the archive is damaged'
/** Its end is missing. */
const NO_DIRECTORY = 'the archive has no directory'
const TOO_LARGE = 'the archive is too large when unpacked'
/** Its directory or its content is wrong. */
const WRONG_SIZE = 'the archive unpacks to more than it says'

/** Begins files of Office before 2007, and encrypted ones. */
const CONTAINER = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Whether bytes are a container of Office, which is no archive: it may have an encrypted one. */
export const isContainer = (bytes: Uint8Array): boolean =>
  CONTAINER.equals(bytes.subarray(0, CONTAINER.length))

/** Whether a reader unpacks it: libraries look at the first bytes, too, whatever the type. */
const isZipped = (mimeType: string, bytes: Uint8Array): boolean =>
  (ZIPPED.test(mimeType) && !isContainer(bytes)) ||
  (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4)

/** Returns the kind of a refusal. */
export const archiveCode = (refusal: string) =>
  [DAMAGED, NO_DIRECTORY, WRONG_SIZE].includes(refusal) ? 'damaged' : 'too_large'

/** Returns why a zipped document is refused by its directory's data; undefined when it is accepted or no zip. */
export function checkArchive(mimeType: string, bytes: Uint8Array): string | undefined {
  if (!isZipped(mimeType, bytes)) return undefined
  const entries = entriesOf(viewOf(bytes))
  if (typeof entries === 'string') return entries
  const unpacked = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
  if (unpacked > MAX_BYTES) return TOO_LARGE
  if (unpacked > RATIO_COUNTS_ABOVE && unpacked / bytes.byteLength > MAX_RATIO) return 'the archive is a bomb'
  return undefined
}

/**
 * Returns why a zipped document is refused after unpacking: its content exceeds the declared size. Unpacks it, so call it
 * only in the child process.
 */
export function checkUnpacked(mimeType: string, bytes: Uint8Array): string | undefined {
  if (!isZipped(mimeType, bytes)) return undefined
  const view = viewOf(bytes)
  const entries = entriesOf(view)
  if (typeof entries === 'string') return entries
  for (const { at, packedSize, unpackedSize, method } of entries) {
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL_ENTRY) return DAMAGED
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const packed = bytes.subarray(start, start + packedSize)
    const unpacked = method === STORED ? packed.length : lengthOf(packed, unpackedSize)
    if (unpacked === undefined) return DAMAGED
    if (unpacked > unpackedSize) return WRONG_SIZE
  }
  return undefined
}

/** Returns how long a part is when unpacked, Infinity for one above `most`; undefined for one that cannot be unpacked. */
function lengthOf(packed: Uint8Array, most: number): number | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? Infinity : undefined
  }
}

interface Entry {
  readonly at: number
  readonly method: number
  readonly packedSize: number
  readonly unpackedSize: number
}

function entriesOf(view: DataView): Entry[] | string {
  const end = findEnd(view)
  if (end === undefined) return NO_DIRECTORY
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) return 'the archive has too many entries'
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) return DAMAGED
    entries.push({
      at: view.getUint32(at + 42, true),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      unpackedSize: view.getUint32(at + 24, true),
    })
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  // Readers that walk the directory without counting would continue.
  if (at + 4 <= view.byteLength && view.getUint32(at, true) === DIRECTORY_ENTRY) return DAMAGED
  return entries
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Finds the end record of the directory, within the last 64 kB because a comment may follow it. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  return undefined
}
