import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { stateOf } from './store.ts'
import { forgetUnread, keepUnread, noteEnded } from './unread.ts'

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
  stateOf(cache)
    .unread.get()
    .map(({ tabId }) => tabId)

function visit(userId = 7) {
  const cache = createQueryClient()
  return { cache, leave: keepUnread(cache, userId) }
}

test('what ended unseen is remembered for the next visit of the same person, and of nobody else', () => {
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

test('what was noted before the marks were read is kept beside them', () => {
  noteEnded(visit().cache, { projectId: 1, tabId: 11 })
  const cache = createQueryClient()
  noteEnded(cache, { projectId: 2, tabId: 21 })
  keepUnread(cache, 7)
  expect(unread(cache)).toEqual([11, 21])
})

test('another page of this browser sees a change', () => {
  const [here, there] = [visit(), visit()]
  noteEnded(here.cache, { projectId: 1, tabId: 11 })
  const event = Object.assign(new Event('storage'), { key: 'polylogue.unread.7' })
  target.dispatchEvent(event)
  expect(unread(there.cache)).toEqual([11])
})

test('a tab and a project that are gone are forgotten', () => {
  const { cache } = visit()
  noteEnded(cache, { projectId: 1, tabId: 11 })
  noteEnded(cache, { projectId: 1, tabId: 12 })
  noteEnded(cache, { projectId: 2, tabId: 21 })
  forgetUnread(cache, { tabId: 11 })
  expect(unread(cache)).toEqual([12, 21])
  forgetUnread(cache, { projectId: 1 })
  expect(unread(cache)).toEqual([21])
})

test('old news, strange texts and a forbidden storage do no harm', () => {
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

test('a tab that is on the screen when the page opens is seen for every page of this browser', () => {
  stored.set('polylogue.unread.7', JSON.stringify([{ projectId: 1, tabId: 11, since: Date.now() }]))
  const cache = createQueryClient()
  stateOf(cache).shown.set(11, 1)
  keepUnread(cache, 7)
  expect(unread(cache)).toEqual([])
  expect(stored.get('polylogue.unread.7')).toBeUndefined()
})
