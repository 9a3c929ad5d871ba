// Long work that a process claims: it is stored with the id of its process, and another process resumes it when that one is gone.
import type { Log } from '../log.ts'

/** Pause before work that failed is tried again. */
const PAUSE_MS = 5_000

/** One kind of such work. */
export interface ClaimedKind<Work extends { readonly id: number }> {
  /** Claims the work of processes that are gone; parallel callers get different work. */
  claim(): Promise<readonly Work[]>
  /**
   * Works until it is done, another process has it or `signal` aborts. Every step is stored before it is taken, so that the next
   * process does nothing twice. If it rejects, it is logged and tried again.
   */
  work(work: Work, signal: AbortSignal): Promise<void>
  /** Gives what this process still holds to the next one. */
  release?(): Promise<void>
  /** The most that this process works on at once; default unlimited. */
  readonly atOnce?: number
  /** The message of the log when it fails. */
  readonly failed: string
}

export interface Claims<Work> {
  /** Works on what was stored for this process. Work that runs already is run again after its end. */
  run(work: Work): void
  /** Aborts the signal of work, if this process runs it. */
  stop(id: number): void
  /** Resumes the work of processes that are gone. */
  takeUp(): Promise<void>
  /** Stops all work, waits for that, and releases it. */
  close(): Promise<void>
}

/** Opens the work of one kind in this process. */
export function openClaims<Work extends { readonly id: number }>(
  kind: ClaimedKind<Work>,
  log: Pick<Log, 'error'>,
): Claims<Work> {
  const running = new Map<number, { readonly stop: AbortController; readonly ended: Promise<void> }>()
  const waiting = new Map<number, Work>()
  let isClosed = false

  const next = () => {
    for (const work of waiting.values()) {
      if (isClosed || running.size >= (kind.atOnce ?? Infinity)) return
      if (!running.has(work.id)) start(work)
    }
  }
  const start = (work: Work) => {
    waiting.delete(work.id)
    const stop = new AbortController()
    const ended = kind
      .work(work, stop.signal)
      .catch((error: unknown) => tryAgain(work, error, stop.signal))
      .finally(() => {
        running.delete(work.id)
        next()
      })
    running.set(work.id, { stop, ended })
  }
  const tryAgain = (work: Work, error: unknown, stopped: AbortSignal) => {
    if (stopped.aborted) return
    log.error({ err: error, work }, kind.failed)
    setTimeout(() => run(work), PAUSE_MS).unref()
  }
  const run = (work: Work) => {
    waiting.set(work.id, work)
    next()
  }

  return {
    run,
    stop: (id) => running.get(id)?.stop.abort(),
    async takeUp() {
      for (const work of await kind.claim()) run(work)
    },
    async close() {
      isClosed = true
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await kind.release?.()
    },
  }
}
