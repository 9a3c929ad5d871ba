// Shares the embedded database's only connection. Single statements are sent without waiting for the replies to those before
// them (node-postgres calls it a pipeline): otherwise the database is idle until this thread has read a reply and sends the
// next statement, which under load takes several times as long as the statement.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { PoolTurns } from '../guarded-pool.ts'
import type { Begin, SenderLine } from '../sender-line.ts'

/**
 * Hands out the connection of a pool with the option `pipeline` in turns of its senders: alone by `connect`, for a transaction, or
 * by `query` for one statement, beside those of others.
 */
export function inTurn(pool: pg.Pool, line: SenderLine): PoolTurns {
  const connect = pool.connect.bind(pool)
  let leaveAlone: (() => void) | undefined
  pool.on('release', () => {
    const leave = leaveAlone
    leaveAlone = undefined
    leave?.()
  })
  const shared = openShared(pool, () => connect())
  return {
    connect: (callback) =>
      line.enter('alone', (late, leave) => {
        if (late) return callback(late, undefined, () => undefined)
        connect((error, client, done) => {
          // Later, because a closed pool refuses at once, and so would all who wait, one inside the other.
          if (error) queueMicrotask(leave)
          else leaveAlone = leave
          callback(error, client, done)
        })
      }),
    query: (...args) =>
      new Promise((resolve, reject) => {
        const begin: Begin = (late, leave) => {
          if (late) reject(late)
          else
            void shared((client) => query(client, args))
              .then(resolve, reject)
              .finally(leave)
        }
        // A turn begins in the context of whoever ended the one before.
        line.enter('beside', AsyncLocalStorage.bind(begin))
      }),
  }
}

const query = (client: pg.PoolClient, args: unknown[]) =>
  (client.query as (...args: unknown[]) => Promise<unknown>)(...args)

/** Keeps the connection while statements run on it, and gives it back after the last one. */
function openShared(pool: pg.Pool, connect: () => Promise<pg.PoolClient>) {
  let held: Promise<pg.PoolClient> | undefined
  let users = 0
  return async (work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> => {
    const mine = (held ??= connect())
    // `acquire` tells of the first one.
    if (++users > 1) void mine.then((client) => pool.emit('acquire', client)).catch(() => undefined)
    try {
      return await work(await mine)
    } finally {
      if (--users === 0) {
        held = undefined
        await mine.then(
          (client) => client.release(client.getTransactionStatus() !== 'I'),
          () => undefined,
        )
      }
    }
  }
}
