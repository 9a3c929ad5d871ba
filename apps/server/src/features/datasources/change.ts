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

interface LockOptions<Gone> {
  /** Runs instead of the work if the data source was deleted. @throws Problem NOT_FOUND by default */
  readonly ifGone?: (tx: Tx) => Gone | Promise<Gone>
  readonly limitMs?: number
}

interface ChangeOptions<T, Gone> extends LockOptions<Gone> {
  /** `documents`, the default: the status of the data source follows from them. `details`: other things that pages show. */
  readonly touches?: 'documents' | 'details'
  /** Whether pages show what `work` did. By default, all but false: that means it changed nothing. */
  readonly isShown?: (done: T) => boolean
}

/**
 * Changes a data source or what belongs to it: locks it, runs `work`, stores the status that follows, publishes the change with
 * the commit, and wakes the background work. If `work` changed nothing that pages show, nothing is stored or published.
 */
export async function changeDatasource<T, Gone = never>(
  { db, wake }: ChangeDeps,
  id: number,
  work: (changing: Changing) => Promise<T>,
  { touches = 'documents', isShown = (done) => done !== false, ...options }: ChangeOptions<T, Gone> = {},
): Promise<T | Gone> {
  const result = await withLockedDatasource(
    db,
    id,
    async (changing) => {
      const done = await work(changing)
      if (!isShown(done)) return done
      if (touches === 'documents') await storeStatus(changing.client, id)
      await publishChange(changing.client, id)
      return done
    },
    options,
  )
  wake?.()
  return result
}

/** Runs `work` while a data source is locked, without storing its status or publishing: for what no page shows. */
export function withLockedDatasource<T, Gone = never>(
  db: Database,
  id: number,
  work: (changing: Changing) => Promise<T>,
  { ifGone = refuse, limitMs }: LockOptions<Gone> = {},
): Promise<T | Gone> {
  return db.transaction<T | Gone>(
    async (tx, client) => ((await lockDatasource(client, id)) ? work({ tx, client }) : ifGone(tx)),
    limitMs === undefined ? {} : { limitMs },
  )
}

function refuse(): never {
  throw new Problem('NOT_FOUND', { thing: 'data source' })
}

/** Stores and publishes the status that follows from documents which were changed for several data sources at once. */
export async function refreshStatus(db: Database, id: number): Promise<void> {
  await changeDatasource({ db }, id, () => Promise.resolve(), { ifGone: () => undefined })
}

/** Publishes how far work is that stores its steps one by one, outside of a change: pages and other processes look again. */
export const publishProgress = ({ pool }: Pick<Database, 'pool'>, id: number): Promise<void> =>
  publishChange(pool, id)

/**
 * Stores the status that follows from documents which the update of a data source changed: the caller's transaction has locked
 * it. Publishes if the list of documents or the status changed.
 */
export async function settleDocuments(
  client: Runner,
  id: number,
  { isListChanged }: { readonly isListChanged: boolean },
): Promise<void> {
  const isStatusChanged = await storeStatus(client, id)
  if (isListChanged || isStatusChanged) await publishChange(client, id)
}
