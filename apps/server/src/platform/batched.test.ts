import { expect, onTestFinished, test, vi } from 'vitest'
import { batched } from './batched.ts'
import { asSender, currentSender } from './sender.ts'

test('a single call runs at once, calls made meanwhile are batched, and a failing call rejects alone', async () => {
  const batches: number[][] = []
  const double = batched(
    async (items: readonly number[]) => {
      batches.push([...items])
      await Promise.resolve()
      if (items.includes(3)) throw new Error('three')
      return items.map((item) => item * 2)
    },
    { gapMs: 0, isOutage: () => false },
  )
  const results = await Promise.allSettled([1, 2, 3, 4].map(double))
  expect(batches).toEqual([[1], [2, 3, 4], [2, 3], [2], [3], [4]])
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual([2, 4, 'Error: three', 8])
})

test('calls within the gap after a batch share the next one, and a call after it runs at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const batches: number[][] = []
  const same = batched(
    (items: readonly number[]) => {
      batches.push([...items])
      return Promise.resolve(items)
    },
    { gapMs: 10, isOutage: () => false },
  )
  await same(1)
  const shared = Promise.all([same(2), same(3)])
  await vi.advanceTimersByTimeAsync(9)
  expect(batches).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(1)
  expect(await shared).toEqual([2, 3])
  await vi.advanceTimersByTimeAsync(10)
  await same(4)
  expect(batches).toEqual([[1], [2, 3], [4]])
})

test('a batch has at most so many items, and the others follow in the next one', async () => {
  const batches: number[][] = []
  const same = batched(
    (items: readonly number[]) => {
      batches.push([...items])
      return Promise.resolve(items)
    },
    { gapMs: 0, most: 2, isOutage: () => false },
  )
  expect(await Promise.all([1, 2, 3, 4].map(same))).toEqual([1, 2, 3, 4])
  expect(batches).toEqual([[1], [2, 3], [4]])
})

test('a batch is not larger than its room, except with a single item', async () => {
  const batches: number[][] = []
  const same = batched(
    (items: readonly number[]) => {
      batches.push([...items])
      return Promise.resolve(items)
    },
    { gapMs: 0, room: 10, sizeOf: (size) => size, isOutage: () => false },
  )
  await Promise.all([1, 6, 4, 1, 20, 3].map(same))
  expect(batches).toEqual([[1], [6, 4], [1], [20], [3]])
})

test('a batch is work of the process, not of the person whose call began it', async () => {
  const senders: string[] = []
  const same = batched(
    (items: readonly number[]) => {
      senders.push(currentSender())
      return Promise.resolve(items)
    },
    { gapMs: 0, isOutage: () => false },
  )
  await Promise.all([1, 2, 3].map((item) => asSender(`person ${item}`, () => same(item))))
  expect(senders).toEqual(['', ''])
})

/** Batches in which 2 is slow. */
function withSlow({ isRead }: { isRead: boolean }) {
  const slow = Promise.withResolvers<undefined>()
  const batches: number[][] = []
  const same = batched(
    async (items: readonly number[]) => {
      batches.push([...items])
      if (items.includes(2)) await slow.promise
      return items
    },
    { gapMs: 0, slowMs: 1, isRead, isOutage: () => false },
  )
  return { same, batches, slow }
}

test('a slow item does not hold the others: later calls get a batch beside it, earlier ones are tried alone', async () => {
  const { same, batches, slow } = withSlow({ isRead: true })
  const first = [1, 2, 3, 4].map(same)
  expect(await Promise.all([first[0], first[2], first[3]])).toEqual([1, 3, 4])
  expect(await same(5)).toBe(5)
  slow.resolve(undefined)
  expect(await first[1]).toBe(2)
  expect(batches.slice(0, 2)).toEqual([[1], [2, 3, 4]])
})

test('what is written is not tried twice, and later calls get a batch beside it', async () => {
  const { same, batches, slow } = withSlow({ isRead: false })
  const held = [1, 2, 3].map(same)
  await expect.poll(() => batches).toEqual([[1], [2, 3]])
  expect(await same(4)).toBe(4)
  slow.resolve(undefined)
  expect(await Promise.all(held)).toEqual([1, 2, 3])
  expect(batches).toEqual([[1], [2, 3], [4]])
})

test('a defect while an error is judged fails its batch, and the next calls are served', async () => {
  const same = batched(
    (items: readonly number[]) =>
      items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items),
    {
      gapMs: 0,
      isOutage: () => {
        throw new Error('defect')
      },
    },
  )
  const results = await Promise.allSettled([1, 2, 3].map(same))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await same(4)).toBe(4)
})

/** Batches of texts, the first letter of which is their person; those that are locked fail. */
function withLocks() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const locked = new Set<string>()
  const tried: string[] = []
  let most = 0
  let running = 0
  const same = batched(
    async (items: readonly string[]) => {
      most = Math.max(most, ++running)
      tried.push(items.join(' '))
      const isHeld = items.some((item) => locked.has(item))
      if (isHeld) await new Promise((resolve) => setTimeout(resolve, 100))
      running--
      if (isHeld) throw Object.assign(new Error('locked'), { code: '55P03' })
      return items
    },
    { gapMs: 0, isOutage: () => false, personOf: (item) => item[0] },
  )
  return { same, locked, tried, mostAtOnce: () => most, startOver: () => (most = 0) }
}

const numbered = (person: string, count: number) => Array.from({ length: count }, (_, at) => `${person}${at}`)

test('items that are locked leave their batch, and wait on one connection until each had its time', async () => {
  const { same, locked, mostAtOnce, startOver } = withLocks()
  const mine = numbered('a', 50)
  for (const item of mine) locked.add(item)
  const held = Promise.allSettled(mine.map(same))
  await vi.advanceTimersByTimeAsync(3_000)
  const since = performance.now()
  expect(await same('b')).toBe('b')
  expect(performance.now()).toBe(since)
  startOver()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(mostAtOnce()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect((await held).map(({ status }) => status)).toEqual(Array<string>(50).fill('rejected'))
})

test('locked items of one person do not hold those of another, and are stored once they are free', async () => {
  const { same, locked } = withLocks()
  const mine = numbered('a', 50)
  for (const item of [...mine, 'b']) locked.add(item)
  const held = Promise.all(mine.map(same))
  const other = same('b')
  await vi.advanceTimersByTimeAsync(4_000)
  locked.delete('b')
  const since = performance.now()
  void vi.advanceTimersByTimeAsync(1_000)
  expect(await other).toBe('b')
  expect(performance.now() - since).toBeLessThan(600)
  locked.clear()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await held).toEqual(mine)
})
