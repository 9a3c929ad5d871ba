// The marks by which messages are found: whose they are, and in which project. They follow when a tab moves or projects change
// hands: in the same transaction while they are few, else in a job, in small steps (decision 57).
import { openPace, type Database, type Tx } from '../../platform/db/index.ts'
import type { JobKind, Jobs } from '../../platform/jobs/index.ts'
import { stepsOf } from './rules.ts'
import * as store from './store.ts'

/** Whose marks follow; after which message, when some of them have. */
export interface Moved {
  readonly tabId?: number
  readonly projectIds?: readonly number[]
  readonly after?: number
}

export interface Marks {
  /** In the transaction that moves something. Until the marks have followed nobody finds more than they may read. */
  follow(tx: Tx, moved: Moved): Promise<void>
  readonly job: JobKind<Moved>
}

const REMARK = 'search.remark'
/** What is done at once, in messages and in bytes of their words. */
const BATCH = 50
const CHARACTERS = 40_000
/** How many times as long as a statement took an embedded database rests after it, while others use it. */
const RESTS = 20
/** A job goes on as another one after so long: it would be taken for dead at 15 minutes. */
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
