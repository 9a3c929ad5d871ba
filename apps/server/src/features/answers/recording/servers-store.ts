// The SQL of answering processes: their heartbeats, which of them are dead, and the answers those left.
import type { Database, Runner } from '../../../platform/db/index.ts'

/** A process without a heartbeat for this long is dead; see servers.ts. */
const TIMEOUT = '90 seconds'
/** The class of this installation's advisory locks for living processes. */
const LOCK_CLASS = 7_210

/** A process as the others see it; its advisory lock has this key. */
export interface Server {
  readonly id: string
  readonly lockKey: number
}

export async function insertServer(db: Runner, { id, lockKey }: Server): Promise<void> {
  await db.query('INSERT INTO servers (id, lock_key) VALUES ($1, $2)', [id, lockKey])
}

/** Writes the heartbeat of a process; registers it again when it was considered dead. */
export async function storeHeartbeat(db: Runner, { id, lockKey }: Server): Promise<void> {
  await db.query({
    name: 'servers.beat',
    text: `INSERT INTO servers (id, lock_key) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET heartbeat = now()`,
    values: [id, lockKey],
  })
}

/** Returns an SQL condition: the process whose id is in this column has ended or died. */
export const processIsGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = ${column})`

export async function removeServers(db: Runner, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM servers WHERE id = ANY ($1::uuid[])', [ids])
}

/** Takes an advisory lock on its own connection, which ends with the process. Not needed with the embedded database. */
export async function holdLock(
  db: Database,
  key: number,
): Promise<{ alive(): boolean; release(): void } | undefined> {
  if (db.kind === 'embedded') return undefined
  const client = await db.pool.connect()
  let alive = true
  client.once('error', () => (alive = false))
  client.once('end', () => (alive = false))
  await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, key])
  return { alive: () => alive, release: () => client.release(true) }
}

/** Returns the dead processes; on the embedded database all but this one. */
export async function deadServers(db: Database, own: string): Promise<string[]> {
  if (db.kind === 'embedded') {
    const others = await db.pool.query<{ id: string }>('SELECT id FROM servers WHERE id <> $1', [own])
    return others.rows.map((row) => row.id)
  }
  const found = await db.pool.query<{ id: string }>(
    `SELECT id FROM servers WHERE id <> $1
      AND (heartbeat < now() - interval '${TIMEOUT}' OR pg_try_advisory_xact_lock(${LOCK_CLASS}, lock_key::int))`,
    [own],
  )
  return found.rows.map((row) => row.id)
}

/** Returns unfinished messages of dead or missing processes, the oldest first. */
export async function orphanedMessages(db: Runner, dead: readonly string[]): Promise<number[]> {
  const orphans = await db.query<{ id: number }>(
    `SELECT id FROM messages WHERE state < 2 AND (server_id IS NULL OR server_id = ANY ($1::uuid[])
      OR ${processIsGone('messages.server_id')}) ORDER BY id`,
    [dead],
  )
  return orphans.rows.map((row) => row.id)
}

/** Deletes log rows of messages that ended or are deleted. */
export async function removeStaleEvents(db: Runner): Promise<void> {
  await db.query(
    `DELETE FROM answer_events WHERE NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = message_id AND state < 2)`,
  )
}
