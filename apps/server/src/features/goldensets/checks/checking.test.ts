import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Check } from '@polylogue/contract'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openChecking } from './checking.ts'

const SLOW = new URL('test/slow-process.ts', import.meta.url)

test('the time limit of a check does not include the start of its process', async () => {
  const checking = openChecking({ limits: { check: 1_000, budget: 1_000 }, program: SLOW })
  onTestFinished(() => checking.close())
  const answer = { text: 'A word.', sources: [] }
  expect(await checking.check({ key: '1' }, [{ kind: 'contains', text: 'word' }], answer)).toMatchObject([
    { passed: true },
  ])
})

const SLOW_PATTERN: Check = { kind: 'matches', pattern: '^(\\w+\\s?)*$' }
const WORDY = { text: `${'word'.repeat(12)}!`, sources: [] }
const WORD: Check = { kind: 'contains', text: 'word' }

function opened(limits: { check: number; budget: number }) {
  const checking = openChecking({ limits })
  onTestFinished(() => checking.close())
  return checking
}

test('another person’s check takes its turn before the slow ones that wait', async () => {
  const checking = opened({ check: 200, budget: 60_000 })
  const order: string[] = []
  const leave = new AbortController()
  const slow = Array.from({ length: 20 }, async () => {
    await checking.check({ key: '1', gone: leave.signal }, [SLOW_PATTERN], WORDY)
    order.push('slow')
  })
  await checking.check({ key: '2' }, [WORD], WORDY)
  order.push('other')
  expect(order.indexOf('other')).toBeLessThanOrEqual(1)
  leave.abort()
  await Promise.all(slow)
})

test('the slow checks of one answer share a budget, and the rest of them is unclear', async () => {
  const checking = opened({ check: 1_000, budget: 1_500 })
  const many = Array.from({ length: 20 }, () => SLOW_PATTERN)
  const begun = performance.now()
  const outcomes = await checking.check({ key: '1' }, [WORD, ...many, WORD], WORDY)
  expect(outcomes?.map(({ code }) => code)).toEqual([
    null,
    ...many.map(() => 'CHECK_TOO_SLOW'),
    'CHECK_TOO_SLOW',
  ])
  // Without the budget: twenty seconds, and twenty starts of the process.
  expect(performance.now() - begun).toBeLessThan(18_000)
})

test('checks leave the queue when their run ends', async () => {
  const checking = opened({ check: 200, budget: 60_000 })
  const run = new AbortController()
  const requester = { key: '1', gone: run.signal }
  const cancelled = Array.from({ length: 50 }, () => checking.check(requester, [SLOW_PATTERN, WORD], WORDY))
  run.abort()
  expect(await Promise.all(cancelled)).toEqual(cancelled.map(() => undefined))
  expect(await checking.check({ key: '1' }, [WORD], WORDY)).toMatchObject([{ passed: true }])
})

describe('expressions are compiled in a process that can be killed', () => {
  const checking = openChecking({ limits: { check: 1_000, budget: 1_000 } })
  afterAll(() => checking.close())

  test.each<[string, Check, string | undefined]>([
    ['a pattern', { kind: 'matches', pattern: '^\\p{L}+$' }, undefined],
    ['no pattern', { kind: 'matches', pattern: '(' }, 'is not a regular expression'],
    [
      'an endless pattern',
      { kind: 'matches', pattern: `${'(?:|)'.repeat(40)}x` },
      'takes too long to compile; use a simpler one',
    ],
    ['a schema', { kind: 'json', schema: '{"type": "object"}' }, undefined],
    ['no schema', { kind: 'json', schema: '' }, undefined],
    ['a list', { kind: 'json', schema: '[1]' }, 'is not a JSON Schema that can be checked'],
  ])('%s', async (_, check, message) => {
    const mistake = await checking.firstMistake({ key: '1' }, [WORD, check])
    expect(mistake?.message).toBe(message)
    expect(mistake?.at).toBe(message === undefined ? undefined : 1)
  })
})

test('the process of the checks ends when its server has ended', async () => {
  const gone = String(2 ** 22)
  const program = new URL('check-process.ts', import.meta.url)
  const child = fork(program, [gone], { execArgv: ['--no-warnings'], stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
