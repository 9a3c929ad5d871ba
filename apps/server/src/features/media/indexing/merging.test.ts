import { expect, test } from 'vitest'
import { ANALYSIS } from '@polylogue/retrieval'
import { nextToMerge } from './merging.ts'

let count = 0
const segment = (size: number, more: object = {}) => ({
  id: ++count,
  size,
  words: size * 100,
  stale: false,
  analysis: ANALYSIS,
  revision: 0,
  ...more,
})
const sizes = (segments: ReturnType<typeof segment>[]) => nextToMerge(segments).map(({ size }) => size)

test.each([
  ['without segments nothing is merged', [], []],
  ['seven small segments are not merged', Array<number>(7).fill(1), []],
  ['eight small segments are merged', Array<number>(8).fill(3), Array<number>(8).fill(3)],
  ['eight segments of different size classes are not merged', [1, 1, 1, 1, 60, 60, 60, 60], []],
  ['only segments that fit together are merged', Array<number>(8).fill(600), Array<number>(6).fill(600)],
  ['full segments are not merged', Array<number>(9).fill(4_096), []],
])('%s', (_, given, merged) => {
  expect(sizes(given.map((size) => segment(size)))).toEqual(merged)
})

test('segments with deleted chunks or another analysis are merged first, even a single one', () => {
  expect(sizes([segment(4_096, { stale: true }), ...Array.from({ length: 8 }, () => segment(1))])).toEqual([
    4_096,
  ])
  expect(sizes([segment(5, { analysis: 0 })])).toEqual([5])
})

test('fewer segments are merged when their chunks are long', () => {
  expect(sizes(Array.from({ length: 8 }, () => segment(50, { words: 800_000 })))).toEqual([50, 50, 50])
})
