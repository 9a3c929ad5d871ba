import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFigures } from './figures.ts'
import { NOW } from './opened-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Figures that take so many milliseconds to read. */
function taking(ms: number) {
  const read = vi.fn(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    return []
  })
  return { read, figures: openFigures(read) }
}

test('slow figures are read once for all who ask within ten times as long', async () => {
  const { read, figures } = taking(200)
  await Promise.all([figures([1, 2], NOW), figures([1, 2], NOW)])
  await vi.advanceTimersByTimeAsync(1_990)
  await figures([1, 2], NOW)
  expect(read).toHaveBeenCalledTimes(1)
  await figures([1], NOW)
  expect(read, 'of another project').toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(20)
  await figures([1, 2], NOW)
  expect(read, 'later').toHaveBeenCalledTimes(3)
})

test('figures are kept for five seconds at most', async () => {
  const { read, figures } = taking(3_000)
  await figures([1], NOW)
  await vi.advanceTimersByTimeAsync(5_010)
  await figures([1], NOW)
  expect(read).toHaveBeenCalledTimes(2)
})

test('figures that are read at once are read each time', async () => {
  const { read, figures } = taking(40)
  for (let time = 0; time < 3; time++) await figures([1], NOW)
  expect(read).toHaveBeenCalledTimes(3)
})
