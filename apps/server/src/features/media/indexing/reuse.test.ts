import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePlaces, encodePlaces, type Chunk } from '@polylogue/retrieval'
import { placesAfter, planReuse, runsOf } from './reuse.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const chunksOf = (texts: readonly string[]): Chunk[] =>
  texts.map((text, ordinal) => ({
    ordinal,
    page: null,
    heading: '',
    marks: { places: [], tables: [] },
    context: '',
    from: 0,
    to: text.length,
    tokens: 1,
    text,
    hash: hashOf(text),
  }))
const knownOf = (texts: readonly string[]) =>
  texts.map((text, ordinal) => ({ id: 101 + ordinal, ordinal, hash: hashOf(text), ...UNSET }))
const UNSET = { isOff: false, note: '' }
const idsOf = (before: string, after: string) => {
  const { chunks, removed } = planReuse(knownOf(before.split('')), chunksOf(after.split('')), () => UNSET)
  return [chunks.map(({ id }) => id), removed]
}

test.each([
  ['no change', 'abc', 'abc', [101, 102, 103], []],
  ['one changed chunk', 'abc', 'axc', [101, undefined, 103], [102]],
  ['a new chunk at the beginning', 'abc', 'xabc', [undefined, 101, 102, 103], []],
  ['another order', 'abc', 'cab', [103, 101, 102], []],
  ['equal chunks', 'aab', 'abaa', [101, 103, 102, undefined], []],
  ['fewer equal chunks', 'aaa', 'a', [101], [102, 103]],
  ['no chunks left', 'ab', '', [], [101, 102]],
])('chunks with the same text keep their ids: %s', (_, before, after, ids, removed) => {
  expect(idsOf(before, after)).toEqual([ids, removed])
})

test('only consecutive chunks of the same document belong to one run', () => {
  const places = [
    [1, 0],
    [1, 1],
    [1, 3],
    [2, 4],
    [2, 5],
  ] as const
  expect(runsOf(places, ([mediaId, ordinal]) => ({ mediaId, ordinal }))).toEqual([1, 1, 2, 3, 3])
})

/** Returns pairs of chunks that give each other points as neighbours. */
function neighbours(places: Uint8Array): [number, number][] {
  const { ids, begins } = decodePlaces(places)
  return [...ids].flatMap((id, at) =>
    at > 0 && begins[at] === 0 ? [[ids[at - 1] ?? 0, id] as [number, number]] : [],
  )
}

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

test('after any change the neighbours in a segment are exactly the kept consecutive chunks', () => {
  const texts = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const known = knownOf(before)
      // Another document before and after it.
      const ids = [1, 2, ...known.map(({ id }) => id), 3, 4]
      const documentStarts = [0, 2, 2 + known.length]
      const segment = encodePlaces({ ids, lengths: ids.map(() => 5), documentStarts })
      const plan = planReuse(known, chunksOf(after), () => UNSET)
      const stay = new Map(
        plan.chunks.flatMap(({ id, chunk }) => (id === undefined ? [] : [[id, chunk.ordinal]])),
      )
      const changed = placesAfter(segment, new Set(plan.removed), stay) ?? segment
      const found = decodePlaces(changed)
      expect([...found.ids]).toEqual(ids.map((id) => (plan.removed.includes(id) ? 0 : id)))
      expect([...found.lengths]).toEqual(ids.map(() => 5))
      const expected = known.flatMap(({ id }, at): [number, number][] => {
        const next = known[at + 1]?.id
        const [one, other] = [stay.get(id), next === undefined ? undefined : stay.get(next)]
        return next !== undefined && one !== undefined && other === one + 1 ? [[id, next]] : []
      })
      expect(neighbours(changed)).toEqual([[1, 2], ...expected, [3, 4]])
    }),
  )
})

test('a segment whose chunks are all unchanged is not rewritten', () => {
  const segment = encodePlaces({ ids: [7, 8], lengths: [1, 1], documentStarts: [0] })
  expect(
    placesAfter(
      segment,
      new Set(),
      new Map([
        [7, 0],
        [8, 1],
      ]),
    ),
  ).toBeUndefined()
})
