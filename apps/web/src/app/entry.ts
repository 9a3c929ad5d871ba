// The entry point of the page. Starts the first requests and the loading of the code in parallel, so that a slow network
// costs one round trip instead of several (decision 14).
import { askEarly } from '#lib/early.ts'
import { firstLanguage } from '#lib/language.ts'
import { loadCode } from '#lib/load-code.ts'
import { storedSession } from '#lib/session.ts'
import { firstTexts } from '#texts/first.ts'

/** Starts to load code that is awaited elsewhere, where errors are handled. */
const begin = (load: () => Promise<unknown>) => void load().catch(() => undefined)

const session = storedSession()
if (session) {
  askEarly(session, location)
  begin(() => import('./shell/shell.tsx'))
  begin(() => import('./pages/project-page.tsx'))
} else begin(() => import('./pages/sign-in-page.tsx'))
begin(firstTexts[firstLanguage()])
// No `await`: the page's code imports from this chunk and would wait for its end.
void loadCode(() => import('./main.tsx'))
