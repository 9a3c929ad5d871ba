import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { ApiProvider, type Api } from '../lib/api.ts'
import { NoticesProvider, type Notices } from '../lib/notices.ts'
import type { SessionStore } from '../lib/session.ts'
import { SessionProvider } from '../features/session/index.ts'
import { NoticesView } from '../ui/notices-view.tsx'
import type { createRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

interface Given {
  store: SessionStore
  nonce: string
  api: Api
  cache: QueryClient
  notices: Notices
  router: ReturnType<typeof createRouter>
}

// The boot script in index.html reads the same entry before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'polylogue.theme' })

/** Hands everything out: who one is, how requests are made, what the server knows, how it looks. */
export function Providers({ store, nonce, api, cache, notices, router }: Given) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
      withStaticClasses={false}
      deduplicateCssVariables={false}
    >
      <ApiProvider value={api}>
        <QueryClientProvider client={cache}>
          <NoticesProvider value={notices}>
            <SessionProvider store={store}>
              <RouterProvider router={router} />
              <NoticesView />
            </SessionProvider>
          </NoticesProvider>
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>
  )
}
