import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { forgetBegunElsewhere, noteBegunElsewhere, isFollowedHere, markRunning } from './running.ts'
import { stateOf } from './store.ts'

beforeEach(() => void vi.stubGlobal('document', { visibilityState: 'visible' }))
afterEach(() => void vi.unstubAllGlobals())

const tab = { projectId: 1, tabId: 11 }

function page() {
  const cache = createQueryClient()
  const running = () => stateOf(cache).running.get()
  const unread = () => stateOf(cache).unread.get()
  return { cache, running, unread }
}

test('each of several answers is marked as running until it ends, in any order', () => {
  const { cache, running, unread } = page()
  const [one, two] = [markRunning(cache, tab), markRunning(cache, { projectId: 1, tabId: 12 })]
  one.named(41)
  two.named(42)
  expect(running().map(({ messageId }) => messageId)).toEqual([41, 42])
  one.ended()
  expect(running().map(({ messageId }) => messageId)).toEqual([42])
  two.ended()
  expect(running()).toEqual([])
  expect(unread()).toHaveLength(2)
})

test('a question that was not stored is neither running nor unread', () => {
  const { cache, running, unread } = page()
  markRunning(cache, tab).ended()
  expect(running()).toEqual([])
  expect(unread()).toEqual([])
})

test('an answer followed by this page is listed once, and the live stream cannot end it', () => {
  const { cache, running } = page()
  noteBegunElsewhere(cache, { ...tab, messageId: 41 })
  const run = markRunning(cache, tab)
  run.named(41)
  noteBegunElsewhere(cache, { ...tab, messageId: 41 })
  expect(running()).toHaveLength(1)
  forgetBegunElsewhere(cache, () => true)
  expect(running()).toHaveLength(1)
  expect(isFollowedHere(cache, 41)).toBe(true)
  run.dropped()
  expect(running()).toEqual([])
})
