// The models in memory: one process each, started on demand within the memory budget. A crashed model is restarted on demand
// with exponential back-off.
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../../engine.ts'
import type { ModelFile } from '../files/index.ts'
import type { EngineLog } from '../log.ts'
import { memoryOf, windowOf } from './memory.ts'
import { LOOK_MS, ModelProcess } from './model-process.ts'

export interface RunningDeps {
  readonly log: EngineLog
  readonly threads: number
  /** Parallel answers of one model. */
  readonly sequences: number
  /** Bytes that all models may take together. */
  readonly memoryBytes: number
  /** Context window of each answer in tokens; default: chosen by available memory. */
  readonly windowTokens?: number | undefined
  /** Milliseconds without a message after which a process counts as hung. */
  readonly hangMs: number
  /** Idle time in milliseconds after which a model that is not pinned is unloaded. */
  readonly keepMs: number
  /** First back-off after a crash, in milliseconds; doubles with each further crash. */
  readonly pauseMs: number
}

const LOAD_MS = 180_000
const LONGEST_PAUSE_MS = 60_000
/** A longer back-off is reported as an error instead of waited for. */
const LONGEST_WAIT_MS = 5_000
/** After this many crashes without ever becoming ready, a file is not retried automatically. */
const HOPELESS = 3

interface Kept {
  readonly process: ModelProcess
  readonly needs: number
  /** Number of callers waiting for it to be ready. */
  waiting: number
  usedAt: number
}

/** Number of crashes since the last successful answer, and the time of the last crash. */
interface Falls {
  times: number
  loading: number
  at: number
}

export class RunningModels {
  readonly #deps: RunningDeps
  readonly #all = new Map<string, Kept>()
  readonly #falls = new Map<string, Falls>()
  /** Pinned models are not evicted for others, however often they crash. */
  readonly #pinned = new Set<string>()
  readonly #looking: NodeJS.Timeout
  #closed = false

