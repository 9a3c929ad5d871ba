import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { ApiProvider, type Api } from '#lib/api.ts'
import { ConfigProvider, type ConfigStore } from '#lib/config.ts'
import { ConnectionProvider, type Connection } from '#lib/connection.ts'
import { NoticesProvider, type Notices } from '#lib/notices.ts'
import type { SessionStore } from '#lib/session.ts'
import { TextsProvider } from '#lib/texts.ts'
import { SessionProvider } from '#features/session/index.ts'
import { useOfferedLanguage, useOfferedTheme } from '#features/settings/index.ts'
import { NoticesView } from '#ui/notices-view.tsx'
import { TooltipHost } from '#ui/tooltip-host.tsx'
import type { createRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { useThemeColor } from './use-theme-color.ts'

interface Options {
  store: SessionStore
  config: ConfigStore
  nonce: string
  api: Api
  connection: Connection
  cache: QueryClient
  notices: Notices
  router: ReturnType<typeof createRouter>
}

// The script of app/start/boot.html reads the same key before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'polylogue.theme' })

/** Provides session, API client, query cache and theme to all components. */
export function Providers({ store, config, nonce, api, connection, cache, notices, router }: Options) {
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
      <TextsProvider>
        <ApiProvider value={api}>
          <QueryClientProvider client={cache}>
            <NoticesProvider value={notices}>
              <SessionProvider store={store}>
                <ConfigProvider value={config}>
                  <InstallationSettings />
                  <ConnectionProvider value={connection}>
                    <RouterProvider router={router} />
                  </ConnectionProvider>
                </ConfigProvider>
                <NoticesView />
                <TooltipHost />
              </SessionProvider>
            </NoticesProvider>
          </QueryClientProvider>
        </ApiProvider>
      </TextsProvider>
    </MantineProvider>
  )
}

/** Applies settings of the installation: its languages, its theme, and the colour of the browser's bars. */
function InstallationSettings() {
  useOfferedLanguage()
  useOfferedTheme()
  useThemeColor()
  return null
}
