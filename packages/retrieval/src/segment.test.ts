import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketOf,
  buildSegment,
  decodePlaces,
  encodePlaces,
  readPostings,
  SEGMENT_CHUNKS,
  SegmentDamaged,
  termsOf,
  type SegmentInput,
} from './index.ts'
import { ByteReader, ByteWriter } from './varint.ts'

const word = fc.oneof(
  fc.constantFrom('cost', 'travel', 'the', 'EN-1090', 'Kosten', 'пътуване', '東京'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }),
)
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
const inputs = fc.array(fc.tuple(text, fc.constantFrom('en', 'de', 'bg')), { maxLength: 40 }).map((chunks) =>
  chunks.map(([indexed, language], index): SegmentInput => ({
    documentId: Math.floor(index / 3),
    indexed,
    language,
  })),
)

test('a segment finds exactly the terms it was built from', () => {
  fc.assert(
    fc.property(inputs, (chunks) => {
      const { rows, buckets, size } = buildSegment(chunks)
      expect(size).toBe(chunks.length)
      expect(rows.map(({ bucket }) => bucket)).toEqual([...rows.keys()])
      const expected = chunks.map(({ indexed, language }) => termsOf(indexed, language))
      const all = new Set(expected.flatMap((terms) => [...terms.keys()]))
      for (const term of [...all, 'snowhere', 'p', '']) {
        const row = rows[bucketOf(term, buckets)]?.data ?? new Uint8Array()
        const found = readPostings(row, term)
        const pairs = [...(found?.chunks ?? [])].map((chunk, at) => [chunk, found?.counts[at]])
        expect(pairs).toEqual(
          expected.flatMap((terms, chunk) => (terms.has(term) ? [[chunk, terms.get(term)]] : [])),
        )
      }
    }),
  )
})

test('a full segment has a bucket per chunk, finds all terms and takes no further chunk', () => {
  const chunks = Array.from({ length: SEGMENT_CHUNKS }, (_, index) => ({
    documentId: index >> 4,
    indexed: `common word${index} donaudampfschifffahrtsgesellschaft${index % 2 ? '' : 'en'} `.repeat(
      1 + (index % 3),
    ),
    language: 'de' as const,
  }))
  const { rows, buckets, documentStarts } = buildSegment(chunks)
  expect(buckets).toBe(SEGMENT_CHUNKS)
  expect(documentStarts).toHaveLength(SEGMENT_CHUNKS / 16)
  const find = (term: string) => readPostings(rows[bucketOf(term, buckets)]!.data, term)
  expect(find('scommon')?.chunks).toHaveLength(SEGMENT_CHUNKS)
  expect(find('scommon')?.counts.slice(0, 4)).toEqual(Uint16Array.of(1, 2, 3, 1))
  expect([...find('sword4095')!.chunks]).toEqual([4_095])
  expect(find('sdonaudampfschifffahrtsgesellschaft')?.chunks).toHaveLength(SEGMENT_CHUNKS)
  expect(() => buildSegment([...chunks, ...chunks.slice(0, 1)])).toThrow(RangeError)
})

test('stop words and joined words do not count towards the length', () => {
  const build = (indexed: string) => buildSegment([{ documentId: 1, indexed, language: 'en' }])
  expect(build('the cost of EN-1090').words).toBe(3)
  expect(build('').words).toBe(0)
  expect(buildSegment([]).rows.map(({ data }) => data.length)).toEqual([0])
})

test('encoded places are decoded unchanged', () => {
  const places = fc
    .array(fc.tuple(fc.nat({ max: 2 ** 50 }), fc.nat({ max: 10_000 }), fc.boolean()), { maxLength: 60 })
    .map((all) => ({
      ids: all.map(([id]) => id),
      lengths: all.map(([, length]) => length),
      documentStarts: all.flatMap(([, , begins], index) => (begins ? [index] : [])),
    }))
  fc.assert(
    fc.property(places, ({ ids, lengths, documentStarts }) => {
      const read = decodePlaces(encodePlaces({ ids, lengths, documentStarts }))
      expect([...read.ids]).toEqual(ids)
      expect([...read.lengths]).toEqual(lengths)
      expect([...read.begins].flatMap((begins, index) => (begins ? [index] : []))).toEqual(documentStarts)
      expect(read.words).toBe(lengths.reduce((sum, length) => sum + length, 0))
    }),
  )
  expect(() => encodePlaces({ ids: [1], lengths: [1, 2], documentStarts: [0] })).toThrow(RangeError)
})

test('damaged bytes are either read or reported as SegmentDamaged', () => {
  const [row] = buildSegment([{ documentId: 1, indexed: 'travel costs of all people', language: 'en' }]).rows
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.tuple(fc.nat(), fc.nat({ max: 255 })).map(([at, value]) => {
      const damaged = Uint8Array.from(row!.data)
      damaged[at % damaged.length] = value
      return damaged
    }),
    fc.nat().map((at) => row!.data.subarray(0, at % row!.data.length)),
  )
  const readOrReport = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(SegmentDamaged)
    }
  }
  fc.assert(
    fc.property(bytes, (data) => {
      readOrReport(() => {
        const { chunks = [] } = readPostings(data, 'stravel') ?? {}
        chunks.forEach((chunk, at) => expect(chunk).toBeGreaterThan(chunks[at - 1] ?? -1))
      })
      readOrReport(() => expect(decodePlaces(data).ids.length * 2).toBeLessThanOrEqual(data.length))
    }),
    { numRuns: 2_000 },
  )
  expect(() => readPostings(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f), 'x')).toThrow(SegmentDamaged)
  expect(() => decodePlaces(Uint8Array.of(0xff, 0xff, 0x03))).toThrow(SegmentDamaged)
})

test('numbers of any size are encoded and decoded unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
      const writer = new ByteWriter()
      for (const number of numbers) writer.number(number)
      const reader = new ByteReader(writer.take())
      expect(numbers.map(() => reader.number())).toEqual(numbers)
      expect(reader.done).toBe(true)
    }),
  )
})
