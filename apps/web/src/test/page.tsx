// Opens a component in a page of its own: the page's real providers, session, router and texts, with the API answered by a
// scripted server (decision 137). For states of a component; what needs a layout or a real focus is tested in `e2e`.
import { configure, screen } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { Providers } from '#app/providers.tsx'
import { Root } from '#app/root.tsx'
import { RouteFailed } from '#app/route-failed.tsx'
import { RequireSession } from '#features/session/index.ts'
import { createApi } from '#lib/api.ts'
import { createConfigStore } from '#lib/config.ts'
import type { Language } from '#lib/language.ts'
import { createNotices } from '#lib/notices.ts'
import { createQueryClient } from '#lib/query.ts'
import { createSessionStore } from '#lib/session.ts'
import { translations } from '#lib/translations.ts'
import { startTexts } from '#texts/index.ts'
import { serverOf, type Server } from './server.ts'
import { USER_ID } from './user.ts'

// A net for what hangs, as in the browser: a busy machine takes seconds for what an idle one does in milliseconds.
configure({ asyncUtilTimeout: 15_000 })

interface Options {
  readonly server?: Server
  /** Address of the page. */
  readonly at?: string
  /** Addresses at which the component is shown, as a route: all by default. */
  readonly path?: string
  readonly language?: Language
  /** Shows the component to a visitor who is not signed in. */
  readonly visitor?: boolean
  /** The public configuration; its defaults when missing. */
  readonly config?: unknown
}

interface OpenPage {
  readonly user: UserEvent
  readonly server: Server
  /** Returns the current address: path and query. */
  address(): string
}

/** Shows a component in a page. The page is closed after the test, which fails if a request had no script. */
export async function openPage(
  view: ReactElement,
  {
    server = serverOf(),
    at = '/',
    path = '*',
    language = 'en',
    visitor = false,
    config: configured,
  }: Options = {},
): Promise<OpenPage> {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('polylogue.language', language)
  vi.stubGlobal('fetch', server.fetch)
  await startTexts()
  await loadTexts(language)
  const store = createSessionStore(localStorage, window)
  if (!visitor) store.set({ userId: USER_ID, access: 'a', refresh: 'r', expires: Number.MAX_SAFE_INTEGER })
  const read = (file: string) => Promise.resolve(file === 'config' ? configured : undefined)
  const config = createConfigStore({ read, name: null })
  if (configured !== undefined) await config.load(() => undefined)
  const cache = createQueryClient()
  // Attempts are as many as in the page, without the pauses.
  const { queries, mutations } = cache.getDefaultOptions()
  cache.setDefaultOptions({ queries: { ...queries, retryDelay: 0 }, mutations: { ...mutations } })
  const router = createMemoryRouter(
    [
      {
        Component: Root,
        ErrorBoundary: RouteFailed,
        children: [
          { path, element: visitor ? view : <RequireSession>{view}</RequireSession> },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [at] },
  )
  const given = {
    store,
    config,
    nonce: '',
    api: createApi({ store }),
    connection: {
      get: () => 'reachable' as const,
      subscribe: () => () => undefined,
      noteRequest: () => undefined,
    },
    cache,
    notices: createNotices(
      () => config.get().stickyNotificationMs,
      () => config.get().appName,
    ),
    router,
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    cache.clear()
    router.dispose()
    vi.unstubAllGlobals()
    expect(server.unscripted, 'Every request needs a script.').toEqual([])
  })
  root.render(<Providers {...given} />)
  return {
    user: userEvent.setup(),
    server,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}

const LATER = {
  en: () => import('#texts/en-lazy.ts'),
  de: () => import('#texts/de-lazy.ts'),
  bg: () => import('#texts/bg-lazy.ts'),
} satisfies Record<Language, unknown>

/**
 * Loads all texts before the page opens. React shows what was suspended 0.3 s after the placeholder before it at the earliest; tests
 * waited for that most of their time. `lib/texts.test.tsx` tests texts that are late.
 */
async function loadTexts(language: Language): Promise<void> {
  const { lazyTexts } = await LATER[language]()
  await translations.load(Object.keys(lazyTexts).map((file) => file.replace(/^.*\/|\.json$/g, '')))
}

/** Returns the open dialog as soon as it is there. */
export const openDialog = (name?: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('dialog', name === undefined ? {} : { name })
