// How hard a password is to guess, judged as the server judges it (apps/server/src/features/users/strength.ts: the same words,
// the same length). The words are 0.8 MB: they are fetched when somebody begins to choose a password, and never with a page.
import { loadCode } from '../../../lib/load-code.ts'
import type { Judge } from './judge.ts'

const JUDGED_LENGTH = 48

let loading: Promise<Judge> | undefined

/** Fetches the judge once for a page. Fails when it cannot be had: then the server alone judges. */
export function loadJudge(): Promise<Judge> {
  loading ??= loadCode(async () => (await import('./judge.ts')).createJudge(JUDGED_LENGTH)).catch(
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
