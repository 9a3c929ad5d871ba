// The page's entry. It asks the server for what this visit shows first, and fetches the code for it, all at once: a slow network is
// then waited for once, and not for one thing after the other (decision 14).
import { askEarly } from '../lib/early.ts'
import { firstLanguage } from '../lib/language.ts'
import { loadCode } from '../lib/load-code.ts'
import { storedSession } from '../lib/session.ts'
import { firstTexts } from '../texts/first.ts'

/** Begins to load code that is awaited elsewhere, where a failure is handled. */
const begin = (load: () => Promise<unknown>) => void load().catch(() => undefined)

const session = storedSession()
if (session) {
  askEarly(session, location)
  begin(() => import('./shell/shell.tsx'))
  begin(() => import('./pages/project-page.tsx'))
} else begin(() => import('./pages/sign-in-page.tsx'))
begin(firstTexts[firstLanguage()])
// No `await`: the page's code imports from this file's, and would wait for its end.
void loadCode(() => import('./main.tsx'))
