import type { GoldenRun } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { historyOf, rateOf } from './history.ts'

const run = (created: string, state: GoldenRun['state'], scores: Record<number, number>): GoldenRun => ({
  id: 1,
  goldensetId: 1,
  state,
  errorCode: null,
  userId: 1,
  created,
  ended: null,
  total: 4,
  done: 4,
  scorecards: Object.entries(scores).map(([tag, passed]) => ({
    modelTagId: Number(tag),
    modelName: 'llama',
    modelTagName: tag,
    total: 4,
    done: 4,
    failed: 0,
    passed,
    checks: { passed, failed: 0, unclear: 0 },
    tokens: null,
    tokensPerSecond: null,
    milliseconds: null,
    votes: { won: 0, lost: 0, tied: 0 },
  })),
  can: { cancel: false, retry: false },
})

test('starts with the oldest run and leaves out runs that did not finish', () => {
  const history = historyOf([
    run('2026-03-04', 'running', { 7: 1 }),
    run('2026-03-03', 'done', { 7: 4 }),
    run('2026-03-02', 'failed', { 7: 0 }),
    run('2026-03-01', 'done', { 7: 2, 8: 1 }),
  ])
  expect(history.times).toEqual(['2026-03-01', '2026-03-03'])
  expect(
    history.lines.map(({ name, points }) => [name, points.map(({ at, passed }) => [at, passed])]),
  ).toEqual([
    [
      'llama 7',
      [
        [0, 2],
        [1, 4],
      ],
    ],
    ['llama 8', [[0, 1]]],
  ])
})

test('limits the plot to 30 runs and eight lines', () => {
  const scores = Object.fromEntries(Array.from({ length: 10 }, (_, tag) => [tag + 1, 1]))
  const history = historyOf(Array.from({ length: 40 }, () => run('2026-03-01', 'done', scores)))
  expect(history.times).toHaveLength(30)
  expect(history.lines).toHaveLength(8)
})

test('the pass rate of a run without prompts is 0', () => {
  expect(rateOf({ passed: 0, total: 0 })).toBe(0)
  expect(rateOf({ passed: 1, total: 4 })).toBe(0.25)
})
