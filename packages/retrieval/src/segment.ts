// Builds the inverted index of up to 4,096 chunks as one binary row for each bucket of terms, and finds a term in a row.
import { createHash } from 'node:crypto'
import type { TextLanguage } from './languages.ts'
import { SEGMENT_CHUNKS } from './places.ts'
import { scanWords, type ScannedKind } from './scan.ts'
import { openLookups } from './word-table.ts'
import { countsAsWord, wordTerms } from './words.ts'
import { ByteReader, ByteWriter, SegmentDamaged } from './varint.ts'

export interface SegmentInput {
  /** Chunks of a document are neighbours, in their order. */
  readonly documentId: number
  /** Context and text. */
  readonly indexed: string
  readonly language: TextLanguage
}

export interface SegmentParts {
  readonly size: number
  /** Power of two, one for each chunk or more. Each bucket has a row, also an empty one. */
  readonly buckets: number
  readonly words: number
  readonly lengths: Uint32Array<ArrayBuffer>
  /** Index of each chunk with which a document begins. */
  readonly documentStarts: Uint32Array<ArrayBuffer>
  readonly rows: readonly { readonly bucket: number; readonly data: Uint8Array<ArrayBuffer> }[]
}

/** The chunks of a segment that hold a term, by their index, and how often they do. */
export interface Postings {
  readonly chunks: Uint16Array
  readonly counts: Uint16Array
}

const COUNT_BITS = 16
/** Maximum number of occurrences that are counted. */
const MOST = 0xffff

/** Returns the number of buckets of a segment. */
export const bucketsFor = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, size)))

/** Returns the bucket of a term (FNV-1a, its bits mixed, because the lowest decide). */
export function bucketOf(term: string, buckets: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) & (buckets - 1)
}

/** Counts the terms of chunks and writes the rows. Only `encodePlaces` needs the chunks' ids. */
export function buildSegment(chunks: readonly SegmentInput[]): SegmentParts {
  const builder = new SegmentBuilder()
  for (const chunk of chunks) builder.add(chunk)
  return builder.finish()
}

/** Builds a segment from chunks that are added one after the other. */
export class SegmentBuilder {
  readonly #counting = new Counting()
  readonly #lengths: number[] = []
  readonly #starts: number[] = []
  #last: number | undefined

