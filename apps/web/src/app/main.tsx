// Inter and JetBrains Mono (SIL OFL), served by the product itself. Italics and non-Latin alphabets load when a page shows
// them.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '#ui/base.css'
import { createRoot } from 'react-dom/client'
import { createApi, isReachable } from '#lib/api.ts'
import { createConfigStore, readConfigFile } from '#lib/config.ts'
import { watchConnection } from '#lib/connection.ts'
import { whenIdle } from '#lib/idle.ts'
import { fetchKnownLetters } from '#lib/letters.ts'
import { loadCode } from '#lib/load-code.ts'
import { localStore } from '#lib/local-store.ts'
import { createNotices } from '#lib/notices.ts'
import { recall, remember } from '#lib/preferences.ts'
import { createQueryClient, refetchWhenReachable } from '#lib/query.ts'
import { createSessionStore } from '#lib/session.ts'
import { createTabLock } from '#lib/tab-lock.ts'
import { prepareRefusals, startTexts } from '#texts/index.ts'
import { captureKeys } from '#ui/cover.ts'
import { trackFocus } from '#ui/focus-trail.ts'
import { keepPresses } from '#ui/kept-press.ts'
import { keepPage, leaveOldPage } from './kept-page.ts'
import { pageNonce, shareNonce } from '#lib/nonce.ts'
import { Providers } from './providers.tsx'
import { createRouter, loaded } from './router.tsx'
import { createStartUpBar, followStart } from './start-up-bar.ts'

const nonce = pageNonce()
const bar = createStartUpBar(document.getElementById('start-up'))
shareNonce(nonce)
trackFocus()
captureKeys()
keepPresses()
fetchKnownLetters(document.fonts)
// Not awaited: the page starts with the values remembered from the last visit.
const config = createConfigStore({
  read: readConfigFile,
  name: recall('appName'),
  branding: recall('branding'),
  brand: async (customer) => (await loadCode(() => import('#lib/branding.ts'))).loadBranding(customer),
})
void config.load(bar.done).then(() => {
  remember('appName', config.get().appName)
  leaveOldPage(config)
})
await startTexts()

const store = createSessionStore(localStore(), window)
const connection = watchConnection(isReachable)
const locks = 'locks' in navigator ? navigator.locks : createTabLock(localStore())
const api = createApi({ store, locks, ended: connection.noteRequest })
const cache = createQueryClient()
refetchWhenReachable(cache, connection)
const router = createRouter({ api, cache, store })
const notices = createNotices(
  () => config.get().stickyNotificationMs,
  () => config.get().appName,
)
const provided = { store, config, nonce, api, connection, cache, notices, router }
const root = document.getElementById('root')
bar.done('headers')
followStart({ bar, cache, router, over: keepPage })
// Nothing is rendered until the first page is loaded: index.html shows the start-up bar.
if (root)
  void loaded(router).then(() => {
    createRoot(root).render(<Providers {...provided} />)
    whenIdle(prepareRefusals)
  })
