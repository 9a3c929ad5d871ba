import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query.ts'
import { forgetUnread } from './project-event.ts'
import { keepUnread, noteEnded, unreadOf } from './unread.ts'

const stored = new Map<string, string>()
let target: EventTarget

beforeEach(() => {
  stored.clear()
  target = new EventTarget()
  vi.stubGlobal('window', target)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

type Cache = ReturnType<typeof createQueryClient>

const unread = (cache: Cache) =>
  unreadOf(cache)
    .unread.get()
    .map(({ tabId }) => tabId)

function visit(userId = 7) {
  const cache = createQueryClient()
  return { cache, leave: keepUnread(cache, userId) }
}

test('unread answers are stored for the next visit of the same user, not for other users', () => {
  const { cache, leave } = visit()
  noteEnded(cache, { projectId: 1, tabId: 11 })
  noteEnded(cache, { projectId: 1, tabId: 12 })
  noteEnded(cache, { projectId: 1, tabId: 11 })
  expect(unread(cache)).toEqual([12, 11])
  leave()
  expect(unread(cache)).toEqual([])
  expect(unread(visit().cache)).toEqual([12, 11])
  expect(unread(visit(8).cache)).toEqual([])
})

test('an answer noted before the stored marks were read is kept with them', () => {
  noteEnded(visit().cache, { projectId: 1, tabId: 11 })
  const cache = createQueryClient()
  noteEnded(cache, { projectId: 2, tabId: 21 })
  keepUnread(cache, 7)
  expect(unread(cache)).toEqual([11, 21])
})

test('a change is seen in other pages of the same browser', () => {
  const [here, there] = [visit(), visit()]
  noteEnded(here.cache, { projectId: 1, tabId: 11 })
  const event = Object.assign(new Event('storage'), { key: 'polylogue.unread.7' })
  target.dispatchEvent(event)
  expect(unread(there.cache)).toEqual([11])
})

test('removes deleted tabs and projects', () => {
  const { cache } = visit()
  noteEnded(cache, { projectId: 1, tabId: 11 })
  noteEnded(cache, { projectId: 1, tabId: 12 })
  noteEnded(cache, { projectId: 2, tabId: 21 })
  forgetUnread(cache, { tabId: 11 })
  expect(unread(cache)).toEqual([12, 21])
  forgetUnread(cache, { projectId: 1 })
  expect(unread(cache)).toEqual([21])
})

test('ignores outdated and malformed entries, and works without localStorage', () => {
  stored.set(
    'polylogue.unread.7',
    JSON.stringify([{ projectId: 1, tabId: 11, since: 5 }, null, 'x', { tabId: 3 }]),
  )
  expect(unread(visit().cache)).toEqual([])
  stored.set('polylogue.unread.7', '{')
  expect(unread(visit().cache)).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  const { cache } = visit()
  noteEnded(cache, { projectId: 1, tabId: 11 })
  expect(unread(cache)).toEqual([11])
})

test('a tab visible when the page opens is marked as read in all pages of the browser', () => {
  stored.set('polylogue.unread.7', JSON.stringify([{ projectId: 1, tabId: 11, since: Date.now() }]))
  const cache = createQueryClient()
  unreadOf(cache).shown.set(11, 1)
  keepUnread(cache, 7)
  expect(unread(cache)).toEqual([])
  expect(stored.get('polylogue.unread.7')).toBeUndefined()
})
