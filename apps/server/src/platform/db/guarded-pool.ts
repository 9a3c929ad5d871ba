// The pool as everybody gets it: its failures are Problems, and it refuses to be used inside a transaction.
import type { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { DatabaseKind } from './database.ts'
import { databaseProblem } from './failures.ts'

/** The transaction that the running code is in; `open` turns false at its end, since timers begun inside live on. */
export interface Place {
  open: boolean
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * Lays the rules over a pool's own `connect` and `query`, once.
 *
 * A second connection taken inside a transaction waits, on the embedded database, for the very transaction that waits
 * for it. It throws here at once, on PostgreSQL too, so that the fault shows wherever the tests run.
 */
export function guardPool(pool: pg.Pool, kind: DatabaseKind, inside: AsyncLocalStorage<Place>): pg.Pool {
  const connect = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>
    (callback: Connected): void
  }
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const meaning = (error: unknown) => databaseProblem(error, kind, true) ?? error

  const guardedConnect = (callback?: Connected) => {
    const refusal = inside.getStore()?.open
      ? new Error('The pool was used inside a transaction: use the transaction.')
      : undefined
    if (!callback) {
      return refusal
        ? Promise.reject(refusal)
        : connect().catch((error: unknown) => {
            throw meaning(error)
          })
    }
    if (refusal) return callback(refusal, undefined, () => undefined)
    return connect((error, client, done) => callback(error && (meaning(error) as Error), client, done))
  }
  const guardedQuery = (...args: unknown[]) => {
    const result = query(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw meaning(error)
    })
  }
  pool.connect = guardedConnect as typeof pool.connect
  pool.query = guardedQuery as typeof pool.query
  return pool
}

/** node-postgres waits for `onConnect` before it hands a connection out; its types do not say so. */
type PoolConfig = Omit<pg.PoolConfig, 'onConnect'> & { onConnect: (client: pg.ClientBase) => Promise<void> }

/** A pool whose connections are prepared by `onConnect` before their first use. */
export function openPool(config: PoolConfig): pg.Pool {
  return new pg.Pool(config)
}
