import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices } from './notices.ts'
import { countDown } from './countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(certain = false) {
  const notices = createNotices()
  const reload = vi.fn()
  countDown({ notices, title: 'Saved', text: (seconds) => `${seconds} s`, act: reload, certain })
  return { notices, reload, told: () => notices.get().map(({ text }) => text) }
}

test('counts five seconds down, then reloads the page once', () => {
  const { reload, told } = start()
  const seen = [1, 2, 3, 4].map(() => {
    const now = told()[0]
    vi.advanceTimersByTime(1000)
    return now
  })
  expect([...seen, told()[0]]).toEqual(['5 s', '4 s', '3 s', '2 s', '1 s'])
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('closing the notice cancels the reload', () => {
  const { notices, reload } = start()
  vi.advanceTimersByTime(2000)
  notices.close(notices.get()[0]!.id)
  vi.advanceTimersByTime(10_000)
  expect(reload).not.toHaveBeenCalled()
})

test('an unavoidable action runs even if the notice is closed', () => {
  const { notices, reload } = start(true)
  notices.close(notices.get()[0]!.id)
  vi.advanceTimersByTime(5000)
  expect(reload).toHaveBeenCalledTimes(1)
})
