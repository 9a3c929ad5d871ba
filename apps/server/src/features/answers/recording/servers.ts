// The processes that answer: each writes a heartbeat, and the others end the answers of a dead one. The heartbeat (10 s) and
// the reaper's timeout (90 s, servers-store.ts) belong together: nine beats may be missed.
import { randomInt } from 'node:crypto'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE, type Answer, type AnswerEvent } from '@polylogue/contract'
import { isolateFailures, outageOf } from '../../../platform/isolate-failures.ts'
import type { Database, Runner } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import { layoutOf } from './layout.ts'
import { failure, fitted } from '../run/index.ts'
import {
  deadServers,
  holdLock,
  insertServer,
  orphanedMessages,
  removeServers,
  removeStaleEvents,
  storeHeartbeat,
} from './servers-store.ts'
import { endMessages, loggedEvents, type EndedAnswer } from './store.ts'

const HEARTBEAT_MS = 10_000
const REAP_EVERY_MS = 30_000

export interface Servers {
  /** The id of this process, which its messages carry. */
  readonly id: string
  /** Ends the answers of dead processes; returns how many there were. */
  reap(): Promise<number>
  close(): Promise<void>
}

/** Registers this process, ends the answers that dead processes left, and repeats both at intervals. */
export async function enterServers(options: {
  db: Database
  id: string
  log: Log
  ended: (ids: number[]) => Promise<void>
  /** Called after every search for dead processes except the first. */
  reaped: () => Promise<void>
}): Promise<Servers> {
  const { db, id, log } = options
  const lockKey = randomInt(1, 2 ** 31 - 1)
  await insertServer(db.pool, { id, lockKey })
  let lock = await holdLock(db, lockKey)
  const reap = () => reapDead(db, id, log, options.ended)
  const beat = async () => {
    lock = lock?.alive() ? lock : await holdLock(db, lockKey)
    await storeHeartbeat(db.pool, { id, lockKey })
  }
  const quietly = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) =>
      log.warn({ err: error }, 'the heartbeat or the reaper failed; it goes on'),
    )
  const heartbeat = setInterval(quietly(beat), HEARTBEAT_MS)
  const reaper = setInterval(
    quietly(async () => {
      await reap()
      await options.reaped()
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
      await removeServers(db.pool, [id])
      lock?.release()
    },
  }
}

async function reapDead(
  db: Database,
  own: string,
  log: Log,
  onEnded: (ids: number[]) => Promise<void>,
): Promise<number> {
  const dead = await deadServers(db, own)
  const ids = await orphanedMessages(db.pool, dead)
  const isOutage = outageOf(db)
  for (let from = 0; from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100)
    const outcomes = await isolateFailures(part, (some) => endInterrupted(db.pool, some), isOutage)
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed && isOutage(failed.error)) throw failed.error
    // Its log cannot be stored: it is ended without its content.
    if (failed) log.error({ err: failed.error }, 'an interrupted answer was closed without its text')
    const broken = part.filter((_, index) => !outcomes[index]?.ok)
    await endMessages(
      db.pool,
      broken.map((id) => interrupted(id, [])),
    )
    await onEnded(part)
  }
  await removeServers(db.pool, dead)
  await removeStaleEvents(db.pool)
  if (ids.length)
    log.warn({ answers: ids.length }, 'answers of a process that ended were closed as interrupted')
  return ids.length
}

async function endInterrupted(db: Runner, ids: readonly number[]): Promise<readonly number[]> {
  const ended = ids.map(async (id) => interrupted(id, await loggedEvents(db, id, 1)))
  await endMessages(db, await Promise.all(ended))
  return ids
}

/** Returns an abandoned answer as its log holds it, ended as interrupted. */
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
