import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openPace, stepsOf } from './pace.ts'

const poolOf = () => new EventEmitter() as unknown as pg.Pool
const work =
  (pool: pg.Pool, log: string[], name: string, others = 0) =>
  () => {
    for (let n = 0; n <= others; n++) (pool as unknown as EventEmitter).emit('acquire')
    log.push(name)
    return Promise.resolve(name)
  }

test('steps run without pause while nothing else uses the pool, and pause after one that was shared', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const pool = poolOf()
  const pace = openPace({ kind: 'embedded', pool }, 10)
  const log: string[] = []
  expect(await Promise.all([pace(work(pool, log, 'a')), pace(work(pool, log, 'b'))])).toEqual(['a', 'b'])
  const met = async () => {
    vi.advanceTimersByTime(20)
    return work(pool, log, 'c', 1)()
  }
  const begin = Date.now()
  const rest = [pace(met), pace(work(pool, log, 'd'))]
  await setImmediate()
  expect(log).toEqual(['a', 'b', 'c'])
  await Promise.all(rest)
  expect(Date.now() - begin).toBeGreaterThanOrEqual(190)
  vi.useRealTimers()
})

test('a failed step rejects for its caller, and the next one runs', async () => {
  const pool = poolOf()
  const pace = openPace({ kind: 'embedded', pool }, 10)
  await expect(pace(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await pace(work(pool, [], 'next'))).toBe('next')
})

test('steps are limited by count and size, and a larger item gets its own step', () => {
  const steps = (sizes: number[]) => stepsOf(sizes, (size) => size, { count: 3, size: 100 })
  expect(steps([60, 40, 1, 500, 99, 1, 0, 0])).toEqual([[60, 40], [1], [500], [99, 1, 0], [0]])
  expect(steps([])).toEqual([])
})
