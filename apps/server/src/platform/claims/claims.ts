// Long work that a process claims: it is stored with the id of its process, and another process resumes it when that one is gone.
import { Problem } from '#problem.ts'
import type { Database } from '../db/index.ts'
import { passingOf } from '../isolate-failures.ts'
import type { Log } from '../log.ts'
import { PAUSES } from '../pauses.ts'
import { isOneTooMany } from './claimed.ts'

interface Work {
  readonly id: number
  /** How often it was begun or failed without a step being stored; default 1. */
  readonly attempts?: number
}

/** One kind of such work. */
export interface ClaimedKind<One extends Work> {
  /** Claims the work of processes that are gone; parallel callers get different work. */
  claim(): Promise<readonly One[]>
  /** `claim` claims one thing at a time: it is called when that can begin, because what is claimed counts as begun. */
  readonly claimsOne?: boolean
  /**
   * Works until it is done, another process has it or `signal` aborts. Every step is stored before it is taken, so that the next
   * process does nothing twice; `stepped` says that one was, and counts the attempts from the beginning. If it rejects, it is
   * logged and tried again.
   */
  work(work: One, signal: AbortSignal, stepped: () => void): Promise<void>
  /** Stores that work has failed that ended processes or failed too often (`isOneTooMany`). */
  giveUp(work: One): Promise<void>
  /** Gives what this process still holds to the next one. */
  release?(): Promise<void>
  /** The most that this process works on at once; default unlimited. */
  readonly atOnce?: number
  /** The message of the log when it fails. */
  readonly failed: string
}

export interface Claims<One> {
  /** Works on what was stored for this process. Work that runs already is run again after its end. */
  run(work: One): void
  /** Aborts the signal of work, if this process runs it. */
  stop(id: number): void
  /** Resumes the work of processes that are gone. */
  takeUp(): Promise<void>
  /** Stops all work, waits for that, and releases it. */
  close(): Promise<void>
}

/** Begins work, or gives it up; `counted` returns it with the attempts since its last step. */
function begin<One extends Work>(
  kind: ClaimedKind<One>,
  work: One,
  signal: AbortSignal,
): { done: Promise<void>; counted: () => One } {
  let counted = work
  const stepped = () => {
    counted = { ...work, attempts: 1 }
  }
  const done = isOneTooMany(work) ? kind.giveUp(work) : kind.work(work, signal, stepped)
  return { done, counted: () => counted }
}

/** Opens the work of one kind in this process. */
export function openClaims<One extends Work>(
  kind: ClaimedKind<One>,
  { log, db }: { readonly log: Pick<Log, 'error'>; readonly db: Pick<Database, 'problemOf'> },
): Claims<One> {
  const mayPass = passingOf(db)
  /** Problems say nothing about the work: the database or something else that it needs is not available. */
  const isCounted = (error: unknown) => !(error instanceof Problem) && !mayPass(error)
  const running = new Map<number, { readonly stop: AbortController; readonly ended: Promise<void> }>()
  const waiting = new Map<number, One>()
  let isClosed = false

  const next = () => {
    for (const work of waiting.values()) {
      if (isClosed || running.size >= (kind.atOnce ?? Infinity)) return
      if (!running.has(work.id)) start(work)
    }
  }
  const start = (work: One) => {
    waiting.delete(work.id)
    const stop = new AbortController()
    if (isOneTooMany(work)) log.error({ work }, `${kind.failed}; it is given up`)
    const { done, counted } = begin(kind, work, stop.signal)
    const ended = done
      .catch((error: unknown) => tryAgain(counted(), error, stop.signal))
      .finally(() => {
        running.delete(work.id)
        next()
        if (kind.claimsOne) void takeUp().catch((error: unknown) => log.error({ err: error }, kind.failed))
      })
    running.set(work.id, { stop, ended })
  }
  const tryAgain = (work: One, error: unknown, stopped: AbortSignal) => {
    if (stopped.aborted) return
    log.error({ err: error, work }, `${kind.failed}; it is tried again`)
    const attempts = (work.attempts ?? 1) + (isCounted(error) ? 1 : 0)
    setTimeout(() => run({ ...work, attempts }), PAUSES.retry).unref()
  }
  const run = (work: One) => {
    waiting.set(work.id, work)
    next()
  }

  const takeUp = async () => {
    if (kind.claimsOne && (isClosed || running.size + waiting.size > 0)) return
    for (const work of await kind.claim()) run(work)
  }

  return {
    run,
    stop: (id) => running.get(id)?.stop.abort(),
    takeUp,
    async close() {
      isClosed = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      // Otherwise the next process takes it over, and counts it.
      await kind.release?.().catch((error: unknown) => log.error({ err: error }, kind.failed))
    },
  }
}
