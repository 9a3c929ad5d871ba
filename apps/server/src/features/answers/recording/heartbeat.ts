// The heartbeat of this process. On PostgreSQL it is written over the connection that holds the lock, so that a beat proves that
// the lock is held; a lost connection is replaced at once.
import { randomInt } from 'node:crypto'
import type { Database, KeptConnection, Runner } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { removeServers, storeHeartbeat, takeLock } from './servers-store.ts'

/** The reaper's timeout (servers-store.ts) is nine beats. */
const HEARTBEAT_MS = 10_000
/** While the database is unavailable; shorter than a new process takes to search for dead ones. */
const RETRY_MS = 1_000

export interface Heartbeat {
  /** Ends the heartbeat and unregisters this process. */
  close(): Promise<void>
}

/** A connection that holds the lock of this process. */
interface Kept {
  readonly connection: KeptConnection
  readonly lockKey: number
}

/** Returns a connection with a lock; undefined on the embedded database. */
async function connect(db: Database): Promise<Kept | undefined> {
  const connection = await db.keep()
  if (!connection) return undefined
  // A new key: the server may hold the lock of the lost connection for a while.
  const lockKey = randomInt(1, 2 ** 31 - 1)
  try {
    await takeLock(connection, lockKey)
  } catch (error) {
    await connection.close()
    throw error
  }
  return { connection, lockKey }
}

/** Runs a small write, also on a nearly full disk. */
const small = <T>(db: Database, work: (client: Runner) => Promise<T>): Promise<T> =>
  db.transaction((_, client) => work(client), { essential: true })

async function unregister({ db, id, log }: HeartbeatDeps, kept: Kept | undefined): Promise<void> {
  try {
    await small(db, (client) => removeServers(client, [id]))
  } catch (error) {
    log.warn(
      { err: error },
      'this process could not be removed from the list of servers; another one does it',
    )
  } finally {
    await kept?.connection.close()
  }
}

async function store({ db, id }: HeartbeatDeps, kept: Kept | undefined): Promise<void> {
  if (kept) await storeHeartbeat(kept.connection, { id, lockKey: kept.lockKey })
  else await small(db, (client) => storeHeartbeat(client, { id, lockKey: 0 }))
}

interface HeartbeatDeps {
  readonly db: Database
  readonly id: string
  readonly log: Log
}

/** Registers this process and writes its heartbeat until `close`. */
export async function startHeartbeat(deps: HeartbeatDeps): Promise<Heartbeat> {
  const { db, log } = deps
  let kept: Kept | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isQuiet = false
  let beating = Promise.resolve()

  const beatAfter = (ms: number) => {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      beating = beating.then(beatOn)
    }, ms)
  }
  const open = async () => {
    const opened = await connect(db)
    void opened?.connection.lost.then(() => {
      if (kept !== opened) return
      kept = undefined
      beatAfter(0)
    })
    return opened
  }
  const beat = async () => {
    kept ??= await open()
    try {
      await store(deps, kept)
    } catch (error) {
      const broken = kept
      kept = undefined
      await broken?.connection.close()
      throw error
    }
  }
  const beatOn = async () => {
    try {
      await beat()
      isQuiet = false
      beatAfter(HEARTBEAT_MS)
    } catch (error) {
      if (!isQuiet) log.warn({ err: error }, 'the heartbeat could not be stored; it is tried again')
      isQuiet = true
      beatAfter(RETRY_MS)
    }
  }

  await beat()
  beatAfter(HEARTBEAT_MS)
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await beating
      const last = kept
      kept = undefined
      await unregister(deps, last)
    },
  }
}
