import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duplicatesOf, pack, type PackingLimits, type Passage } from './index.ts'

const count = (text: string) => text.split(/\s+/).filter(Boolean).length
const limits: PackingLimits = { amount: 5, budget: 1_000, count }
const source = 'One two three. Four five six. Seven eight nine. Ten eleven twelve.'

type More = Partial<Passage> & {
  readonly weak?: boolean
  readonly spans?: Passage['why']['spans']
  readonly head?: string
}

const passage = (
  chunkId: number,
  from: number,
  to: number,
  { weak = false, spans = [], head = '', ...more }: More = {},
): Passage => ({
  chunkId,
  mediaId: 1,
  title: '',
  heading: '',
  context: head,
  from,
  to,
  text: source.slice(from, to),
  marks: null,
  score: 100,
  lacksWords: false,
  why: { cover: 1, weak, neighbours: 0, letters: 0, vector: null, spans, terms: [] },
  duplicateOf: null,
  ...more,
})

describe('packing', () => {
  test('leaves out what has a small share of the best score, of other documents sooner', () => {
    const found = [
      passage(1, 0, 14),
      passage(2, 0, 14, { mediaId: 2, score: 50 }),
      passage(3, 0, 14, { mediaId: 3, score: 49 }),
      passage(4, 48, 66, { score: 40 }),
      passage(5, 26, 30, { score: 39 }),
    ]
    const { passages, left } = pack(found, limits)
    expect(passages.map(({ chunkIds }) => chunkIds[0])).toEqual([1, 4, 2])
    expect(left).toEqual([
      { chunkId: 3, reason: 'low' },
      { chunkId: 5, reason: 'low' },
    ])
  })

  test('merges passages that touch or overlap, in reading order', () => {
    const { passages, tokens } = pack([passage(2, 26, 48), passage(1, 0, 30), passage(3, 48, 66)], limits)
    expect(passages).toEqual([
      { mediaId: 1, chunkIds: [2, 1, 3], from: 0, to: 66, text: source, head: '', tokens: 12, cut: false },
    ])
    expect(tokens).toBe(12)
  })

  test('orders documents by their best passage, and their passages in reading order', () => {
    const other = { mediaId: 2 }
    const { passages } = pack(
      [passage(1, 48, 66), passage(2, 0, 14, other), passage(3, 0, 14), passage(4, 30, 40, other)],
      limits,
    )
    expect(passages.map(({ mediaId, from }) => [mediaId, from])).toEqual([
      [1, 0],
      [1, 48],
      [2, 0],
      [2, 30],
    ])
  })

  test('returns a reason for each omitted passage', () => {
    const { passages, left } = pack(
      [
        passage(1, 0, 15),
        passage(2, 0, 15, { duplicateOf: 1 }),
        passage(3, 15, 30, { weak: true }),
        passage(4, 30, 48),
        passage(5, 48, 66),
      ],
      { ...limits, amount: 2 },
    )
    expect(passages.map(({ chunkIds }) => chunkIds)).toEqual([[1], [4]])
    expect(left).toEqual([
      { chunkId: 2, reason: 'duplicate', of: 1 },
      { chunkId: 3, reason: 'weak' },
      { chunkId: 5, reason: 'rank', rank: 5 },
    ])
  })

  test('uses weak passages when requested', () => {
    const { passages } = pack([passage(3, 15, 30, { weak: true })], { ...limits, weak: true })
    expect(passages).toHaveLength(1)
  })

  test.each([
    [3, 'Seven eight nine.'],
    [6, 'Seven eight nine. Ten eleven twelve.'],
    [9, 'Four five six. Seven eight nine. Ten eleven twelve.'],
    [11, 'Four five six. Seven eight nine. Ten eleven twelve.'],
  ])('uses the best whole sentences of a passage that does not fit into %i tokens', (budget, text) => {
    const spans = [{ from: source.indexOf('eight'), to: source.indexOf('eight') + 5 }]
    const { passages, left } = pack([passage(1, 0, 66, { spans })], { ...limits, budget })
    const from = source.indexOf(text)
    expect(passages).toEqual([
      {
        mediaId: 1,
        chunkIds: [1],
        from,
        to: from + text.length,
        text,
        head: '',
        tokens: count(text),
        cut: true,
      },
    ])
    expect(left).toEqual([])
  })

  test('reports missing room in tokens and uses a smaller passage instead', () => {
    const { passages, left } = pack(
      [passage(1, 0, 14), passage(2, 15, 66), passage(3, 0, 3, { mediaId: 2 })],
      { ...limits, budget: 5 },
    )
    expect(passages.map(({ chunkIds, tokens }) => [chunkIds, tokens])).toEqual([
      [[1], 3],
      [[3], 1],
    ])
    expect(left).toEqual([{ chunkId: 2, reason: 'room', left: 2, needed: 9 }])
  })
})

