// The places of a segment: for each chunk its id, its length, and whether it is the first of its document.
import { ByteReader, ByteWriter, SegmentDamaged } from './varint.ts'

/** Maximum number of chunks of a segment. */
export const SEGMENT_CHUNKS = 4_096

export interface Places {
  /** Ids of the chunks, in the order of the segment. */
  readonly ids: Float64Array
  /** Number of words of each chunk, without stop words. */
  readonly lengths: Uint32Array
  /** 1 for each chunk with which a document begins. */
  readonly begins: Uint8Array
  /** Sum of the lengths. */
  readonly words: number
}

export interface PlacesInput {
  readonly ids: readonly number[]
  readonly lengths: ArrayLike<number>
  /** Index of each chunk with which a document begins. */
  readonly documentStarts: ArrayLike<number>
}

/** Encodes the places of a segment, after the database assigned the chunks' ids. */
export function encodePlaces({ ids, lengths, documentStarts }: PlacesInput): Buffer {
  if (ids.length !== lengths.length || ids.length > SEGMENT_CHUNKS)
    throw new RangeError(`A segment of ${lengths.length} chunks got ${ids.length} ids.`)
  const begins = new Set(Array.from(documentStarts))
  const writer = new ByteWriter()
  writer.number(ids.length)
  let last = 0
  ids.forEach((id, index) => {
    const gap = id - last
    // Ids mostly grow; a smaller one has an odd number.
    writer.number(gap >= 0 ? gap * 2 : -gap * 2 - 1)
    writer.number((lengths[index] ?? 0) * 2 + (begins.has(index) ? 1 : 0))
    last = id
  })
  const bytes = writer.take()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Decodes the places of a segment. @throws SegmentDamaged */
export function decodePlaces(data: Uint8Array): Places {
  const reader = new ByteReader(data)
  const size = reader.number()
  if (size > SEGMENT_CHUNKS || size * 2 > data.length) throw new SegmentDamaged('Too many chunks.')
  const ids = new Float64Array(size)
  const lengths = new Uint32Array(size)
  const begins = new Uint8Array(size)
  let words = 0
  let last = 0
  for (let index = 0; index < size; index++) {
    const gap = reader.number()
    last += gap % 2 === 0 ? gap / 2 : -(gap + 1) / 2
    const length = reader.number()
    if (!Number.isSafeInteger(last) || last < 0 || length >= 2 ** 32)
      throw new SegmentDamaged('A chunk has an impossible id or length.')
    ids[index] = last
    begins[index] = length % 2
    words += lengths[index] = Math.floor(length / 2)
  }
  if (!reader.done) throw new SegmentDamaged('Bytes follow the last chunk.')
  return { ids, lengths, begins, words }
}
