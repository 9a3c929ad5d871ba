import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { contract } from '@polylogue/contract/browser'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProvider, createApi, useApi, type Api } from '#lib/api.ts'
import { createSessionStore, type Session } from '#lib/session.ts'
import { RequireSession, SessionProvider } from './session-context.tsx'

afterEach(() => void vi.unstubAllGlobals())

const sessionOf = (userId: number): Session => ({
  userId,
  access: `token of ${userId}`,
  refresh: `refresh of ${userId}`,
  expires: Number.MAX_SAFE_INTEGER,
})

/** The page of user 1, whose components have `api`. `sent` are the tokens of its requests; `reply` answers the next one. */
function pageOfOne() {
  const store = createSessionStore(undefined, new EventTarget())
  store.set(sessionOf(1))
  const sent: (string | null)[] = []
  const reply = vi.fn(() => Promise.resolve(Response.json({ messageContent: { data: {}, meta: {} } })))
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('authorization'))
    return reply()
  })
  const rendered = vi.fn<(api: Api) => void>()
  function Page(): ReactNode {
    rendered(useApi())
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createApi({ store })}>
          <SessionProvider store={store}>
            <RequireSession>
              <Page />
            </RequireSession>
          </SessionProvider>
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const [api] = rendered.mock.lastCall!
  return { api, store, sent, reply }
}

const REFUSED = { messageContent: { errorCode: 'UNAUTHORIZED', errorMessage: '' } }

test('the page of a user sends no token of another, who has signed in meanwhile', async () => {
  const { api, store, sent } = pageOfOne()
  await api.call(contract.auth.logout)
  store.set({ ...sessionOf(1), access: 'renewed' })
  await api.call(contract.auth.logout)
  store.set(sessionOf(2))
  await api.call(contract.auth.logout)
  expect(sent).toEqual(['Bearer token of 1', 'Bearer renewed', null])
})

test('a request that was refused while another user signed in is not sent again for that one', async () => {
  const { api, store, sent, reply } = pageOfOne()
  reply.mockImplementation(() => {
    store.set(sessionOf(2))
    return Promise.resolve(Response.json(REFUSED, { status: 401 }))
  })
  await expect(api.call(contract.projects.get, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 })
  expect(sent.filter((token) => token?.endsWith('2'))).toEqual([])
})
