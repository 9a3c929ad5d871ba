// Notes who has read long answers to their ends, so that nobody is told of what they read (NOTIFY-16).
import { isPerson } from '#access/index.ts'
import { openBatch } from '#platform/batch.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { Following } from './readers.ts'
import { storeSeen, type Seen } from './seen-store.ts'

interface Deps {
  readonly db: Pick<Database, 'pool'>
  readonly log: Pick<Log, 'warn'>
}

/** Returns a function that notes a reader at the end of an answer, with others in one statement. */
export function openSeen({ db, log }: Deps): (following: Following) => void {
  const batch = openBatch<Seen>(PAUSES.stored, (seen) =>
    storeSeen(db.pool, seen).catch((error: unknown) =>
      log.warn({ err: error }, 'people may be told of answers that they read'),
    ),
  )
  return ({ messageId, viewer }) => {
    if (isPerson(viewer)) batch.add([{ messageId, userId: viewer.userId }])
  }
}
