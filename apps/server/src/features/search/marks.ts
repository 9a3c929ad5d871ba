// The access marks of indexed messages: owner and project. They are updated when a tab moves or projects change owner: in
// the same transaction for few messages, else by a job in small steps, which checks few messages again (decision 57).
import { openPace, type Database, type Tx } from '#platform/db/index.ts'
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import { stepsOf } from './rules.ts'
import * as store from './store.ts'

/** The moved tab or projects, and the message after which to continue. */
export interface Moved {
  readonly tabId?: number
  readonly projectIds?: readonly number[]
  readonly after?: number
}

export interface Marks {
  /** Call in the transaction of the move. Until the marks are updated, a search finds too little, never too much. */
  follow(tx: Tx, moved: Moved): Promise<void>
  readonly job: JobKind<Moved>
}

const REMARK = 'search.remark'
/** Limits of an immediate update, in messages and in bytes of text. */
const BATCH = 50
const CHARACTERS = 40_000
/** Pause of an embedded database after a statement, as a multiple of its duration, while others use it. */
const RESTS = 20
/** An index statement that began before the move and ends after it writes the old marks; none takes nearly this long. */
const AFTER_SECONDS = 10
/** A job re-enqueues itself after this time: at 15 minutes it would be considered dead. */
const LONGEST_MS = 300_000

export function openMarks({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): Marks {
  const pace = openPace(db, RESTS)
  return {
    async follow(tx, moved) {
      const few = await store.messagesOf(tx, moved, 0, BATCH + 1)
      const size = few.reduce((sum, message) => sum + message.size, 0)
      if (few.length > BATCH || size > CHARACTERS) return jobs.enqueue(tx, REMARK, moved, { once: true })
      await store.remark(
        tx,
        few.map(({ id }) => id),
      )
      await jobs.enqueue(tx, REMARK, moved, { afterSeconds: AFTER_SECONDS })
    },
    job: {
      name: REMARK,
      async run({ after = 0, ...moved }) {
        const begin = performance.now()
        for (let last = after; ;) {
          const messages = await pace(() => store.messagesOf(db.orm, moved, last, BATCH))
          if (messages.length === 0) return
          for (const ids of stepsOf(messages, CHARACTERS)) await pace(() => store.remark(db.orm, ids))
          last = messages.at(-1)?.id ?? last
          if (performance.now() - begin > LONGEST_MS)
            return db.transaction((tx) => jobs.enqueue(tx, REMARK, { ...moved, after: last }))
        }
      },
    },
  }
}
