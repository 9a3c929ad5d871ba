import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices } from './notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const titles = (notices: ReturnType<typeof createNotices>) => notices.get().map(({ title }) => title)

test('a notice closes after five seconds, a failure stays', () => {
  const notices = createNotices()
  notices.show({ kind: 'done', title: 'Saved.' })
  notices.show({ kind: 'failure', title: 'Not saved' })
  vi.advanceTimersByTime(4999)
  expect(titles(notices)).toEqual(['Saved.', 'Not saved'])
  vi.advanceTimersByTime(1)
  expect(titles(notices)).toEqual(['Not saved'])
})

test('a notice with a button stays long enough to reach it', () => {
  const notices = createNotices()
  notices.show({ title: 'Switched off', action: { label: 'Undo', run: () => undefined } })
  vi.advanceTimersByTime(14_999)
  expect(titles(notices)).toEqual(['Switched off'])
  vi.advanceTimersByTime(1)
  expect(titles(notices)).toEqual([])
})

test('a failure closes after ten minutes or the configured time', () => {
  let configured = 600_000
  const standard = createNotices()
  const own = createNotices(() => configured)
  for (const notices of [standard, own]) notices.show({ kind: 'failure', title: 'Not saved' })
  vi.advanceTimersByTime(599_999)
  expect([...titles(standard), ...titles(own)]).toEqual(['Not saved', 'Not saved'])
  vi.advanceTimersByTime(1)
  expect([...titles(standard), ...titles(own)]).toEqual([])
  // The configuration loads after the page has started.
  configured = 20_000
  own.show({ kind: 'info', title: 'stays', sticky: true })
  own.hold(true)
  vi.advanceTimersByTime(30_000)
  expect(titles(own)).toEqual(['stays'])
  own.hold(false)
  vi.advanceTimersByTime(19_999)
  expect(titles(own)).toEqual(['stays'])
  vi.advanceTimersByTime(1)
  expect(titles(own)).toEqual([])
})

test('shows at most three notices and first drops those that close by themselves', () => {
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

test('notices under the pointer stay, and have their full time afterwards', () => {
  const notices = createNotices()
  notices.show({ kind: 'info', title: 'one' })
  vi.advanceTimersByTime(4_000)
  notices.hold(true)
  notices.show({ kind: 'info', title: 'two' })
  vi.advanceTimersByTime(60_000)
  expect(notices.get()).toHaveLength(2)
  notices.hold(false)
  vi.advanceTimersByTime(4_999)
  expect(notices.get()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(notices.get()).toHaveLength(0)
})

test('closing a notice under the pointer does not keep the next one open', () => {
  const notices = createNotices()
  const id = notices.show({ kind: 'failure', title: 'one' })
  notices.hold(true)
  notices.close(id)
  notices.show({ kind: 'info', title: 'two' })
  vi.advanceTimersByTime(5_000)
  expect(notices.get()).toHaveLength(0)
})

test('a notice without kind and title reports success in the name of the app, as configured by then', () => {
  let name = 'Polylogue'
  const notices = createNotices(undefined, () => name)
  name = 'Hollenbeck Chat'
  notices.show({ text: 'The project was updated.' })
  expect(notices.get()).toMatchObject([{ kind: 'done', title: 'Hollenbeck Chat', sticky: false }])
  vi.advanceTimersByTime(5000)
  expect(titles(notices)).toEqual([])
})
