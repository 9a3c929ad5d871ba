// The entry point of the page of a share link, `/share/chats/{hash}`: a page of its own without router, query cache and
// Mantine, so that somebody without an account loads little (decision 154).
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '#ui/base.css'
import { createRoot } from 'react-dom/client'
import { createApi } from '#lib/api.ts'
import { ConfigProvider, createConfigStore, readConfigFile } from '#lib/config.ts'
import { loadCode } from '#lib/load-code.ts'
import { recall } from '#lib/preferences.ts'
import { createSessionStore } from '#lib/session.ts'
import { localStore } from '#lib/local-store.ts'
import { createTabLock } from '#lib/tab-lock.ts'
import { TextsProvider } from '#lib/texts.ts'
import { startSharedTexts } from '#texts/shared.ts'
import { Reader } from '#features/shares/page/reading.ts'
import { SharedPage } from '#features/shares/page/shared-page.tsx'
import { createStartUpBar } from './start-up-bar.ts'

const { pathname, search } = location
const bar = createStartUpBar(document.getElementById('start-up'))
const store = createSessionStore(localStore(), window)
const locks = 'locks' in navigator ? navigator.locks : createTabLock(localStore())
const api = createApi({ store, locks })
const hash = pathname.slice('/share/chats/'.length).replace(/\/$/, '')
const isSignedIn = store.get() !== null
// A session that ended is gone from the store by now: what opens without one is asked for again.
const retry = () => isSignedIn && store.get() === null
const reader = new Reader({ api, hash, retry })
const opened = reader.open()
const config = createConfigStore({
  read: readConfigFile,
  name: recall('appName'),
  branding: recall('branding'),
  brand: async (customer) => (await loadCode(() => import('#lib/branding.ts'))).loadBranding(customer),
})
void config.load(bar.done).then(() => {
  if (config.get().dark && recall('theme') === null)
    document.documentElement.dataset['mantineColorScheme'] = 'dark'
})

/** Signs in and comes back: the router of the app reads the state of this history entry. */
function signIn(): void {
  history.pushState({ usr: { from: pathname + search }, key: 'share', idx: 0 }, '', '/sign-in')
  location.reload()
}

await startSharedTexts(new URLSearchParams(search).get('lang'))
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <TextsProvider>
      <ConfigProvider value={config}>
        <SharedPage reader={reader} onSignIn={signIn} onLeave={(path) => location.assign(path)} />
      </ConfigProvider>
    </TextsProvider>,
  )
await opened
bar.finish()
const read = reader.get()
// Somebody who may read a shared project opens it itself (SHARE-12).
if (read.state === 'shown' && read.share.isProject && read.share.projectId !== null)
  location.replace(`/projects/${read.share.projectId}?r=true`)
