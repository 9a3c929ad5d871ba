import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Limits } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns after how many milliseconds without a piece the limit ends an answer that gives signs of life. */
function lasts(limits: Limits, mostMs: number, everyMs: number): number {
  const since = performance.now()
  while (!limits.signal.aborted && performance.now() - since < 10_000) {
    vi.advanceTimersByTime(everyMs)
    limits.spare(mostMs)
  }
  return performance.now() - since
}

test('signs of life keep an answer, but not for longer than before its first piece', () => {
  const limits = new Limits(new AbortController().signal, 100)
  const ms = lasts(limits, 1_000, 50)
  expect(ms).toBeGreaterThan(800)
  expect(ms).toBeLessThan(1_200)
  expect(limits.signal.reason).toMatchObject({ code: 'timeout' })
  limits.close(true)
})

test('a piece gives the signs of life the whole time again', () => {
  const limits = new Limits(new AbortController().signal, 100)
  for (let at = 0; at < 16; at++) {
    vi.advanceTimersByTime(50)
    limits.spare(1_000)
  }
  limits.restart(100)
  expect(lasts(limits, 1_000, 50)).toBeGreaterThan(800)
  limits.close(true)
})

test('without signs of life the limit stays as it is', () => {
  const limits = new Limits(new AbortController().signal, 100)
  vi.advanceTimersByTime(130)
  expect(limits.signal.aborted).toBe(true)
  expect(limits.signal.reason).toMatchObject({ waitedMs: 100 })
  limits.close(true)
})

test('signs of life do not extend the time before the first piece', () => {
  const limits = new Limits(new AbortController().signal, 1_000)
  expect(lasts(limits, 1_000, 50)).toBeLessThan(1_400)
  limits.close(true)
})
