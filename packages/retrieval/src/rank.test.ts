import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionWords, rankInSlices, rankSegments, wantedBuckets } from './index.ts'
import { segmentOf } from './test/segments.ts'

const ask = (question: string, ...segments: ReturnType<typeof segmentOf>[]) =>
  rankSegments({ words: questionWords(question, ['en']), segments })

const texts = [
  ['Travel costs are paid within a week.', 'Keep the receipts of the journey.'],
  ['The canteen opens at noon.', 'Vegetarian meals cost less.'],
  ['Error E1042 means that the printer has no paper.', 'Call the support for other errors.'],
]
const all = segmentOf(texts)

describe('the best chunk', () => {
  test.each([
    ['travel cost', 1],
    ['travelling', 1],
    ['vegetarians', 4],
    ['e1042', 5],
    ['Who supports me?', 6],
    ['canteens', 3],
  ])('for “%s” is %i', (question, chunkId) => {
    expect(ask(question, all).best[0]).toMatchObject({ chunkId, rank: 1 })
  })
})

test('ignored and unknown words are returned', () => {
  const { unknown, ignored, searched, words } = ask('How do I get the Zeppelin costs?', all)
  expect(unknown).toEqual(['Zeppelin'])
  expect(ignored).toEqual(['How', 'do', 'I', 'get', 'the'])
  expect(searched).toEqual({ documents: 3, chunks: 6 })
  expect(words.map(({ word, chunks }) => [word, chunks])).toEqual([
    ['Zeppelin', 0],
    ['costs', 2],
  ])
  expect(words[0]!.weight).toBeGreaterThan(words[1]!.weight)
})

test('a neighbour in the same document gives a fifth of its points', () => {
  const segment = segmentOf([['red apples', 'red pears'], ['red plums']])
  const { best } = ask('red apples', segment)
  const [first, second, third] = best
  expect(best.map(({ chunkId }) => chunkId)).toEqual([1, 2, 3])
  expect(second!.neighbours).toBeCloseTo(0.2 * (first!.points - first!.neighbours))
  expect(third!.neighbours).toBe(0)
})

test('a match by first letters ranks below a match by stem', () => {
  const { best } = ask('printing', segmentOf([['printing costs'], ['princely rooms'], ['printers here']]))
  expect(best.map(({ chunkId, words }) => [chunkId, words[0]!.how, words[0]!.times])).toEqual([
    [1, 'stem', 1],
    [3, 'beginning', 1],
  ])
})

test('a word that questions about anything have counts for less than another one that is as rare', () => {
  const segment = segmentOf([['they need rooms'], ['they rent rooms']])
  const { best } = ask('need rent', segment)
  expect(best.map(({ chunkId }) => chunkId)).toEqual([2, 1])
  expect(best[1]!.points).toBeCloseTo(0.7 * best[0]!.points)
})

test('a term that is repeated in the question counts once', () => {
  const points = (question: string) => ask(question, all).best[0]!.points
  expect(points('travel travel TRAVEL')).toBe(points('travel'))
  expect(points('travel travelling')).toBe(points('travel'))
})

test('a question of only stop words is searched by them', () => {
  expect(ask('at the', all).best[0]).toMatchObject({ chunkId: 3 })
})

test('chunks of `also` are returned regardless of their rank', () => {
  const many = segmentOf(
    Array.from({ length: 200 }, (_, index) => [`shared text ${'filler '.repeat(index)}`]),
  )
  const { best } = rankSegments({ words: questionWords('shared', ['en']), segments: [many], also: [150, 1] })
  expect(best).toHaveLength(81)
  expect(best.map(({ rank }) => rank).slice(0, 80)).toEqual(
    Array.from({ length: 80 }, (_, index) => index + 1),
  )
  expect(best[80]).toMatchObject({ chunkId: 150, rank: 150 })
  const none = rankSegments({ words: questionWords('zeppelin', ['en']), segments: [many], also: [7] })
  expect(none.best).toEqual([
    { chunkId: 7, rank: null, words: [{ how: 'none', times: 0, points: 0 }], neighbours: 0, points: 0 },
  ])
})

