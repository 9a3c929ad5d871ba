import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

// Judging is quadratic in the length and blocks the event loop: 48 characters take 100 ms at most.
const JUDGED_LENGTH = 48

/** Judges a password from 0 to 100; `known` are words that others know about the user. */
export type Strength = (password: string, known: readonly string[]) => Promise<number>

/** Creates a password judge: the zxcvbn score of 0 to 4 times 25 (reading 2). Loads its dictionaries at first use. */
export function openStrength(): Strength {
  let loading: Promise<ZxcvbnFactory> | undefined
  return async (password, known) => {
    loading ??= load()
    const judge = await loading
    return judge.check(password.slice(0, JUDGED_LENGTH), [...known]).score * 25
  }
}

async function load(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}
