// The processes that answer: each writes a heartbeat, and the others end the answers of a dead one.
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE, type Answer, type AnswerEvent } from '@polylogue/contract'
import { isolateFailures, outageOf, passingOf } from '#platform/isolate-failures.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { layoutOf } from './layout.ts'
import { failure, withFittingSentence } from '../run/index.ts'
import { startHeartbeat } from './heartbeat.ts'
import {
  databaseIsYoung,
  findSuspects,
  orphanedMessages,
  removeServers,
  removeStaleEvents,
  unfinishedOf,
} from './servers-store.ts'
import { Suspects } from './suspects.ts'
import { endMessages, loggedEvents, type EndedAnswer } from './store.ts'

/** A dead process is found within this and twice the time to confirm it (suspects.ts). */
const REAP_EVERY_MS = 10_000
const TAKE_UP_EVERY_MS = 30_000

export interface Servers {
  /** The id of this process, which its messages carry. */
  readonly id: string
  close(): Promise<void>
}

interface ServersDeps {
  readonly db: Database
  readonly id: string
  readonly log: Log
  /** Whether this process is making the answer of this message. */
  readonly isLive: (messageId: number) => boolean
  readonly ended: (ids: number[]) => Promise<void>
  /** Called at intervals to take up the work of dead processes, except at the start. */
  readonly reaped: () => Promise<void>
  /** Called before answers of dead processes are ended: stores what those kept elsewhere. */
  readonly before: (dead: readonly string[]) => Promise<unknown>
}

/** Registers this process, ends the answers that dead processes left, and repeats both at intervals. */
export async function enterServers(deps: ServersDeps): Promise<Servers> {
  const { db, id, log } = deps
  const heartbeat = await startHeartbeat(deps)
  const reap = openReaper(deps)
  const quietly = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) =>
      log.warn({ err: error }, 'the answers or the work of dead processes were not looked for'),
    )
  const timers = [
    setInterval(quietly(reap), REAP_EVERY_MS),
    setInterval(quietly(deps.reaped), TAKE_UP_EVERY_MS),
  ]
  // Nothing is confirmed at the start: a new process finds only those that have been dead for as long as it took to start.
  const isYoung = await databaseIsYoung(db)
  await (isYoung ? reap() : endDeadNow(deps)).catch((error: unknown) => {
    const problem = db.problemOf(error)?.code
    if (problem !== 'STORAGE_FULL' && problem !== 'DATABASE_BUSY') throw error
    log.error(
      { err: error },
      'the disk is full or a row is locked: answers of dead processes are ended later',
    )
  })
  return {
    id,
    async close() {
      timers.forEach((timer) => clearInterval(timer))
      await heartbeat.close()
    },
  }
}

async function endDeadNow(deps: ServersDeps): Promise<void> {
  const suspects = await findSuspects(deps.db, deps.id)
  await endAnswersOf(deps, { servers: suspects.map((suspect) => suspect.id), own: [] })
}

/** Dead processes, and messages of this one whose answer it does not make. */
interface LostAnswers {
  readonly servers: readonly string[]
  readonly own: readonly number[]
}

/** Returns the search for dead processes and lost answers, which ends what it found twice. */
function openReaper(deps: ServersDeps): () => Promise<void> {
  const { db, id, isLive } = deps
  const servers = new Suspects()
  const own = new Suspects()
  return async () => {
    try {
      const now = performance.now()
      // A question may be stored although the connection broke before this process heard of it.
      const lost = (await unfinishedOf(db.pool, id)).filter((messageId) => !isLive(messageId))
      const confirmed = own.confirm(
        lost.map((messageId) => ({ id: `${messageId}`, sign: '' })),
        now,
      )
      const dead = servers.confirm(await findSuspects(db, id), now)
      await endAnswersOf(deps, { servers: dead, own: confirmed.map(Number) })
    } catch (error) {
      servers.clear()
      own.clear()
      throw error
    }
  }
}

async function endAnswersOf(
  { db, log, ended, before }: ServersDeps,
  { servers, own }: LostAnswers,
): Promise<void> {
  const essentially = <T>(essential: true | 'large', work: (client: Runner) => Promise<T>) =>
    db.transaction((_, client) => work(client), { essential })
  await before(servers)
  const ids = [...(await orphanedMessages(db.pool, servers)), ...own]
  const isOutage = outageOf(db)
  const mayPass = passingOf(db)
  for (let from = 0; from < ids.length; from += 100) {
    const part = ids.slice(from, from + 100)
    const end = (some: readonly number[]) => essentially('large', (client) => endInterrupted(client, some))
    const outcomes = await isolateFailures(part, end, isOutage)
    const failed = outcomes.find((outcome) => !outcome.ok)
    const passing = outcomes.find((outcome) => !outcome.ok && mayPass(outcome.error))
    if (passing && !passing.ok) {
      // The others are ended and are not found again.
      const done = part.filter((_, index) => outcomes[index]?.ok)
      if (done.length > 0) await ended(done)
      throw passing.error
    }
    // Its log cannot be stored: it is ended without its content.
    if (failed) log.error({ err: failed.error }, 'an interrupted answer was closed without its text')
    const broken = part.filter((_, index) => !outcomes[index]?.ok)
    if (broken.length > 0)
      await essentially('large', (client) =>
        endMessages(
          client,
          broken.map((id) => interrupted(id, [])),
          null,
        ),
      )
    await ended(part)
  }
  await essentially(true, async (client) => {
    await removeServers(client, servers)
    await removeStaleEvents(client)
  })
  if (ids.length)
    log.warn({ answers: ids.length }, 'answers that nobody makes any more were closed as interrupted')
}

async function endInterrupted(db: Runner, ids: readonly number[]): Promise<readonly number[]> {
  const ended = ids.map(async (id) => interrupted(id, await loggedEvents(db, id, 1)))
  await endMessages(db, await Promise.all(ended), ids.length > 1 ? undefined : null)
  return ids
}

/** Returns an abandoned answer as its log holds it, ended as interrupted. */
function interrupted(messageId: number, events: readonly AnswerEvent[]): EndedAnswer {
  const kept = events.length ? events : [{ type: 'text' as const, text: '' }]
  const soFar = kept.reduce(foldAnswer, EMPTY_ANSWER)
  const answer: Answer = foldAnswer(soFar, withFittingSentence(failure('INTERRUPTED'), soFar))
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