  add(chunk: SegmentInput): void {
    if (this.#lengths.length === SEGMENT_CHUNKS)
      throw new RangeError(`More than ${SEGMENT_CHUNKS} chunks are too many for one segment.`)
    if (chunk.documentId !== this.#last) this.#starts.push(this.#lengths.length)
    this.#last = chunk.documentId
    this.#lengths.push(this.#counting.add(chunk))
  }

  finish(): SegmentParts {
    const size = this.#lengths.length
    const buckets = bucketsFor(size)
    return {
      size,
      buckets,
      words: this.#lengths.reduce((sum, length) => sum + length, 0),
      lengths: Uint32Array.from(this.#lengths),
      documentStarts: Uint32Array.from(this.#starts),
      rows: this.#counting.rows(buckets),
    }
  }
}

/** Collects the terms of chunks, one after the other. */
class Counting {
  readonly #terms = new Map<string, number>()
  readonly #lookupsOf = openLookups((word, what, language) => this.#newIds(word, what, language))
  /** For each term its postings: index of a chunk and count in one number. */
  readonly #postings: number[][] = []
  #chunks = 0

  /** Returns the length of the chunk. */
  add({ indexed, language }: SegmentInput): number {
    const chunk = this.#chunks++
    let length = 0
    const lookups = this.#lookupsOf(language)
    scanWords(indexed, (from, to, what) => {
      const { known, make } = lookups[what]
      const ids = known.get(indexed, from, to, make)
      if (ids[0] === 1) length++
      for (let at = 1; at < ids.length; at++) this.#count(ids[at] ?? 0, chunk)
    })
    return length
  }

  #count(term: number, chunk: number): void {
    const postings = this.#postings[term] ?? []
    const last = postings.at(-1) ?? -1
    if (last >> COUNT_BITS !== chunk) postings.push((chunk << COUNT_BITS) | 1)
    else if ((last & MOST) < MOST) postings[postings.length - 1] = last + 1
  }

  /** Returns whether a word counts for the length, followed by the numbers of its terms. */
  #newIds(word: string, what: ScannedKind, language: TextLanguage): readonly number[] {
    const terms = wordTerms(word, what, language)
    return [countsAsWord(terms[0] ?? 'w', what) ? 1 : 0, ...terms.map((term) => this.#idOf(term))]
  }

  #idOf(term: string): number {
    const known = this.#terms.get(term)
    if (known !== undefined) return known
    const id = this.#postings.length
    this.#terms.set(term, id)
    this.#postings.push([])
    return id
  }

  rows(buckets: number): SegmentParts['rows'] {
    const terms: [string, number][][] = Array.from({ length: buckets }, () => [])
    for (const entry of this.#terms) terms[bucketOf(entry[0], buckets)]?.push(entry)
    const writer = new ByteWriter()
    const part = new ByteWriter()
    return terms.map((entries, bucket) => {
      for (const [term, id] of entries) writeTerm(writer, part, term, this.#postings[id] ?? [])
      return { bucket, data: writer.take() }
    })
  }
}

/** Length and bytes of the term, length of its postings, and these: gap << 1 | more than once and, where it is more, the count. */
function writeTerm(writer: ByteWriter, part: ByteWriter, term: string, postings: readonly number[]): void {
  let last = -1
  for (const posting of postings) {
    const chunk = posting >> COUNT_BITS
    const count = posting & MOST
    part.number(((chunk - last - 1) << 1) | (count > 1 ? 1 : 0))
    if (count > 1) part.number(count)
    last = chunk
  }
  const key = keyOf(term)
  writer.number(key.length)
  writer.bytes(key)
  const bytes = part.take()
  writer.number(bytes.length)
  writer.bytes(bytes)
}

/** Maximum bytes of a term in a row; longer terms are hashed. */
const LONGEST_KEY = 14
const HASHED = 0xff

function keyOf(term: string): Uint8Array {
  const bytes = Buffer.from(term)
  if (bytes.length <= LONGEST_KEY) return bytes
  // No UTF-8 text begins with 0xFF.
  return Buffer.concat([Buffer.of(HASHED), createHash('sha256').update(bytes).digest().subarray(0, 8)])
}

/** Buffers for postings that the next search reuses, because allocating them takes longer than reading. */
export class PostingsRoom {
  chunks = new Uint16Array(SEGMENT_CHUNKS)
  counts = new Uint16Array(SEGMENT_CHUNKS)
  used = 0

  /** Frees all buffers; postings in them are no longer valid. */
  clear(): void {
    this.used = 0
    if (this.chunks.length > KEPT_ROOM) this.#renew(SEGMENT_CHUNKS)
  }

  /** Takes a new array when one is full; earlier postings stay in the old one. */
  need(size: number): void {
    if (this.used + size > this.chunks.length) this.#renew(Math.max(size, 2 * this.chunks.length))
  }

  #renew(size: number): void {
    this.chunks = new Uint16Array(size)
    this.counts = new Uint16Array(size)
    this.used = 0
  }
}

const KEPT_ROOM = 4_000_000

/**
 * Returns the chunks with a term from its bucket's row, or undefined. They are valid until the buffers are cleared.
 * @throws SegmentDamaged
 */
export function readPostings(
  data: Uint8Array,
  term: string,
  room = new PostingsRoom(),
): Postings | undefined {
  const wanted = keyOf(term)
  const reader = new ByteReader(data)
  while (!reader.done) {
    const found = reader.skipped(wanted)
    const length = reader.number()
    const end = reader.at + length
    if (end > data.length) throw new SegmentDamaged('The bytes end inside a term.')
    if (found) return postingsIn(reader, end, room)
    reader.at = end
  }
  return undefined
}

/** A byte below 128 is read without a call: this loop is most of a search. */
function postingsIn(reader: ByteReader, end: number, room: PostingsRoom): Postings {
  const { bytes } = reader
  room.need(Math.min(end - reader.at, SEGMENT_CHUNKS))
  const { chunks, counts, used } = room
  let size = used
  let last = -1
  let at = reader.at
  while (at < end) {
    let gap = bytes[at++] ?? 0
    if (gap >= 0x80) {
      reader.at = at - 1
      gap = reader.number()
      at = reader.at
      if (gap >= 2 * SEGMENT_CHUNKS) throw new SegmentDamaged('A chunk is out of range.')
    }
    last += 1 + (gap >>> 1)
    let count = 1
    if ((gap & 1) === 1) {
      reader.at = at
      count = reader.number()
      at = reader.at
    }
    if (last >= SEGMENT_CHUNKS || count > MOST || at > end)
      throw new SegmentDamaged('A chunk is out of range.')
    chunks[size] = last
    counts[size++] = count
  }
  room.used = size
  return { chunks: chunks.subarray(used, size), counts: counts.subarray(used, size) }
}