const passages = fc
  .array(
    fc.record({
      mediaId: fc.integer({ min: 1, max: 3 }),
      from: fc.nat({ max: 60 }),
      length: fc.integer({ min: 1, max: 40 }),
      weak: fc.boolean(),
      at: fc.nat({ max: 40 }),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ from, length, at, ...more }, index) =>
      passage(index + 1, from, Math.min(source.length, from + length), {
        ...more,
        spans: [{ from: at, to: at + 3 }],
      }),
    ),
  )

test('packed passages fit, quote exactly, and every omitted one has a reason', () => {
  fc.assert(
    fc.property(passages, fc.integer({ min: 0, max: 6 }), fc.nat({ max: 30 }), (all, amount, budget) => {
      const { passages: packed, left, tokens } = pack(all, { amount, budget, count })
      expect(tokens).toBeLessThanOrEqual(budget)
      expect(tokens).toBe(packed.reduce((sum, one) => sum + one.tokens, 0))
      for (const { text, from, to, tokens: own } of packed) {
        expect(text).toBe(source.slice(from, to))
        expect(own).toBe(count(text))
      }
      const used = packed.flatMap(({ chunkIds }) => chunkIds)
      expect(used.length).toBeLessThanOrEqual(amount)
      expect([...used, ...left.map(({ chunkId }) => chunkId)].sort((a, b) => a - b)).toEqual(
        all.map(({ chunkId }) => chunkId),
      )
      for (const one of packed)
        for (const other of packed)
          if (one !== other && one.mediaId === other.mediaId)
            expect(one.to < other.from || other.to < one.from).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

describe('near-duplicates', () => {
  const text = (words: number, from = 0) =>
    Array.from({ length: words }, (_, index) => `word${index + from}`).join(' ')
  const of = async (...texts: string[]) => [
    ...(await duplicatesOf(
      texts.map((one, index) => ({ chunkId: index + 1, text: one })),
      () => Promise.resolve(),
    )),
  ]

  test.each<[string, string[], [number, number][]]>([
    ['include equal texts', [text(50), text(50)], [[2, 1]]],
    ['ignore case and punctuation', [text(50), text(50).toUpperCase().replaceAll(' ', ', ')], [[2, 1]]],
    ['include texts that share four fifths', [text(100), text(112)], [[2, 1]]],
    ['exclude texts that share half', [text(100), text(100, 50)], []],
    ['exclude a text that contains the other', [text(100), text(40)], []],
    [
      'refer to the first of three equal texts',
      [text(50), 'something else of six words', text(50), text(50)],
      [
        [3, 1],
        [4, 1],
      ],
    ],
    ['include equal short texts', ['Two words', 'two words', 'other'], [[2, 1]]],
    ['exclude empty texts', ['', '…', ''], []],
  ])('%s', async (_, texts, expected) => {
    expect(await of(...texts)).toEqual(expected)
  })

  test('are computed in slices for many passages', async () => {
    let pauses = 0
    const texts = Array.from({ length: 300 }, (__, at) => ({ chunkId: at + 1, text: text(500, at * 500) }))
    const found = await duplicatesOf([...texts, { chunkId: 301, text: text(500) }], async () => {
      pauses++
      await Promise.resolve()
    })
    expect([...found]).toEqual([[301, 1]])
    expect(pauses).toBeGreaterThan(3)
  })
})
