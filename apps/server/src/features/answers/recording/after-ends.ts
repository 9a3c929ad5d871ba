import { openBatch } from '#platform/batch.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'

/** An answer that ended, and when it was asked: undefined where nobody knows. */
export interface AnswerEnd {
  readonly messageId: number
  readonly asked: string | undefined
}

export interface AfterEnds {
  /** Notes ended answers for a later batch. */
  add(ends: readonly AnswerEnd[]): void
  /** Resolves when the work for all of them was tried. */
  settle(): Promise<void>
}

/** Does the work that follows the ends of answers, in batches. One that fails is logged: it is made up for later. */
export function openAfterEnds(
  work: (ends: readonly AnswerEnd[]) => Promise<void>,
  log: Pick<Log, 'error'>,
): AfterEnds {
  // Answers that end together share the statements that index them: readers have their end already.
  const batch = openBatch<AnswerEnd>(PAUSES.stored, (ends) =>
    work(ends).catch((error: unknown) => log.error({ err: error }, 'ended answers are not indexed yet')),
  )
  return { add: (ends) => batch.add(ends), settle: () => batch.flush() }
}
