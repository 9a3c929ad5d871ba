import { expect, test } from 'vitest'
import { Problem } from '#problem.ts'
import { openFairQueue, type QueueLimits } from './fair-queue.ts'

const full = () => new Problem('SERVER_BUSY', { seconds: 7 }, { retryAfter: 7 })
const LIMITS = { atOnce: 2, atOncePerPerson: 1, waitingPerPerson: 4, full }

/** A queue whose work ends on demand, and the order in which work began. */
function bench(limits: QueueLimits = LIMITS) {
  const enqueue = openFairQueue(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, userId: number, gone?: AbortSignal) =>
    enqueue({ key: String(userId), gone }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  return { ask, begun, end: (name: string) => ends.get(name)?.(), enqueue }
}

test('alternates between users, and no user occupies all slots', async () => {
  const { ask, begun, end } = bench()
  const all = [ask('a1', 1), ask('a2', 1), ask('a3', 1), ask('b1', 2), ask('b2', 2), ask('c1', 3)]
  await expect.poll(() => begun).toEqual(['a1', 'b1'])
  end('a1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
  end('b1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  end('c1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  end('a2')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  end('b2')
  end('a3')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('limits the waiting entries of a user, which does not affect other users', async () => {
  const { ask, begun } = bench()
  for (let n = 0; n < 5; n++) void ask(`a${n}`, 1)
  await expect(ask('a5', 1)).rejects.toMatchObject({ code: 'SERVER_BUSY', retryAfter: 7 })
  void ask('b', 2)
  await expect.poll(() => begun).toEqual(['a0', 'b'])
})

test('an aborted entry leaves the queue, and a failed one frees its slot', async () => {
  const { ask, begun, end, enqueue } = bench()
  const first = ask('a1', 1)
  const gone = new AbortController()
  const left = ask('a2', 1, gone.signal)
  const last = ask('a3', 1)
  gone.abort()
  expect(await left).toBeUndefined()
  expect(await ask('a4', 1, gone.signal)).toBeUndefined()
  await expect(enqueue({ key: '2' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  end('a1')
  expect(await first).toBe('a1')
  await expect.poll(() => begun).toEqual(['a1', 'a3'])
  end('a3')
  expect(await last).toBe('a3')
})

test('limits all waiting entries; an entry that starts or leaves makes room', async () => {
  const { ask, begun, end } = bench({ ...LIMITS, waiting: 2 })
  const refusal = expect.objectContaining({ code: 'SERVER_BUSY' }) as Error
  const gone = new AbortController()
  for (const [name, userId] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    void ask(name, userId)
  const leaving = ask('d', 4, gone.signal)
  await expect(ask('e', 5)).rejects.toThrow(refusal)
  gone.abort()
  expect(await leaving).toBeUndefined()
  void ask('f', 6)
  await expect(ask('g', 7)).rejects.toThrow(refusal)
  end('a')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  void ask('h', 8)
  await expect(ask('i', 9)).rejects.toThrow(refusal)
})
