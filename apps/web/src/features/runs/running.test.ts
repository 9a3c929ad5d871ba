import type { Message } from '@polylogue/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leavePage } from '#lib/per-page.ts'
import { ifLate, noteBegun } from './project-event.ts'
import { unreadOf } from './unread.ts'
import { runsOf } from './use-running.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const tab = { projectId: 1, tabId: 11 }

/** A page whose streams never end. */
function page() {
  const cache = new QueryClient()
  const runs = runsOf(cache)
  const connect = (userId: number) =>
    runs.connect(userId, {
      follow: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
      most: 3,
      stop: () => Promise.reject(new Error('no')),
      settle: () => undefined,
      now: () => 0,
      wait: () => Promise.resolve(),
      pace: (show) => ({ ask: () => undefined, flush: show }),
    })
  connect(1)
  const running = () => runs.answers.get().map(({ messageId }) => messageId)
  const unread = () =>
    unreadOf(cache)
      .unread.get()
      .map(({ tabId }) => tabId)
  return { cache, runs, connect, running, unread }
}

const ended = (id: number) => ({ id, state: 2 }) as Message

test('each of several answers counts as running until it ends, in any order', () => {
  const { runs, running, unread } = page()
  for (const id of [41, 42, 43, 44, 45]) runs.follow({ projectId: 1, tabId: id }, id)
  expect(running()).toEqual([41, 42, 43, 44, 45])
  runs.listed([ended(45)])
  expect(running()).toEqual([41, 42, 43, 44])
  runs.listed([ended(44)])
  expect(running()).toEqual([41, 42, 43])
  expect(unread()).toEqual([45, 44])
})

test('an answer that this page follows is listed once, and the live stream cannot end it', () => {
  const { cache, runs, running } = page()
  noteBegun(runs.answers, { ...tab, messageId: 41 })
  runs.follow(tab, 41)
  noteBegun(runs.answers, { ...tab, messageId: 41 })
  expect(running()).toEqual([41])
  runs.answers.endedElsewhere(() => true)
  vi.advanceTimersByTime(16 * 60_000)
  expect(running()).toEqual([41])
  expect(runs.isFollowed(41)).toBe(true)
  leavePage(cache)
  expect(running()).toEqual([])
  expect(runs.isFollowed(41)).toBe(false)
})

test('an answer that was asked elsewhere is listed until an event ends it, however long it takes', () => {
  const { runs, running } = page()
  noteBegun(runs.answers, { ...tab, messageId: 41 })
  vi.advanceTimersByTime(60 * 60_000)
  expect(running()).toEqual([41])
  runs.answers.endedElsewhere(({ messageId }) => messageId === 41)
  expect(running()).toEqual([])
})

test('another user finds no answers of the first', () => {
  const { runs, connect, running } = page()
  runs.follow(tab, 41)
  connect(1)
  expect(running()).toEqual([41])
  connect(2)
  expect([running(), runs.of(11)]).toEqual([[], []])
})

test('only an answer whose end does not arrive in time is late', () => {
  const { runs } = page()
  const late: number[] = []
  for (const id of [41, 42, 43, 44]) runs.follow({ projectId: 1, tabId: id }, id)
  for (const id of [41, 44]) ifLate(runs.answers, id, () => late.push(id))
  runs.listed([ended(44)])
  vi.advanceTimersByTime(2_000)
  expect(late).toEqual([41])
})

test('a tab with two queued questions is marked until both have left the queue', () => {
  const { runs } = page()
  const [one, other] = [runs.enqueue(11), runs.enqueue(11)]
  one()
  expect(runs.queued.get()).toEqual([11])
  other()
  expect(runs.queued.get()).toEqual([])
})
