import { expect, test } from 'vitest'
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

test('a slow item does not hold the others: later calls get a batch beside it, earlier ones are tried alone', async () => {
  const slow = Promise.withResolvers<undefined>()
  const batches: number[][] = []
  const same = batched(
    async (items: readonly number[]) => {
      batches.push([...items])
      if (items.includes(2)) await slow.promise
      return items
    },
    { gapMs: 0, slowMs: 1, isRead: true, isOutage: () => false },
  )
  const first = [1, 2, 3, 4].map(same)
  expect(await Promise.all([first[0], first[2], first[3]])).toEqual([1, 3, 4])
  expect(await same(5)).toBe(5)
  slow.resolve(undefined)
  expect(await first[1]).toBe(2)
  expect(batches.slice(0, 2)).toEqual([[1], [2, 3, 4]])
})

test('what is written is not tried twice, and later calls get a batch beside it', async () => {
  const slow = Promise.withResolvers<undefined>()
  const batches: number[][] = []
  const same = batched(
    async (items: readonly number[]) => {
      batches.push([...items])
      if (items.includes(2)) await slow.promise
      return items
    },
    { gapMs: 0, slowMs: 1, isOutage: () => false },
  )
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
