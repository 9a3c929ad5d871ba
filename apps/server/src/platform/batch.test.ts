import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBatch } from './batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('hands over together what came within the time', () => {
  const handled: (readonly number[])[] = []
  const batch = openBatch<number>(50, (items) => void handled.push(items))
  batch.add([1, 2])
  vi.advanceTimersByTime(49)
  batch.add([3])
  expect(handled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(handled).toEqual([[1, 2, 3]])
  batch.add([4])
  vi.advanceTimersByTime(50)
  expect(handled).toEqual([[1, 2, 3], [4]])
})

test('handles one batch at a time', async () => {
  const handled: (readonly number[])[] = []
  let end: () => void = () => undefined
  const batch = openBatch<number>(50, (items) => {
    handled.push(items)
    return new Promise((resolve) => (end = resolve))
  })
  batch.add([1])
  vi.advanceTimersByTime(50)
  batch.add([2])
  batch.add([3])
  await vi.advanceTimersByTimeAsync(500)
  expect(handled).toEqual([[1]])
  end()
  await vi.advanceTimersByTimeAsync(50)
  expect(handled).toEqual([[1], [2, 3]])
})

test('hands over at once when it is flushed, and waits for all of it', async () => {
  const handled: number[] = []
  const batch = openBatch<number>(50, async (items) => {
    await Promise.resolve()
    handled.push(...items)
  })
  batch.add([1])
  const flushed = batch.flush()
  batch.add([2])
  await flushed
  expect(handled).toEqual([1, 2])
  expect(vi.getTimerCount()).toBe(0)
})

test('drops what is collected when it is closed', () => {
  const handled: (readonly number[])[] = []
  const batch = openBatch<number>(50, (items) => void handled.push(items))
  batch.add([1])
  batch.close()
  vi.runAllTimers()
  expect(handled).toEqual([])
})
