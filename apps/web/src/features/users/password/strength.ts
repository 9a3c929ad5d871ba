// Rates passwords as the server does: same words, same length (passwords/judge.ts of the server's users). The dictionaries
// are 0.8 MB and lazy-loaded when the user begins to choose a password.
import { lazyPart } from '#lib/lazy-part.ts'

const JUDGED_LENGTH = 48

const judge = lazyPart(async () => (await import('./judge.ts')).createJudge(JUDGED_LENGTH))

/** Loads the dictionaries once per page. Rejects when loading fails: then only the server rates. */
export const loadJudge = judge.load
