import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { collectGarbage } from '#platform/memory.ts'

// Judging is quadratic in the length: 48 characters take 100 ms at most.
const JUDGED_LENGTH = 48

let loading: Promise<ZxcvbnFactory> | undefined

/**
 * Judges a password from 0 to 100: the zxcvbn score of 0 to 4 times 25 (SIGNIN-9). `known` are words that others know about
 * the user. The first call loads the dictionaries, which takes a third of a second.
 */
export async function judge(password: string, known: readonly string[]): Promise<number> {
  const judging = await (loading ??= load())
  return judging.check(password.slice(0, JUDGED_LENGTH), [...known]).score * 25
}

async function load(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const judging = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
  // Loading leaves garbage that would stay in this thread.
  collectGarbage()
  return judging
}
