import type { LiveMessage } from '@polylogue/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bookmarkKeys } from '#features/bookmarks/keys.ts'
import { itemKeys } from '#features/items/keys.ts'
import { messageKeys } from '#features/conversation/keys.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { runsOf } from '#features/runs/index.ts'
import { onLiveEvent, onLiveOpen } from '#features/live/handler.ts'
import { createRefresh } from '#features/live/refresh.ts'
import type { Api } from '#lib/api.ts'
import { ITEM_KINDS } from './item-kinds.ts'
import { LIVE_HANDLERS } from './live-handlers.ts'

const known = {
  list: [...projectKeys.lists, 7],
  default: [...projectKeys.all, 'default', 7],
  project: projectKeys.one(1),
  other: projectKeys.one(2),
  tabs: tabKeys.of(1),
  otherTabs: tabKeys.of(2),
  messages: messageKeys.of(11),
  otherMessages: messageKeys.of(12),
  settings: settingsKeys.of(7),
  gone: bookmarkKeys.goneOf(['projects 1']),
  instructions: itemKeys('custinsts').all,
}

const notices = { show: () => 0 }
const api = { call: () => Promise.reject(new Error('No server')) } as unknown as Api
let cache: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  cache = new QueryClient()
  for (const key of Object.values(known)) cache.setQueryData(key, {})
})
afterEach(() => {
  cache.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const asked = () =>
  Object.entries(known)
    .filter(([, key]) => cache.getQueryState(key)?.isInvalidated)
    .map(([name]) => name)

const about = (what: string, ids: Record<string, number> = {}): LiveMessage => ({
  context: 5,
  uri: '/projects/1',
  contextData: { projectId: 1, what, ...ids },
})
const inTab = { tabId: 11, messageId: 41 }

describe('refetches the right queries', () => {
  test.each([
    ['a question', about('asked', inTab), ['messages']],
    ['the end of an answer', about('ended', inTab), ['messages']],
    ['a rating or a deleted message', about('message', inTab), ['messages']],
    ['a tab', about('tab', { tabId: 11 }), ['tabs']],
    ['a deleted tab', about('tab-deleted', { tabId: 11 }), ['tabs', 'gone']],
    ['a setting', { context: 18, uri: '/users/settings', contextData: {} }, ['settings']],
    ['a project', about('project'), ['project', 'tabs']],
    ['a deleted project', about('deleted'), ['project', 'tabs', 'gone']],
    ['the list', { context: 8, uri: '/projects', contextData: {} }, ['list']],
    [
      'a share',
      { context: 2, uri: '/projects/1', contextData: { projectId: 1 } },
      ['list', 'project', 'tabs', 'gone'],
    ],
    [
      'an instruction',
      { context: 10, uri: '/custinsts/3', contextData: { custinstId: 3 } },
      ['instructions'],
    ],
    ['an unknown event', { context: 77, uri: '/', contextData: {} }, []],
    ['a project without an id', { context: 5, uri: '/', contextData: { what: 'asked' } }, []],
  ])('after %s', (_, message, expected) => {
    onLiveEvent(LIVE_HANDLERS, { api, cache, refresh: createRefresh(cache), notices }, message)
    vi.advanceTimersByTime(200)
    expect(asked()).toEqual(expected)
  })

  test.each(ITEM_KINDS.flatMap(({ noun, live }) => live.codes.map((code) => [noun, code] as const)))(
    'after a deletion among %s (event %i): also what bookmarks lead to',
    (_, context) => {
      const message = { context, uri: '/', contextData: { what: 'deleted' } }
      onLiveEvent(LIVE_HANDLERS, { api, cache, refresh: createRefresh(cache), notices }, message)
      vi.advanceTimersByTime(200)
      expect(asked()).toContain('gone')
    },
  )

  test('after a question: also the tabs, if a non-admin could have deleted the tab until then', () => {
    cache.setQueryData(projectKeys.one(1), { hasAdminAccess: false })
    cache.setQueryData(tabKeys.of(1), [{ id: 11, can: { remove: true, move: true } }])
    onLiveEvent(LIVE_HANDLERS, { api, cache, refresh: createRefresh(cache), notices }, about('asked', inTab))
    vi.advanceTimersByTime(200)
    expect(asked()).toEqual(['tabs', 'messages'])
  })

  test('after the stream reconnects: all but the default project, which a request would create', () => {
    onLiveOpen(LIVE_HANDLERS, { api, cache, refresh: createRefresh(cache), notices }, false)
    vi.advanceTimersByTime(200)
    expect(asked()).toEqual(Object.keys(known).filter((name) => name !== 'default'))
  })

  test('after the first connection: messages, because answers may have started meanwhile', () => {
    onLiveOpen(LIVE_HANDLERS, { api, cache, refresh: createRefresh(cache), notices }, true)
    vi.advanceTimersByTime(200)
    expect(asked()).toEqual(['messages', 'otherMessages'])
  })
})

test('refetches the list at most every two seconds when many events arrive', () => {
  const page = { api, cache, refresh: createRefresh(cache), notices }
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  for (let index = 0; index < 50; index++) {
    onLiveEvent(LIVE_HANDLERS, page, { context: 8, uri: '/projects', contextData: {} })
    vi.advanceTimersByTime(100)
  }
  expect(invalidate.mock.calls.length).toBeGreaterThan(1)
  expect(invalidate.mock.calls.length).toBeLessThanOrEqual(4)
})

test('waits for a pending change of this page before refetching', async () => {
  const page = { api, cache, refresh: createRefresh(cache), notices }
  const saved = Promise.withResolvers<void>()
  const saving = cache.getMutationCache().build(cache, { mutationFn: () => saved.promise })
  const done = saving.execute(undefined)
  onLiveEvent(LIVE_HANDLERS, page, about('project'))
  vi.advanceTimersByTime(1_000)
  expect(asked()).toEqual([])
  saved.resolve()
  await done
  vi.advanceTimersByTime(200)
  expect(asked()).toEqual(['project', 'tabs'])
})

test('an answer started elsewhere counts as running until it ends, however long it takes', () => {
  const page = { api, cache, refresh: createRefresh(cache), notices }
  onLiveEvent(LIVE_HANDLERS, page, about('asked', inTab))
  expect(runsOf(cache).answers.has(41)).toBe(true)
  vi.advanceTimersByTime(16 * 60_000)
  expect(runsOf(cache).answers.has(41)).toBe(true)
  onLiveEvent(LIVE_HANDLERS, page, about('ended', inTab))
  expect(runsOf(cache).answers.has(41)).toBe(false)
})
