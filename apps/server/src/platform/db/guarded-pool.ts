// Wraps the pool: maps its errors to Problems, and refuses its use inside a transaction.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { DatabaseKind } from './database.ts'
import { databaseProblem } from './failures.ts'

/** The transaction of the running code; `open` becomes false at its end, because timers started inside outlive it. */
export interface RunningTransaction {
  open: boolean
}

export type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Other ways to a pool's connections than its own. */
export interface PoolTurns {
  connect(callback: Connected): void
  query(...args: unknown[]): Promise<unknown>
}

/**
 * Wraps the pool's `connect` and `query`.
 * A second connection taken inside a transaction would deadlock on the embedded database. It throws at once, on PostgreSQL
 * too, so that tests find it on both.
 * @param turns how the senders share the only connection of the embedded database
 */
export function guardPool(
  pool: pg.Pool,
  kind: DatabaseKind,
  inside: AsyncLocalStorage<RunningTransaction>,
  turns?: PoolTurns,
): pg.Pool {
  const connect = turns?.connect ?? (pool.connect.bind(pool) as PoolTurns['connect'])
  const query = turns?.query ?? (pool.query.bind(pool) as (...args: unknown[]) => unknown)
  const meaning = (error: unknown) => databaseProblem(error, kind, true) ?? error

  const refusalHere = () =>
    inside.getStore()?.open
      ? new Error('The pool was used inside a transaction: use the transaction.')
      : undefined

  const guardedConnect = (callback?: Connected) => {
    const refusal = refusalHere()
    if (!callback) {
      if (refusal) return Promise.reject(refusal)
      return new Promise<pg.PoolClient>((resolve, reject) =>
        connect((error, client) => (client ? resolve(client) : reject(meaning(error) as Error))),
      )
    }
    if (refusal) return callback(refusal, undefined, () => undefined)
    // A connection is handed out in the context of whoever returned it.
    const ownCallback = AsyncLocalStorage.bind(callback)
    return connect((error, client, done) => ownCallback(error && (meaning(error) as Error), client, done))
  }
  const guardedQuery = (...args: unknown[]) => {
    const refusal = turns && refusalHere()
    const result = refusal ? Promise.reject(refusal) : query(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw meaning(error)
    })
  }
  pool.connect = guardedConnect as typeof pool.connect
  pool.query = guardedQuery as typeof pool.query
  return pool
}
