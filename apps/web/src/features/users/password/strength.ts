// Rates passwords as the server does: same words, same length (passwords/judge.ts of the server's users). The dictionaries
// are 0.8 MB and lazy-loaded when the user begins to choose a password.
import { loadCode } from '../../../lib/load-code.ts'
import type { Judge } from './judge.ts'

const JUDGED_LENGTH = 48

let loading: Promise<Judge> | undefined

/** Loads the dictionaries once per page. Rejects when loading fails: then only the server rates. */
export function loadJudge(): Promise<Judge> {
  loading ??= loadCode(async () => (await import('./judge.ts')).createJudge(JUDGED_LENGTH)).catch(
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
