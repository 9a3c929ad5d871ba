import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProvider, type Api } from '#lib/api.ts'
import { leavePage } from '#lib/per-page.ts'
import { createSessionStore } from '#lib/session.ts'
import { RequireSession, SessionProvider } from '#features/session/index.ts'
import { AT_ONCE, type CompareQueue, type Lane } from './compare-queue.ts'
import { useCompareQueue } from './use-compare-queue.ts'

afterEach(() => void vi.unstubAllGlobals())

const lanes = Array.from({ length: AT_ONCE + 2 }, (_, at): Lane => ({
  compareId: 'a',
  projectId: 1,
  tabId: at + 1,
  text: 'Why?',
  modelId: 1,
  modelTagId: 1,
  modelName: 'Guide',
  modelTagName: 'latest',
}))

test('a user who leaves ends the queue, although the answers under way end then, too', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const store = createSessionStore(undefined, new EventTarget())
  store.set({ userId: 1, access: 'a', refresh: 'r', expires: Number.MAX_SAFE_INTEGER })
  const open = vi.fn(() => new Promise<Response>(() => undefined))
  const api = { open, of: () => api } as unknown as Api
  const cache = new QueryClient()
  const rendered = vi.fn<(queue: CompareQueue) => void>()
  function Page(): ReactNode {
    rendered(useCompareQueue())
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={cache}>
        <ApiProvider value={api}>
          <SessionProvider store={store}>
            <RequireSession>
              <Page />
            </RequireSession>
          </SessionProvider>
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const [queue] = rendered.mock.lastCall!
  queue.add(lanes)
  expect(open).toHaveBeenCalledTimes(AT_ONCE)
  leavePage(cache)
  await new Promise((resolve) => setImmediate(resolve))
  expect(open).toHaveBeenCalledTimes(AT_ONCE)
  expect(queue.of('a')).toEqual([])
})
