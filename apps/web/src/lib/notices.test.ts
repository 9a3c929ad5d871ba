import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices } from './notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const titles = (notices: ReturnType<typeof createNotices>) => notices.list().map(({ title }) => title)

test('a notice goes after five seconds, a failure stays', () => {
  const notices = createNotices()
  notices.show({ kind: 'done', title: 'Saved.' })
  notices.show({ kind: 'failure', title: 'Not saved' })
  vi.advanceTimersByTime(4999)
  expect(titles(notices)).toEqual(['Saved.', 'Not saved'])
  vi.advanceTimersByTime(1)
  expect(titles(notices)).toEqual(['Not saved'])
})

test('three at most: what would go anyway makes room first', () => {
  const notices = createNotices()
  notices.show({ kind: 'failure', title: 'a' })
  notices.show({ kind: 'done', title: 'b' })
  notices.show({ kind: 'failure', title: 'c' })
  notices.show({ kind: 'failure', title: 'd' })
  expect(titles(notices)).toEqual(['a', 'c', 'd'])
  notices.show({ kind: 'failure', title: 'e' })
  expect(titles(notices)).toEqual(['c', 'd', 'e'])
})

test('the same notice is shown once', () => {
  const notices = createNotices()
  notices.show({ kind: 'failure', title: 'a' })
  notices.show({ kind: 'failure', title: 'a' })
  expect(titles(notices)).toEqual(['a'])
})
