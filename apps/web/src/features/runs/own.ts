import type { RunningAnswers } from './answers.ts'

type Known = Pick<RunningAnswers, 'get' | 'subscribe'>

/** Returns how many answers run that this page sent or follows. It knows of others, too: those of other users, and of other pages. */
export const countOwn = (answers: Known): number =>
  answers.get().filter(({ run }) => run !== undefined).length

/** Calls back after one of them has ended. Returns the function that ends this. */
export function onOwnEnded(answers: Known, ended: () => void): () => void {
  let before = countOwn(answers)
  return answers.subscribe(() => {
    const now = countOwn(answers)
    const fewer = now < before
    before = now
    // Runs after the ended one was removed.
    if (fewer) queueMicrotask(ended)
  })
}
