// Inter and JetBrains Mono (SIL OFL), served by the product itself. Italics and every alphabet but Latin load when a page
// shows them.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../ui/ground.css'
import { createRoot } from 'react-dom/client'
import { createApi } from '../lib/api.ts'
import { createNotices } from '../lib/notices.ts'
import { createQueryClient } from '../lib/query.ts'
import { createSessionStore } from '../lib/session.ts'
import { startTexts } from '../texts/index.ts'
import { trackFocus } from '../ui/focus-trail.ts'
import { pageNonce, shareNonce } from './nonce.ts'
import { Providers } from './providers.tsx'
import { createRouter } from './router.tsx'

const nonce = pageNonce()
shareNonce(nonce)
trackFocus()
await startTexts()

const store = createSessionStore(storage(), window)
const given = {
  store,
  nonce,
  api: createApi({ store, locks: 'locks' in navigator ? navigator.locks : undefined }),
  cache: createQueryClient(),
  notices: createNotices(),
  router: createRouter(store),
}
const root = document.getElementById('root')
if (root) createRoot(root).render(<Providers {...given} />)

function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
