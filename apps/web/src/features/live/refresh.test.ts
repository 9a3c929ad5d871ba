import type { LiveMessage } from '@polylogue/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#lib/api.ts'
import { onLiveEvent, refetch, type LiveHandler } from './handler.ts'
import { createRefresh, type Refresh } from './refresh.ts'

const KEY = ['list']
const HANDLERS: LiveHandler[] = [{ on: { 16: (page) => refetch(page, KEY) } }]

let refresh: Refresh
let loads: number
let hear: (contextData: LiveMessage['contextData']) => void
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  loads = 0
  const cache = new QueryClient()
  new QueryObserver(cache, { queryKey: KEY, queryFn: () => ++loads }).subscribe(() => undefined)
  await vi.waitFor(() => expect(loads).toBe(1))
  refresh = createRefresh(cache)
  const page = { api: {} as Api, cache, refresh, notices: { show: () => 1 } }
  hear = (contextData) => onLiveEvent(HANDLERS, page, { context: 16, uri: '/announcements', contextData })
})
afterEach(() => {
  refresh.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('what many pages hear at once is refetched after a random part of the time that the server says (LIVE-5)', async () => {
  hear({ spreadMs: 10_000 })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(loads).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(loads).toBe(2)
})

test('what this page alone hears meanwhile is refetched at once, and only once', async () => {
  hear({ spreadMs: 10_000 })
  hear({})
  await vi.advanceTimersByTimeAsync(200)
  expect(loads).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(loads).toBe(2)
})
