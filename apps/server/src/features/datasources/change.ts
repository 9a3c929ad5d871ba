import type { Database, Runner, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { lockDatasource, publishChange, storeStatus } from './store.ts'

export interface ChangeDeps {
  readonly db: Database
  /** Starts the background work that the change made due; called after the commit. */
  wake?(): void
}

/** The transaction of a change, in both of its forms. */
export interface Changing {
  readonly tx: Tx
  readonly client: Runner
}

interface Options<Gone> {
  /** `documents`, the default: the status of the data source follows from them. `details`: other things that pages show. */
  readonly touches?: 'documents' | 'details'
  /** Runs instead of the change if the data source was deleted. @throws Problem NOT_FOUND by default */
  readonly ifGone?: (tx: Tx) => Gone | Promise<Gone>
  readonly limitMs?: number
}

/**
 * Changes a data source or what belongs to it: locks it, runs `work`, stores the status that follows, publishes the change with
 * the commit, and wakes the background work. `work` returns false if it changed nothing; then nothing is stored or published.
 */
export async function changeDatasource<T, Gone = never>(
  { db, wake }: ChangeDeps,
  id: number,
  work: (changing: Changing) => Promise<T>,
  { touches = 'documents', ifGone = refuse, limitMs }: Options<Gone> = {},
): Promise<T | Gone> {
  const result = await db.transaction<T | Gone>(
    async (tx, client) => {
      if (!(await lockDatasource(client, id))) return ifGone(tx)
      const done = await work({ tx, client })
      if (done === false) return done
      if (touches === 'documents') await storeStatus(client, id)
      await publishChange(client, id)
      return done
    },
    limitMs === undefined ? {} : { limitMs },
  )
  wake?.()
  return result
}

function refuse(): never {
  throw new Problem('NOT_FOUND', { thing: 'data source' })
}

/** Stores and publishes the status that follows from documents which were changed for several data sources at once. */
export async function refreshStatus(db: Database, id: number): Promise<void> {
  await changeDatasource({ db }, id, () => Promise.resolve(), { ifGone: () => undefined })
}
