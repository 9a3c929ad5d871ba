// The models in memory: one process each, started when it is asked for, within what memory there is. One that falls is started
// again when it is asked for again, later each time.
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../../engine.ts'
import type { ModelFile } from '../files/index.ts'
import type { EngineLog } from '../log.ts'
import { memoryOf, windowOf } from './memory.ts'
import { LOOK_MS, ModelProcess } from './model-process.ts'

export interface RunningGiven {
  readonly log: EngineLog
  readonly threads: number
  /** Answers at once from one model. */
  readonly sequences: number
  /** Bytes that all models may take together. */
  readonly memoryBytes: number
  /** Tokens that each answer can see; by memory unless told. */
  readonly windowTokens?: number | undefined
  /** Milliseconds of silence after which a process counts as hanging. */
  readonly hangMs: number
  /** Milliseconds after which one that nobody asked to keep leaves memory when it is not used. */
  readonly keepMs: number
  /** The first pause after a fall, in milliseconds; it doubles with each further fall. */
  readonly pauseMs: number
}

const LOAD_MS = 180_000
const LONGEST_PAUSE_MS = 60_000
/** A longer pause is told instead of waited for. */
const LONGEST_WAIT_MS = 5_000
/** A file whose process fell so often without ever being ready is not tried again by itself. */
const HOPELESS = 3

interface Kept {
  readonly process: ModelProcess
  readonly needs: number
  /** How many wait for it to be ready. */
  waiting: number
  usedAt: number
}

/** How often a model fell without a good answer since, and when last. */
interface Falls {
  times: number
  loading: number
  at: number
}

export class RunningModels {
  readonly #given: RunningGiven
  readonly #all = new Map<string, Kept>()
  readonly #falls = new Map<string, Falls>()
  /** Asked to be kept: they are not driven out by others, however often they fall. */
  readonly #pinned = new Set<string>()
  readonly #looking: NodeJS.Timeout
  #closed = false

  constructor(given: RunningGiven) {
    this.#given = given
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /** The process of a model that is in memory, or on its way there. */
  find(name: string): ModelProcess | undefined {
    return this.#all.get(name)?.process
  }

  /** The window that a model's answers get, and what it takes with that. */
  sizeOf(file: ModelFile, wished = this.#given.windowTokens): { windowTokens: number; needs: number } {
    const { memoryBytes, sequences } = this.#given
    const windowTokens = windowOf(file, { memoryBytes, sequences, wished })
    return { windowTokens, needs: memoryOf(file, windowTokens, file.embeddings ? 1 : sequences) }
  }

  /**
   * Begins to bring a model into memory, unless it is there or under way; the process may not be ready yet. Waits out a
   * short pause after a fall. @throws EngineError out-of-memory; what it fell with, when the pause is long
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
    const { log, threads, sequences, hangMs } = this.#given
    const { path, embeddings } = file
    const order = { path, embeddings, threads, sequences, contextTokens: windowTokens }
    const process = new ModelProcess({ file, order, log, hangMs, loadMs: LOAD_MS })
    this.#all.set(file.name, { process, needs, waiting: 0, usedAt: performance.now() })
    void process.ended.then((why) => this.#ended(process, why))
    return process
  }

  /** Waits until a model is ready. Whoever stops waiting leaves it to the others; the last one ends a vain start. */
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

  /** A model of that name stays in memory until it is unloaded. */
  pin(name: string): void {
    this.#pinned.add(name)
  }

  /** It was just used, and well: what it fell with before is forgotten. */
  used(process: ModelProcess): void {
    const kept = this.#of(process)
    if (kept) kept.usedAt = performance.now()
    this.#falls.delete(process.file.name)
  }

  /** Frees a model's memory once nobody uses it. */
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
    return [...this.#all.values()].reduce((left, { needs }) => left - needs, this.#given.memoryBytes)
  }

  /** Ends the one that was not used for longest of those that nobody asked to keep. */
  async #makeRoom(name: string, needs: number): Promise<void> {
    const idle = [...this.#all.values()].filter(({ process, waiting }) => {
      return process.idle && waiting === 0 && !this.#pinned.has(process.file.name)
    })
    const [oldest] = idle.toSorted((one, other) => one.usedAt - other.usedAt)
    if (oldest) return oldest.process.end(new EngineError('unreachable', `Its memory is needed for ${name}`))
    const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
    const left = `${megabytes(Math.max(0, this.#left()))} of ${megabytes(this.#given.memoryBytes)} MB are left`
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
    const pause = Math.min(LONGEST_PAUSE_MS, this.#given.pauseMs * 2 ** (falls.times - 1))
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
    // Ended on purpose, or refused in words.
    if (why.code !== 'crashed' && why.code !== 'out-of-memory' && why.code !== 'timeout') return
    const falls = this.#falls.get(name) ?? { times: 0, loading: 0, at: 0 }
    falls.times++
    falls.at = performance.now()
    if (why.code === 'crashed' && !process.isReady) falls.loading++
    this.#falls.set(name, falls)
    this.#given.log.warn({ err: why, model: name, falls: falls.times }, 'the process of a model ended')
  }

  #look(): void {
    const now = performance.now()
    const all = [...this.#all.values()]
    for (const kept of all) {
      const { process, usedAt } = kept
      const isPinned = this.#pinned.has(process.file.name)
      void process.look()
      if (!process.idle) kept.usedAt = now
      else if (process.isReady && !isPinned && now - usedAt > this.#given.keepMs)
        void process.end(new EngineError('unreachable', 'It was not used for a while'))
    }
    this.#watchMemory(all)
  }

  /** What was reckoned may be wrong, and a file may lie: the one that is most above its figure goes. */
  #watchMemory(all: readonly Kept[]): void {
    const taken = all.reduce((sum, { process }) => sum + process.residentBytes, 0)
    if (taken <= this.#given.memoryBytes) return
    const [worst] = all.toSorted(
      (one, other) => other.process.residentBytes - other.needs - (one.process.residentBytes - one.needs),
    )
    void worst?.process.end(
      new EngineError('out-of-memory', `Models took ${taken} bytes of ${this.#given.memoryBytes}`),
    )
  }
}

/** The promise, or the signal's reason when that comes first. */
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
