import { afterEach, expect, test, vi } from 'vitest'
import { openTurns } from './turns.ts'

afterEach(() => void vi.useRealTimers())

const busy = { code: 'SERVER_BUSY', status: 503 }

/** Work that ends on demand. */
function held(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = () => {
    log.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('limits concurrent work, queues further work and refuses it when the queue is full', async () => {
  const inTurn = openTurns({ atOnce: 2, waiting: 2, timeoutMs: 10_000 })
  const begun: string[] = []
  const jobs = ['a', 'b', 'c', 'd'].map((name) => held(begun, name))
  const results = jobs.map(({ work }) => inTurn(work))
  await expect(inTurn(() => Promise.resolve())).rejects.toMatchObject({ ...busy, retryAfter: 5 })
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  jobs[1]!.end()
  expect(await results[1]).toBe('b')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  for (const job of jobs) job.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('failed work frees its slot', async () => {
  const inTurn = openTurns({ atOnce: 1, waiting: 5, timeoutMs: 10_000 })
  const job = held([], 'broken')
  const failed = inTurn(job.work)
  const next = inTurn(() => Promise.resolve('next'))
  job.fail()
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(await inTurn(() => Promise.resolve('later'))).toBe('later')
})

test('work that waited too long is refused, and later work runs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = openTurns({ atOnce: 1, waiting: 5, timeoutMs: 10_000 })
  const job = held([], 'long')
  const first = inTurn(job.work)
  const late = [inTurn(() => Promise.resolve()), inTurn(() => Promise.resolve())]
  const refused = late.map((each) => expect(each).rejects.toMatchObject(busy))
  vi.advanceTimersByTime(10_001)
  job.end()
  await Promise.all([first, ...refused])
  expect(await inTurn(() => Promise.resolve('later'))).toBe('later')
})

test('preferred work has its own queue and every second slot', async () => {
  const inTurn = openTurns({ atOnce: 1, waiting: 3, timeoutMs: 10_000 })
  const begun: string[] = []
  const running = held(begun, 'running')
  const note = (name: string, isFirst: boolean) =>
    inTurn(() => Promise.resolve(void begun.push(name)), { isFirst })
  const all = [inTurn(running.work), ...['a', 'b', 'c'].map((name) => note(name, false))]
  await expect(note('d', false)).rejects.toMatchObject(busy)
  all.push(...['first', 'second', 'third'].map((name) => note(name, true)))
  running.end()
  await Promise.all(all)
  expect(begun).toEqual(['running', 'first', 'a', 'second', 'b', 'third', 'c'])
})
