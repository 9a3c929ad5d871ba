import { expect, test, vi } from 'vitest'
import { openUnshare } from './unshare.ts'

test('a failed look-up is logged once and repeated later, and a found path is kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const warn = vi.fn()
  const look = vi.fn(() => Promise.reject<string>(new Error('timed out')))
  const find = openUnshare(warn, look)
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined])
  expect(await find()).toBeUndefined()
  expect(look).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(600_000)
  expect(await find()).toBeUndefined()
  expect(look).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledTimes(1)
  look.mockResolvedValue('/usr/bin/unshare')
  vi.advanceTimersByTime(600_000)
  expect(await find()).toBe('/usr/bin/unshare')
  vi.advanceTimersByTime(10_000_000)
  expect(await find()).toBe('/usr/bin/unshare')
  expect(look).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
