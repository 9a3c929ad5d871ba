import { openBatch } from '#platform/batch.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'

export interface AfterEnds {
  /** Notes ended answers for a later batch. */
  add(messageIds: readonly number[]): void
  /** Resolves when the work for all of them was tried. */
  settle(): Promise<void>
}

/** Does the work that follows the ends of answers, in batches. One that fails is logged: it is made up for later. */
export function openAfterEnds(
  work: (messageIds: readonly number[]) => Promise<void>,
  log: Pick<Log, 'error'>,
): AfterEnds {
  // Answers that end together share the statements that index them: readers have their end already.
  const batch = openBatch<number>(PAUSES.stored, (messageIds) =>
    work(messageIds).catch((error: unknown) =>
      log.error({ err: error }, 'ended answers are not indexed yet'),
    ),
  )
  return { add: (messageIds) => batch.add(messageIds), settle: () => batch.flush() }
}
