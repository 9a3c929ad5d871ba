// Holds the streamed text of a run outside React state, so that only the text component re-renders.
import { createChanges } from '#lib/store.ts'
import type { Grown, Run } from './run.ts'

export class Growth implements Grown {
  #newest: Run | undefined
  readonly #changes = createChanges()

  readonly newest = (): Run | undefined => this.#newest

  readonly watch = this.#changes.subscribe

  show(newest: Run): void {
    this.#newest = newest
    this.#changes.notify()
  }
}

/** Whether `now` differs from `before` only in more text or reasoning and their times. */
export function onlyGrew(before: Run, now: Run): boolean {
  const { answer: one, heardAt: _, ...rest } = before
  const { answer: other } = now
  if (!isSame(rest, now)) return false
  const { text, reasoning, ...more } = one
  return (
    isSame(more, other) &&
    (text === '') === (other.text === '') &&
    (reasoning === '') === (other.reasoning === '')
  )
}

const isSame = <Whole extends object>(part: Partial<Whole>, whole: Whole): boolean =>
  Object.entries(part).every(([name, value]) => value === whole[name as keyof Whole])