test('damaged segments are skipped and reported', () => {
  const missing = { ...all, postings: () => undefined }
  const wrong = { ...all, postings: () => Uint8Array.of(200, 1) }
  const other = segmentOf([['travel']], 100)
  const { damaged, best, searched } = ask('travel', missing, other, wrong)
  expect(damaged).toEqual([0, 2])
  expect(best.map(({ chunkId }) => chunkId)).toEqual([100])
  expect(searched).toEqual({ documents: 1, chunks: 1 })
})

test('ranking reads exactly the buckets of `wantedBuckets`', () => {
  const segments = [all, segmentOf([['travel']])]
  const words = questionWords('travel costs of E1042', ['en'])
  const wanted = wantedBuckets(words, segments)
  const read = segments.map(() => new Set<number>())
  rankSegments({
    words,
    segments: segments.map((segment, index) => ({
      ...segment,
      postings: (bucket) => (read[index]!.add(bucket), segment.postings(bucket)),
    })),
  })
  expect(wanted.map((buckets) => new Set(buckets))).toEqual(read)
})

const vocabulary = [
  'travel',
  'costs',
  'travelling',
  'noon',
  'the',
  'E1042',
  'receipt',
  'receipts',
  'home-office',
]
const sentence = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '))
const documents = fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
})

test('points of words and neighbours add up to the score, best first', () => {
  fc.assert(
    fc.property(documents, sentence, (sources, question) => {
      const { best } = ask(question, segmentOf(sources))
      best.forEach(({ points, neighbours, words }, index) => {
        expect(words.reduce((sum, word) => sum + word.points, neighbours)).toBeCloseTo(points, 9)
        expect(points).toBeLessThanOrEqual((best[index - 1]?.points ?? Infinity) + 1e-9)
      })
    }),
  )
})

test('points do not depend on the order of documents or on their segments', () => {
  fc.assert(
    fc.property(documents, sentence, fc.nat({ max: 12 }), (sources, question, at) => {
      const points = (...segments: ReturnType<typeof segmentOf>[]) =>
        new Map(ask(question, ...segments).best.map((chunk) => [chunk.chunkId, chunk.points.toFixed(9)]))
      const ids = (index: number) => 1 + index * 10
      const numbered = sources.map((texts, index) => ({ texts, id: ids(index) }))
      const build = (some: typeof numbered) =>
        segmentOf(
          some.map(({ texts }) => texts),
          some.flatMap(({ texts, id }) => texts.map((_, ordinal) => id + ordinal)),
        )
      const whole = points(build(numbered))
      expect(points(build(numbered.toReversed()))).toEqual(whole)
      expect(points(build(numbered.slice(at)), build(numbered.slice(0, at)))).toEqual(whole)
    }),
  )
})

test('a long question gives the event loop turns, and finds the same', async () => {
  const vocabulary = Array.from({ length: 400 }, (_, index) => `word${index}`)
  const text = (from: number) =>
    Array.from({ length: 60 }, (_, index) => vocabulary[(from * 7 + index * 13) % vocabulary.length]).join(
      ' ',
    )
  const segment = segmentOf([Array.from({ length: 2_000 }, (_, index) => text(index))])
  const ranking = { words: questionWords(vocabulary.join(' '), ['en']), segments: [segment] }
  let pauses = 0
  let ms = 0
  const pause = async () => {
    pauses++
    // Another search uses other buffers.
    if (pauses === 1) rankSegments({ ...ranking, words: questionWords('word1', ['en']) })
  }
  // A step of a millisecond: a fast machine would need no pause.
  const found = await rankInSlices(ranking, pause, () => ms++)
  expect(pauses).toBeGreaterThan(0)
  expect(found).toEqual(rankSegments(ranking))
})
