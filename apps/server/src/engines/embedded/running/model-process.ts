// The server's side of the process that holds one model: starts it, hands out its places, hears what happens in it, and knows
// why it ended.
import { fork, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { EngineError } from '../../engine.ts'
import type { ModelFile } from '../files/index.ts'
import type { EngineLog } from '../log.ts'
import { Inbox } from './inbox.ts'
import { kernelKills, residentBytes } from './memory.ts'
import type { ChatOrder, Failure, FromChild, Happening, LoadOrder, ToChild } from './protocol.ts'
import { Slots } from './slots.ts'

const entry = new URL(`./llama-child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** What llama.cpp said last goes into the log when it ends unexpectedly. */
const KEPT_CHARACTERS = 4_000
/** How long a stop may take: reading a long prompt is not left before a batch of it is computed. */
const STOP_MS = 60_000
/**
 * Behind the server, not behind everything: where the machine does other things too, a model still has a quarter of a core
 * (0 to 19; at 10 it has a tenth, and the server's loop is no later with this).
 */
const NICENESS = 5
/** How often the process is looked at. */
export const LOOK_MS = 250
/** Its memory only every so many times, once the model is ready. */
const CALM_LOOKS = 4

export interface ProcessGiven {
  readonly file: ModelFile
  readonly order: LoadOrder
  readonly log: EngineLog
  /** Milliseconds of silence after which it counts as hanging. */
  readonly hangMs: number
  /** Milliseconds without progress after which loading is given up. */
  readonly loadMs: number
}

/** One order that is being worked on. */
interface Work {
  readonly inbox: Inbox<Happening>
  stopping: NodeJS.Timeout | undefined
}

export class ModelProcess {
  readonly file: ModelFile
  readonly order: LoadOrder
  /** Settles when the model is in memory, or cannot be. */
  readonly ready: Promise<void>
  /** Resolves with the reason when the process is gone. */
  readonly ended: Promise<EngineError>
  isReady = false
  /** How much of the model is loaded, from 0 to 1. */
  share = 0
  /** As of the last look. */
  residentBytes = 0
  readonly slots: Slots
  readonly #child: ChildProcess
  readonly #given: ProcessGiven
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<EngineError>()
  readonly #work = new Map<number, Work>()
  readonly #kills = kernelKills()
  #next = 1
  #looks = 0
  #silentLooks = 0
  #stillLooks = 0
  #said = ''
  #why: EngineError | undefined

  constructor(given: ProcessGiven) {
    this.#given = given
    this.file = given.file
    this.order = given.order
    this.ready = this.#ready.promise
    this.ended = this.#ended.promise
    // Whoever waits hears it; nobody need wait.
    this.ready.catch(() => undefined)
    this.slots = new Slots(given.order.embeddings ? 1 : given.order.sequences)
    this.#child = fork(entry, [], {
      // Nothing of the server's surroundings; and llama.cpp starts no debugger when it gives up.
      env: { GGML_NO_BACKTRACE: '1' },
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#listen()
    this.#send({ type: 'load', order: given.order })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether it is gone, or about to be. */
  get ending(): boolean {
    return this.#why !== undefined
  }

  /** Whether nobody uses it. */
  get idle(): boolean {
    return this.#work.size === 0 && this.slots.waiting === 0
  }

  /** Begins an answer when a place is free. @throws the signal's reason; EngineError when the process ended */
  chat(order: ChatOrder, signal: AbortSignal): Promise<Inbox<Happening>> {
    return this.#begin((id) => ({ type: 'chat', id, order }), signal)
  }

  /** The vectors of some texts. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const inbox = await this.#begin((id) => ({ type: 'embed', id, texts }), signal)
    const stop = () => this.stop(inbox, signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      const happening = await inbox.next()
      if (happening.type === 'vectors') return happening.vectors
      throw happening.type === 'failed' ? errorOf(happening.failure) : new Error('No vectors came')
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Ends an order that is not wanted any more; its reader hears the reason at once. */
  stop(inbox: Inbox<Happening>, reason: unknown): void {
    inbox.abandon(reason)
    for (const [id, work] of this.#work) {
      if (work.inbox !== inbox || work.stopping) continue
      this.#send({ type: 'stop', id })
      work.stopping = setTimeout(() => {
        const waitedMs = STOP_MS
        void this.end(
          new EngineError('timeout', `An answer was not stopped within ${waitedMs} ms`, { waitedMs }),
        )
      }, STOP_MS)
    }
  }

  /** Ends the process, whatever it does; what runs on it ends with `why`. Resolves when it is gone. */
  async end(why: EngineError): Promise<void> {
    this.#why ??= why
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** To be called every LOOK_MS: counted in looks, so that a machine that slept is not taken for a process that hangs. */
  async look(): Promise<void> {
    const { hangMs, loadMs } = this.#given
    if (++this.#silentLooks * LOOK_MS > hangMs) return this.end(silence('The process is silent', hangMs))
    if (!this.isReady && ++this.#stillLooks * LOOK_MS > loadMs)
      return this.end(silence('Loading does not go on', loadMs))
    // Memory grows while a model is loaded and its context is made; after that it hardly does.
    if (!this.isReady || ++this.#looks % CALM_LOOKS === 0) this.residentBytes = await residentBytes(this.pid)
  }

  async #begin(orderOf: (id: number) => ToChild, signal: AbortSignal): Promise<Inbox<Happening>> {
    await this.slots.take(signal)
    if (this.#why) {
      this.slots.give()
      throw this.#why
    }
    const id = this.#next++
    const inbox = new Inbox<Happening>()
    this.#work.set(id, { inbox, stopping: undefined })
    this.#send(orderOf(id))
    return inbox
  }

  #send(message: ToChild): void {
    // One that cannot be sent any more finds a process that is just ending.
    this.#child.send(message, () => undefined)
  }

  #listen(): void {
    const child = this.#child
    child.on('message', (message) => this.#take(message as FromChild))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_CHARACTERS)
    })
    child.once('spawn', () => this.#comeSecond())
    // What it sent before it ended is read before its end counts.
    const gone = Promise.withResolvers<void>()
    child.once('disconnect', gone.resolve)
    child.once('error', (error) => {
      const why = new EngineError('internal', 'The process of a model cannot be started', { cause: error })
      if (child.pid === undefined) this.#over(why)
      else void this.end(why)
    })
    child.once('exit', (code, signal) => {
      void Promise.all([this.#reason(code, signal), gone.promise]).then(([why]) => this.#over(why))
    })
  }

  /** The server comes first: it is not ended instead where memory is short, and does not wait while a model computes. */
  #comeSecond(): void {
    writeFile(`/proc/${this.pid}/oom_score_adj`, '1000').catch(() => undefined)
    if (this.pid === undefined) return
    try {
      setPriority(this.pid, NICENESS)
    } catch {
      // Some systems do not let it: the model then computes as everything else does.
    }
  }

  async #reason(code: number | null, signal: NodeJS.Signals | null): Promise<EngineError> {
    if (this.#why) return this.#why
    const killed = signal === 'SIGKILL' && (await kernelKills()) > (await this.#kills)
    const how = `The process of ${this.file.name} ended (${signal ?? code})`
    return killed
      ? new EngineError('out-of-memory', `${how}: the kernel had no memory left`)
      : new EngineError('crashed', how, { cause: new Error(this.#said.trim() || 'It said nothing') })
  }

  #over(why: EngineError): void {
    this.#why = why
    for (const { inbox, stopping } of this.#work.values()) {
      clearTimeout(stopping)
      inbox.fail(why)
    }
    this.#work.clear()
    this.slots.fail(why)
    this.#ready.reject(why)
    this.#ended.resolve(why)
  }

  #take(message: FromChild): void {
    this.#silentLooks = 0
    switch (message.type) {
      case 'beat':
        return
      case 'loading':
        this.#stillLooks = 0
        this.share = message.share
        return
      case 'ready':
        this.isReady = true
        this.#ready.resolve()
        return
      case 'refused':
        return void this.end(errorOf(message.failure))
      case 'happened':
        for (const happening of message.happenings) this.#happened(happening)
    }
  }

  #happened(happening: Happening): void {
    const work = this.#work.get(happening.id)
    if (!work) return
    if (happening.type !== 'text' && happening.type !== 'thinking') {
      clearTimeout(work.stopping)
      this.#work.delete(happening.id)
      this.slots.give()
    }
    work.inbox.put(happening)
  }
}

/** What a process said went wrong. */
export function errorOf({ code, message, reason }: Failure): EngineError {
  return new EngineError(code, message, reason === undefined ? {} : { reason })
}

function silence(what: string, waitedMs: number): EngineError {
  return new EngineError('timeout', `${what} for ${waitedMs} ms`, { waitedMs })
}
