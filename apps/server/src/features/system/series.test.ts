import { expect, test } from 'vitest'
import { Series, sumOf } from './series.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)

test('adds values of the same step, and forgets the oldest steps', () => {
  const series = new Series(10_000, 3)
  series.add(at(0), 1)
  series.add(at(9), 2)
  series.add(at(10), 5)
  expect(series.values(at(19))).toEqual([0, 3, 5])
  expect(series.values(at(30))).toEqual([5, 0, 0])
  expect(series.values(at(500))).toEqual([0, 0, 0])
})

test('a value that is set replaces that of its step', () => {
  const series = new Series(10_000, 2)
  series.set(at(1), 7)
  series.set(at(8), 4)
  expect(series.values(at(9))).toEqual([0, 4])
})

test('a clock that went back adds to the newest step', () => {
  const series = new Series(10_000, 2)
  series.add(at(20), 1)
  series.add(at(5), 1)
  expect(series.values(at(20))).toEqual([0, 2])
})

test('adds the steps of several servers', () => {
  expect(sumOf([[1, 2], [3]]).slice(0, 3)).toEqual([4, 2, 0])
  expect(sumOf([])).toHaveLength(12)
})
