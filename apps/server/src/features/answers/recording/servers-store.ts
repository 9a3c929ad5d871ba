// The SQL of answering processes: their heartbeats, which of them are dead, and the answers those left.
import { processIsGone } from '#platform/claims/index.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import { CONFIRM_MS, type Suspect } from './suspects.ts'

/** A process without a heartbeat for this long is dead; see servers.ts. */
const TIMEOUT = '90 seconds'
/** The class of this installation's advisory locks for living processes. */
const LOCK_CLASS = 7_210

/** A process as the others see it; its advisory lock has this key. */
export interface Server {
  readonly id: string
  readonly lockKey: number
}

/** Writes the heartbeat of a process; registers it at its start, and again when it was considered dead. */
export async function storeHeartbeat(db: Runner, { id, lockKey }: Server): Promise<void> {
  await db.query({
    name: 'servers.beat',
    text: `INSERT INTO servers (id, lock_key) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE
      SET heartbeat = now(), lock_key = excluded.lock_key`,
    values: [id, lockKey],
  })
}

export async function removeServers(db: Runner, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM servers WHERE id = ANY ($1::uuid[])', [ids])
}

/** Takes the advisory lock of a process, for as long as this connection exists. */
export async function takeLock(connection: Runner, key: number): Promise<void> {
  await connection.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, key])
}

/** Returns the processes that look dead, with their last heartbeat; on the embedded database all but this one. */
export async function findSuspects(db: Database, own: string): Promise<Suspect[]> {
  const looksDead =
    db.kind === 'embedded'
      ? 'true'
      : `(heartbeat < now() - interval '${TIMEOUT}' OR pg_try_advisory_xact_lock(${LOCK_CLASS}, lock_key::int))`
  const found = await db.pool.query<Suspect>(
    `SELECT id, heartbeat::text AS sign FROM servers WHERE id <> $1 AND ${looksDead}`,
    [own],
  )
  return found.rows
}

/** Whether PostgreSQL started so recently that living processes may not have connected again. */
export async function databaseIsYoung({ kind, pool }: Database): Promise<boolean> {
  if (kind === 'embedded') return false
  const found = await pool.query<{ young: boolean }>(
    `SELECT pg_postmaster_start_time() > now() - interval '${CONFIRM_MS} ms' AS young`,
  )
  return found.rows[0]?.young === true
}

/** Returns the unfinished messages of a process. */
export async function unfinishedOf(db: Runner, serverId: string): Promise<number[]> {
  const found = await db.query<{ id: number }>({
    name: 'servers.unfinished',
    text: 'SELECT id FROM messages WHERE state < 2 AND server_id = $1',
    values: [serverId],
  })
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
