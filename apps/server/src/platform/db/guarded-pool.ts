// Wraps the pool: maps its errors to Problems, and refuses its use inside a transaction.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { DatabaseKind } from './database.ts'
import { databaseProblem } from './failures.ts'
import type { SenderLine } from './sender-line.ts'

/** The transaction of the running code; `open` becomes false at its end, because timers started inside outlive it. */
export interface RunningTransaction {
  open: boolean
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

type Connect = (callback: Connected) => void

/**
 * Wraps the pool's `connect` and `query`.
 * A second connection taken inside a transaction would deadlock on the embedded database. It throws at once, on PostgreSQL
 * too, so that tests find it on both.
 * @param line the order in which senders get the only connection of the embedded database
 */
export function guardPool(
  pool: pg.Pool,
  kind: DatabaseKind,
  inside: AsyncLocalStorage<RunningTransaction>,
  line?: SenderLine,
): pg.Pool {
  const connect = line ? connectInTurn(pool, line) : (pool.connect.bind(pool) as Connect)
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const meaning = (error: unknown) => databaseProblem(error, kind, true) ?? error

  const guardedConnect = (callback?: Connected) => {
    const refusal = inside.getStore()?.open
      ? new Error('The pool was used inside a transaction: use the transaction.')
      : undefined
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

/** Connects in the order of the line. */
function connectInTurn(pool: pg.Pool, line: SenderLine): Connect {
  const connect = pool.connect.bind(pool) as Connect
  pool.on('release', () => line.leave())
  return (callback) =>
    line.enter((late) => {
      if (late) return callback(late, undefined, () => undefined)
      connect((error, client, done) => {
        // Later, because a closed pool refuses at once, and so would all who wait, one inside the other.
        if (error) queueMicrotask(() => line.leave())
        callback(error, client, done)
      })
    })
}
