import type { LiveMessage } from '@polylogue/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#lib/api.ts'
import { connect } from './connect.ts'

const opened: boolean[] = []
const asked: (number | undefined)[] = []
const heard: LiveMessage['contextData'][] = []
let end: (() => void) | undefined
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  end?.()
  vi.unstubAllGlobals()
  for (const list of [opened, asked, heard]) list.length = 0
})

/** A page that began to load its data some time ago; its streams end at once, so that it connects again. */
function page(agoMs: number): void {
  const message = { context: 8, uri: '/projects', contextData: { what: 'missed' } }
  const api = {
    open: (_: unknown, { query }: { query: { missedMs?: number } }) => {
      asked.push(query.missedMs)
      return Promise.resolve(new Response(`data: ${JSON.stringify(message)}\n\n`))
    },
  } as unknown as Api
  end = connect({
    api,
    cache: new QueryClient(),
    notices: { show: () => 1 },
    userId: 1,
    handlers: [
      { on: { 8: (_, data) => void heard.push(data) }, onOpen: (_, first) => void opened.push(first) },
    ],
    loaded: performance.now() - agoMs,
    lost: () => undefined,
  })
}

test('the first stream asks for what changed since the page loaded its data, a later one refetches', async () => {
  page(700)
  await vi.waitFor(() => expect(opened).toEqual([true, false]), 20_000)
  expect(asked[0]).toBeGreaterThanOrEqual(700)
  expect(asked[1]).toBeUndefined()
  expect(heard[0]).toEqual({ what: 'missed' })
})

test('data that was loaded long before the first stream is refetched', async () => {
  page(100_000)
  await vi.waitFor(() => expect(opened).toEqual([false]), 20_000)
  expect(asked).toEqual([undefined])
})
