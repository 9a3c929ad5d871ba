import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Problem } from '#problem.ts'
import type { Log } from '../log.ts'
import type { Database, DatabaseKind, Queries, Runner, TransactionOptions, Tx } from './database.ts'
import { databaseProblem, unavailable } from './failures.ts'
import { guardPool, type PoolTurns, type RunningTransaction } from './guarded-pool.ts'
import type { Space } from './space.ts'

const LIMIT_MS = 10_000

// For tables that do not name their columns. Must be the same in every drizzle() call.
const CASING = 'snake_case'

/** Returns the database API over one pool: the guarded pool, the query builder, and transactions with a time limit. */
export function overPool(options: {
  kind: DatabaseKind
  pool: pg.Pool
  log: Log
  /** While it is short, the embedded session is read-only and writes must be enabled explicitly. */
  space: Pick<Space, 'short' | 'critical'>
  /** How the senders share the only connection. */
  turns?: PoolTurns
}): Pick<Database, 'pool' | 'orm' | 'transaction' | 'essential'> {
  const { kind, log, space } = options
  const inside = new AsyncLocalStorage<RunningTransaction>()
  const pool = guardPool(options.pool, kind, inside, options.turns)
  const orm: Queries = drizzle({ client: pool, casing: CASING })

  async function transaction<T>(
    work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    // Without this, their log could fill the disk and end the database.
    if (options.essential === 'large' && kind === 'embedded' && space.critical)
      throw new Problem('STORAGE_FULL')
    const limitMs = options.limitMs ?? LIMIT_MS
    const client = await pool.connect()
    const running: RunningTransaction = { open: true }
    const limit = timeLimit(limitMs)
    const done = drizzle({ client, casing: CASING }).transaction(async (tx) => {
      if (options.essential && kind === 'embedded' && space.short)
        await client.query('SET TRANSACTION READ WRITE')
      try {
        return await inside.run(running, () => work(tx, client))
      } finally {
        // A commit in progress is never aborted.
        limit.clear()
      }
    })
    try {
      const value = await Promise.race([done, limit.over])
      client.release()
      return value
    } catch (error) {
      if (error === limit.reached)
        log.error({ limitMs, err: error }, 'a transaction was ended: it took too long')
      done.catch(ignore)
      // Closing the connection makes the server roll back.
      client.release(error === limit.reached || client.getTransactionStatus() !== 'I')
      throw error === limit.reached ? unavailable(error) : (databaseProblem(error, kind) ?? error)
    } finally {
      running.open = false
      limit.clear()
    }
  }

  // A transaction of its own only when it must be made writable: it would cost two more round trips.
  const essential = ((statement: pg.QueryConfig) =>
    kind === 'embedded' && space.short
      ? transaction((_, client) => client.query(statement), { essential: 'large' })
      : pool.query(statement)) as Runner['query']
  return { pool, orm, transaction, essential: { query: essential } }
}

function timeLimit(ms: number) {
  const reached = new Error(`A transaction took longer than ${ms} ms.`)
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(reached), ms)
  })
  over.catch(ignore)
  return { reached, over, clear: () => clearTimeout(timer) }
}

function ignore(): void {}
