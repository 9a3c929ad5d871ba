// Tells of long answers that ended; those whose statement failed are told with the next ones, or after a pause (NOTIFY-16).
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import { tellLongAnswers } from './seen-store.ts'

/** Answers that are kept during an outage; of more, the oldest are not told. */
const KEPT = 10_000
/** Answers of one statement. */
const TOGETHER = 500

interface Deps {
  readonly db: Pick<Database, 'pool'>
  readonly log: Pick<Log, 'warn'>
  readonly tell?: typeof tellLongAnswers
}

/** Returns a function that stores that these answers ended. It does not reject: what fails it does later. */
export function openTelling({
  db,
  log,
  tell = tellLongAnswers,
}: Deps): (ids: readonly number[]) => Promise<void> {
  let left: number[] = []
  let timer: NodeJS.Timeout | undefined
  const work = async (ids: readonly number[]) => {
    const due = [...left, ...ids].slice(-KEPT)
    left = []
    while (due.length > 0) {
      try {
        await tell(db.pool, due.slice(0, TOGETHER))
      } catch (error) {
        left = [...due, ...left].slice(-KEPT)
        log.warn({ err: error, answers: due.length }, 'long answers that ended are told later')
        timer ??= setTimeout(() => {
          timer = undefined
          void work([])
        }, PAUSES.retry).unref()
        return
      }
      due.splice(0, TOGETHER)
    }
  }
  return work
}
