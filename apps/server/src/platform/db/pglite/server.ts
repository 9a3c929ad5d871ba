// Supervises the database's worker: starts it, pings it every second, and restarts it when it ended or stopped responding.
// Committed data is recovered from its log.
import { Worker } from 'node:worker_threads'
import type { Log } from '../../log.ts'
import { DatabaseStartError } from '../database.ts'
import { entry } from './entry.ts'
import type { FromWorker, Stats, ToWorker, WorkerOptions } from './messages.ts'

const PING_MS = 1_000
const START_LIMIT_MS = 120_000
const CLOSE_LIMIT_MS = 8_000
const WAL_FULL_PINGS = 2
const RESTART_MS = [100, 1_000, 5_000, 15_000]

export interface EmbeddedServer {
  /** Whether it runs and responded recently: false during a restart or a statement of many seconds. */
  readonly answers: boolean
  readonly restarts: number
  readonly stats: Stats
  /** Called about once a second, and for each megabyte of log. */
  onStats: (stats: Stats) => void
  /** Copies the data files. The caller must hold the only connection meanwhile. @throws Error */
  snapshot(target: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the worker; resolves when it accepts connections.
 * @param options.answerLimitMs a worker that does not respond for so long is terminated; also the statement timeout
 * @throws DatabaseStartError with PostgreSQL's reason
 */
export async function startServer(deps: {
  worker: WorkerOptions
  answerLimitMs: number
  log: Log
}): Promise<EmbeddedServer> {
  const server = new Supervisor(deps)
  await server.start()
  return server
}

class Supervisor implements EmbeddedServer {
  restarts = 0
  stats: Stats = { fsyncs: 0, walBytes: 0 }
  onStats: (stats: Stats) => void = () => undefined
  readonly #deps: { worker: WorkerOptions; answerLimitMs: number; log: Log }
  #worker: Worker | undefined
  #before: Stats = { fsyncs: 0, walBytes: 0 }
  #up = false
  #stopping = false
  #missed = 0
  #attempt = 0
  #snapshot: { done: () => void; failed: (error: Error) => void } | undefined
  #pings: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined

  constructor(deps: { worker: WorkerOptions; answerLimitMs: number; log: Log }) {
    this.#deps = deps
  }

  get answers(): boolean {
    return this.#up && this.#missed < 5
  }

  /** Resolves when the worker accepts connections; rejects when it ends before. */
  async start(): Promise<void> {
    const worker = new Worker(entry('pglite-worker'), {
      workerData: this.#deps.worker,
      execArgv: [],
      // Its objects are short-lived; the default takes 12 MB more, measured.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    this.#worker = worker
    await new Promise<void>((resolve, reject) => {
      let reason = 'it did not start in time'
      const limit = setTimeout(() => void worker.terminate(), START_LIMIT_MS)
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          clearTimeout(limit)
          this.#isUp()
          resolve()
        } else if (message.type === 'failed') reason = message.reason
        this.#onMessage(message)
      })
      worker.on('error', (error: Error) => {
        reason = error.message
      })
      worker.on('exit', () => {
        clearTimeout(limit)
        reject(new DatabaseStartError(reason))
        this.#ended(worker, reason)
      })
    })
  }

  snapshot(target: string): Promise<void> {
    return new Promise((done, failed) => {
      this.#snapshot = { done, failed }
      this.#say({ type: 'snapshot', target })
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#pings)
    clearTimeout(this.#again)
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    if (!this.#up) await worker.terminate()
    this.#say({ type: 'close' })
    const limit = setTimeout(() => void worker.terminate(), CLOSE_LIMIT_MS)
    await ended
    clearTimeout(limit)
  }

  #isUp(): void {
    this.#up = true
    this.#missed = 0
    this.#attempt = 0
    clearInterval(this.#pings)
    this.#pings = setInterval(() => this.#ping(), PING_MS)
    this.#pings.unref()
  }

  // Counts missed pings, not milliseconds, so that a blocked main thread does not blame the worker.
  #ping(): void {
    // Copying many gigabytes is slow, not a hang.
    if (this.#snapshot) return
    if (this.#missed * PING_MS >= this.#deps.answerLimitMs) {
      this.#deps.log.error(
        { seconds: this.#missed },
        'the embedded database does not answer and is restarted',
      )
      void this.#worker?.terminate()
      return
    }
    this.#missed += 1
    this.#say({ type: 'ping' })
  }

  #onMessage(message: FromWorker): void {
    if (message.type === 'pong') this.#missed = 0
    if (message.type === 'pong' || message.type === 'stats') {
      this.stats = {
        fsyncs: this.#before.fsyncs + message.stats.fsyncs,
        walBytes: this.#before.walBytes + message.stats.walBytes,
      }
      this.onStats(this.stats)
    } else if (message.type === 'snapshotDone') this.#endSnapshot(message.failure)
    else if (message.type === 'walFull') {
      this.#deps.log.error('the log of the embedded database found no space')
      const timeout = WAL_FULL_PINGS * PING_MS
      this.#missed = Math.max(this.#missed, (this.#deps.answerLimitMs - timeout) / PING_MS)
    }
  }

  #endSnapshot(failure: string | undefined): void {
    const waiting = this.#snapshot
    this.#snapshot = undefined
    if (failure === undefined) waiting?.done()
    else waiting?.failed(new Error(`The database files could not be copied: ${failure}`))
  }

  #ended(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return
    const wasUp = this.#up || this.#attempt > 0
    this.#up = false
    this.#worker = undefined
    this.#before = this.stats
    this.#endSnapshot('the database ended')
    if (this.#stopping || !wasUp) return
    clearInterval(this.#pings)
    const delay = RESTART_MS[Math.min(this.#attempt, RESTART_MS.length - 1)] ?? 0
    this.#attempt += 1
    this.restarts += 1
    this.#deps.log.error({ reason, delay }, 'the embedded database ended and is restarted')
    this.#again = setTimeout(() => {
      // A failed start returns here through the worker's exit event, with a longer delay.
      this.start().catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'the embedded database did not start'),
      )
    }, delay)
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }
}