  constructor(deps: RunningDeps) {
    this.#deps = deps
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /** Finds the process of a model that is loaded or loading. */
  find(name: string): ModelProcess | undefined {
    return this.#all.get(name)?.process
  }

  /** Returns the context window of a model's answers and the memory it takes with that. */
  sizeOf(file: ModelFile, wished = this.#deps.windowTokens): { windowTokens: number; needs: number } {
    const { memoryBytes, sequences } = this.#deps
    const windowTokens = windowOf(file, { memoryBytes, sequences, wished })
    return { windowTokens, needs: memoryOf(file, windowTokens, file.embeddings ? 1 : sequences) }
  }

  /**
   * Starts to load a model unless it is loaded or loading; the returned process may not be ready. Waits for a short
   * back-off. @throws EngineError out-of-memory; the error of the last crash during a long back-off
   */
  async start(file: ModelFile, signal: AbortSignal, wishedTokens?: number): Promise<ModelProcess> {
    await this.#pause(file.name, signal)
    const { windowTokens, needs } = this.sizeOf(file, wishedTokens)
    for (;;) {
      if (this.#closed) throw new EngineError('unreachable', 'The engine is closed')
      const known = this.#all.get(file.name)
      if (known && !known.process.ending) {
        known.usedAt = performance.now()
        return known.process
      }
      if (known) await known.process.ended
      else if (needs > this.#left()) await this.#makeRoom(file.name, needs)
      else break
    }
    const { log, threads, sequences, hangMs } = this.#deps
    const { path, embeddings } = file
    const order = { path, embeddings, threads, sequences, contextTokens: windowTokens }
    const process = new ModelProcess({ file, order, log, hangMs, loadMs: LOAD_MS })
    this.#all.set(file.name, { process, needs, waiting: 0, usedAt: performance.now() })
    void process.ended.then((why) => this.#ended(process, why))
    return process
  }

  /** Waits until a model is ready. An abort does not stop loading for others; when the last one aborts, the process ends. */
  async ready(process: ModelProcess, signal: AbortSignal): Promise<void> {
    const kept = this.#of(process)
    if (process.isReady || !kept) return process.ready
    kept.waiting++
    try {
      await raced(process.ready, signal)
    } finally {
      kept.waiting--
      if (!process.isReady && kept.waiting === 0)
        void process.end(new EngineError('unreachable', 'Nobody waits for it any more'))
    }
  }

  /** Keeps a model of that name in memory until it is unloaded. */
  pin(name: string): void {
    this.#pinned.add(name)
  }

  /** Records a successful use and resets the crash count. */
  used(process: ModelProcess): void {
    const kept = this.#of(process)
    if (kept) kept.usedAt = performance.now()
    this.#falls.delete(process.file.name)
  }

  /** Unloads a model as soon as no request uses it. */
  async unload(name: string, signal: AbortSignal): Promise<void> {
    this.#pinned.delete(name)
    this.#falls.delete(name)
    for (;;) {
      const process = this.find(name)
      if (!process) return
      if (process.idle) return process.end(new EngineError('unreachable', 'It was unloaded'))
      await delay(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#looking)
    const why = new EngineError('broken-stream', 'The engine was closed')
    await Promise.all([...this.#all.values()].map(({ process }) => process.end(why)))
  }

  #of(process: ModelProcess): Kept | undefined {
    const kept = this.#all.get(process.file.name)
    return kept?.process === process ? kept : undefined
  }

  #left(): number {
    return [...this.#all.values()].reduce((left, { needs }) => left - needs, this.#deps.memoryBytes)
  }

  /** Ends the least recently used idle model that is not pinned. @throws EngineError out-of-memory if there is none */
  async #makeRoom(name: string, needs: number): Promise<void> {
    const idle = [...this.#all.values()].filter(({ process, waiting }) => {
      return process.idle && waiting === 0 && !this.#pinned.has(process.file.name)
    })
    const [oldest] = idle.toSorted((one, other) => one.usedAt - other.usedAt)
    if (oldest) return oldest.process.end(new EngineError('unreachable', `Its memory is needed for ${name}`))
    const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
    const left = `${megabytes(Math.max(0, this.#left()))} of ${megabytes(this.#deps.memoryBytes)} MB are left`
    throw new EngineError('out-of-memory', `${name} takes ${megabytes(needs)} MB, ${left}`)
  }

  async #pause(name: string, signal: AbortSignal): Promise<void> {
    const falls = this.#falls.get(name)
    if (!falls || this.find(name)) return
    if (falls.loading >= HOPELESS) {
      const reason =
        'loading its file ended the process each time; the file is damaged, or not made for this engine'
      throw new EngineError('bad-request', `${name} cannot be loaded`, { reason })
    }
    const pause = Math.min(LONGEST_PAUSE_MS, this.#deps.pauseMs * 2 ** (falls.times - 1))
    const wait = falls.at + pause - performance.now()
    if (wait <= 0) return
    if (wait > LONGEST_WAIT_MS)
      throw new EngineError('crashed', `${name} fell ${falls.times} times`, { retryAfterMs: wait })
    await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  #ended(process: ModelProcess, why: EngineError): void {
    const { name } = process.file
    const kept = this.#of(process)
    if (kept) this.#all.delete(name)
    // Not a crash: ended on purpose, or reported an error.
    if (why.code !== 'crashed' && why.code !== 'out-of-memory' && why.code !== 'timeout') return
    const falls = this.#falls.get(name) ?? { times: 0, loading: 0, at: 0 }
    falls.times++
    falls.at = performance.now()
    if (why.code === 'crashed' && !process.isReady) falls.loading++
    this.#falls.set(name, falls)
    this.#deps.log.warn({ err: why, model: name, falls: falls.times }, 'the process of a model ended')
  }

  #look(): void {
    const now = performance.now()
    const all = [...this.#all.values()]
    for (const kept of all) {
      const { process, usedAt } = kept
      const isPinned = this.#pinned.has(process.file.name)
      void process.look()
      if (!process.idle) kept.usedAt = now
      else if (process.isReady && !isPinned && now - usedAt > this.#deps.keepMs)
        void process.end(new EngineError('unreachable', 'It was not used for a while'))
    }
    this.#watchMemory(all)
  }

  /** Estimates can be wrong and files can lie: ends the process that exceeds its estimate most. */
  #watchMemory(all: readonly Kept[]): void {
    const taken = all.reduce((sum, { process }) => sum + process.residentBytes, 0)
    if (taken <= this.#deps.memoryBytes) return
    const [worst] = all.toSorted(
      (one, other) => other.process.residentBytes - other.needs - (one.process.residentBytes - one.needs),
    )
    void worst?.process.end(
      new EngineError('out-of-memory', `Models took ${taken} bytes of ${this.#deps.memoryBytes}`),
    )
  }
}

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
async function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
