// Reads ZIP files in place: an export with pictures has gigabytes, of which only what is asked for comes into memory.
import { WrongFile } from './formats.ts'

/** A file of a ZIP file. */
export interface ZipEntry {
  readonly name: string
  /** Bytes when unpacked, as the ZIP file says. */
  readonly size: number
  /** Returns its bytes, unpacked. @throws WrongFile */
  stream(): Promise<ReadableStream<Uint8Array>>
}

const END = 0x06054b50
const END_64 = 0x06064b50
const PLACE_64 = 0x07064b50
const FILE = 0x02014b50
const LOCAL = 0x04034b50
/** The end of a ZIP file: its record, and a comment of at most 65,535 bytes. */
const END_BYTES = 22 + 65_535
/** Maximum bytes of the list of files: half a million files. */
const LIST_LIMIT = 100_000_000
/** Marks a number that stands in the fields of ZIP64. */
const ELSEWHERE = 0xffff_ffff
const DEFLATED = 8

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

const big = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

/** Returns the files of a ZIP file. @throws WrongFile for one that is damaged */
export async function entriesOf(file: Blob): Promise<ZipEntry[]> {
  try {
    const { from, bytes } = await listIn(file)
    if (bytes > LIST_LIMIT || from + bytes > file.size) throw new WrongFile('zip')
    const entries: ZipEntry[] = []
    const view = await viewOf(file, from, from + bytes)
    for (let at = 0; at + 46 <= view.byteLength;) {
      if (view.getUint32(at, true) !== FILE) throw new WrongFile('zip')
      entries.push(entryAt(file, view, at))
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return entries
  } catch {
    throw new WrongFile('zip')
  }
}

/** Returns where the list of files stands. */
async function listIn(file: Blob): Promise<{ from: number; bytes: number }> {
  const start = Math.max(0, file.size - END_BYTES)
  const view = await viewOf(file, start, file.size)
  let at = view.byteLength - 22
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1
  if (at < 0) throw new WrongFile('zip')
  const place = at - 20
  if (place < 0 || view.getUint32(place, true) !== PLACE_64)
    return { bytes: view.getUint32(at + 12, true), from: view.getUint32(at + 16, true) }
  const from = big(view, place + 8)
  const end = await viewOf(file, from, from + 56)
  if (end.getUint32(0, true) !== END_64) throw new WrongFile('zip')
  return { bytes: big(end, 40), from: big(end, 48) }
}

function entryAt(file: Blob, view: DataView, at: number): ZipEntry {
  const nameBytes = view.getUint16(at + 28, true)
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameBytes))
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
  const method = view.getUint16(at + 10, true)
  const extra = { from: at + 46 + nameBytes, bytes: view.getUint16(at + 30, true) }
  // In this order the fields of ZIP64 stand, those that are elsewhere.
  const [size = 0, packed = 0, place = 0] = numbersOf(view, extra, [at + 24, at + 20, at + 42])
  return {
    name,
    size,
    async stream() {
      const head = await viewOf(file, place, place + 30)
      const isRight = head.byteLength === 30 && head.getUint32(0, true) === LOCAL
      if (!isRight || isEncrypted || (method !== 0 && method !== DEFLATED)) throw new WrongFile('zip')
      const from = place + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const bytes = file.slice(from, from + packed).stream()
      return method === DEFLATED ? bytes.pipeThrough(new DecompressionStream('deflate-raw')) : bytes
    },
  }
}

function numbersOf(
  view: DataView,
  extra: { from: number; bytes: number },
  places: readonly number[],
): number[] {
  let next = -1
  for (let at = extra.from; at + 4 <= extra.from + extra.bytes; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 1) next = at + 4
  return places.map((place) => {
    const number = view.getUint32(place, true)
    if (number !== ELSEWHERE || next < 0) return number
    next += 8
    return big(view, next - 8)
  })
}
