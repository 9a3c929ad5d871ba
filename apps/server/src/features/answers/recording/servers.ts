// The processes that answer: each shows that it lives, and one that does not has its answers ended by the others. The
// heartbeat (10 s) and the reaper's patience (90 s, below) belong together: nine beats may be missed.
import { randomInt } from 'node:crypto'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE, type Answer, type AnswerEvent } from '@polylogue/contract'
import { apart, outageOf } from '../../../platform/apart.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import { layoutOf } from './layout.ts'
import { failure, fitted } from '../run/index.ts'
import { endMessages, loggedEvents, type EndedAnswer, type Runner } from './store.ts'

const HEARTBEAT_MS = 10_000
const REAP_EVERY_MS = 30_000
const PATIENCE = '90 seconds'
/** The class of this installation's advisory locks that stand for living processes. */
const LOCK_CLASS = 7_210

export interface Servers {
  /** This process's id, as its messages carry it. */
  readonly id: string
  /** Ends the answers of dead processes; returns how many messages that were. */
  reap(): Promise<number>
  close(): Promise<void>
}

/** Enters this process among those that answer, ends what the dead left, and goes on doing so. */
export async function enterServers(given: {
  db: Database
  id: string
  log: Log
  ended: (ids: number[]) => Promise<void>
  /** Called whenever the dead were looked for, except the first time. */
  reaped: () => Promise<void>
}): Promise<Servers> {
  const { db, id, log } = given
  const lockKey = randomInt(1, 2 ** 31 - 1)
  await db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, $2)', [id, lockKey])
  let lock = await holdLock(db, lockKey)
  const reap = () => reapDead(db, id, log, given.ended)
  const beat = async () => {
    lock = lock?.alive() ? lock : await holdLock(db, lockKey)
    await db.pool.query({
      name: 'servers.beat',
      text: `INSERT INTO servers (id, lock_key) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET heartbeat = now()`,
      values: [id, lockKey],
    })
  }
  const quietly = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) =>
      log.warn({ err: error }, 'the heartbeat or the reaper failed; it goes on'),
    )
  const heartbeat = setInterval(quietly(beat), HEARTBEAT_MS)
  const reaper = setInterval(
    quietly(async () => {
      await reap()
      await given.reaped()
    }),
    REAP_EVERY_MS,
  )
  await reap()
  return {
    id,
    reap,
    async close() {
      clearInterval(heartbeat)
      clearInterval(reaper)
      await db.pool.query('DELETE FROM servers WHERE id = $1', [id])
      lock?.release()
    },
  }
}

/** An advisory lock of its own connection: it ends with the process. The embedded database has one process only. */
async function holdLock(db: Database, key: number) {
  if (db.kind === 'embedded') return undefined
  const client = await db.pool.connect()
  let alive = true
  client.once('error', () => (alive = false))
  client.once('end', () => (alive = false))
  await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, key])
  return { alive: () => alive, release: () => client.release(true) }
}

async function reapDead(
  db: Database,
  own: string,
  log: Log,
  told: (ids: number[]) => Promise<void>,
): Promise<number> {
  const dead = await deadServers(db, own)
  const orphans = await db.pool.query<{ id: number }>(
    `SELECT id FROM messages WHERE state < 2 AND (server_id IS NULL OR server_id = ANY ($1::uuid[])
      OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = messages.server_id)) ORDER BY id`,
    [dead],
  )
  const ids = orphans.rows.map((row) => row.id)
  const isOutage = outageOf(db)
  for (let from = 0; from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100)
    const outcomes = await apart(part, (some) => endInterrupted(db.pool, some), isOutage)
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed && isOutage(failed.error)) throw failed.error
    // What its log holds cannot be stored: it ends all the same, without it.
    if (failed) log.error({ err: failed.error }, 'an interrupted answer was closed without its text')
    const broken = part.filter((_, index) => !outcomes[index]?.ok)
    await endMessages(
      db.pool,
      broken.map((id) => interrupted(id, [])),
    )
    await told(part)
  }
  await db.pool.query('DELETE FROM servers WHERE id = ANY ($1::uuid[])', [dead])
  await db.pool.query(
    `DELETE FROM answer_events WHERE NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = message_id AND state < 2)`,
  )
  if (ids.length)
    log.warn({ answers: ids.length }, 'answers of a process that ended were closed as interrupted')
  return ids.length
}

async function deadServers(db: Database, own: string): Promise<string[]> {
  if (db.kind === 'embedded') {
    const others = await db.pool.query<{ id: string }>('SELECT id FROM servers WHERE id <> $1', [own])
    return others.rows.map((row) => row.id)
  }
  const found = await db.pool.query<{ id: string }>(
    `SELECT id FROM servers WHERE id <> $1
      AND (heartbeat < now() - interval '${PATIENCE}' OR pg_try_advisory_xact_lock(${LOCK_CLASS}, lock_key::int))`,
    [own],
  )
  return found.rows.map((row) => row.id)
}

async function endInterrupted(db: Runner, ids: readonly number[]): Promise<readonly number[]> {
  const ended = ids.map(async (id) => interrupted(id, await loggedEvents(db, id, 1)))
  await endMessages(db, await Promise.all(ended))
  return ids
}

/** How an answer stands that nobody goes on with: what the log holds, ended as interrupted. */
function interrupted(messageId: number, events: readonly AnswerEvent[]): EndedAnswer {
  const kept = events.length ? events : [{ type: 'text' as const, text: '' }]
  const soFar = kept.reduce(foldAnswer, EMPTY_ANSWER)
  const answer: Answer = foldAnswer(soFar, fitted(failure('INTERRUPTED'), soFar))
  return {
    messageId,
    usage: null,
    answer,
    state: MESSAGE_STATE.failed,
    layout: layoutOf(kept),
    lastSeq: kept.length + 2,
    tokensPrompt: null,
    tokensResponse: null,
    tokensPerSecond: null,
    responseMs: null,
    overallMs: null,
    statistics: {},
  }
}
