// Notes whose programs have read long answers to their ends (NOTIFY-16). A page says itself whether somebody looked at it then.
import { openBatch } from '#platform/batch.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { Read } from './readers.ts'
import { NEARLY_LONG_S, storeSeen, type Seen } from './seen-store.ts'

interface Deps {
  readonly db: Pick<Database, 'pool'>
  readonly log: Pick<Log, 'warn'>
}

/** The clocks of this process and of the database may differ by this much. */
const CLOCKS_S = 5

/** Whether an answer that ends now may be long; the database decides. Most are not, and cost it nothing. */
export const mayBeLong = (asked: string | undefined): boolean =>
  asked === undefined || Date.now() - Date.parse(asked) >= (NEARLY_LONG_S - CLOCKS_S) * 1_000

/** Returns a function that notes a reader at the end of an answer, with others in one statement. */
export function openSeen({ db, log }: Deps): (read: Read) => void {
  const batch = openBatch<Seen>(PAUSES.stored, (seen) =>
    storeSeen(db.pool, seen).catch((error: unknown) =>
      log.warn({ err: error }, 'people may be told of answers that they read'),
    ),
  )
  return ({ messageId, viewer, message }) => {
    if (viewer.kind === 'token' && mayBeLong(message?.created))
      batch.add([{ messageId, userId: viewer.userId }])
  }
}
