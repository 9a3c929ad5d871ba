// The server's side of a model process: starts it, assigns its sequences, dispatches its messages, and determines why it
// ended.
import { fork, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { EngineError } from '../../engine.ts'
import type { ModelFile } from '../files/index.ts'
import type { EngineLog } from '../log.ts'
import { Inbox } from './inbox.ts'
import { kernelKills, residentBytes } from './memory.ts'
import type { ChatOrder, Failure, FromChild, ModelEvent, LoadOrder, ToChild } from './protocol.ts'
import { Slots } from './slots.ts'

const entry = new URL(`./llama-child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** The last characters of llama.cpp's output are logged when the process exits unexpectedly. */
const KEPT_CHARACTERS = 4_000
/** Time limit of a stop: prompt evaluation can only stop after the current batch. */
const STOP_MS = 60_000
/**
 * Lower priority than the server, but not the lowest: on a busy machine a model still gets a quarter of a core (range 0 to
 * 19; 10 leaves a tenth, without improving the server's event-loop delay).
 */
const NICENESS = 5
/** Interval of the checks of the process, in milliseconds. */
export const LOOK_MS = 250
/** Once the model is ready, memory is measured only at every n-th check. */
const CALM_LOOKS = 4

export interface ProcessDeps {
  readonly file: ModelFile
  readonly order: LoadOrder
  readonly log: EngineLog
  /** Milliseconds without a message after which the process counts as hung. */
  readonly hangMs: number
  /** Milliseconds without progress after which loading fails. */
  readonly loadMs: number
}

/** One order in progress. */
interface Work {
  readonly inbox: Inbox<ModelEvent>
  stopping: NodeJS.Timeout | undefined
}

export class ModelProcess {
  readonly file: ModelFile
  readonly order: LoadOrder
  /** Resolves when the model is loaded; rejects when loading failed. */
  readonly ready: Promise<void>
  /** Resolves with the reason when the process has exited. */
  readonly ended: Promise<EngineError>
  isReady = false
  /** Loaded share of the model, from 0 to 1. */
  share = 0
  /** As of the last check. */
  residentBytes = 0
  readonly slots: Slots
  readonly #child: ChildProcess
  readonly #deps: ProcessDeps
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

  constructor(deps: ProcessDeps) {
    this.#deps = deps
    this.file = deps.file
    this.order = deps.order
    this.ready = this.#ready.promise
    this.ended = this.#ended.promise
    // Avoids an unhandled rejection if nobody awaits it.
    this.ready.catch(() => undefined)
    this.slots = new Slots(deps.order.embeddings ? 1 : deps.order.sequences)
    this.#child = fork(entry, [], {
      // Passes no other environment variables. GGML_NO_BACKTRACE stops llama.cpp from starting a debugger on a crash.
      env: { GGML_NO_BACKTRACE: '1' },
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#listen()
    this.#send({ type: 'load', order: deps.order })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether the process has exited or is about to. */
  get ending(): boolean {
    return this.#why !== undefined
  }

  /** Whether no request uses it. */
  get idle(): boolean {
    return this.#work.size === 0 && this.slots.waiting === 0
  }

  /** Starts an answer when a sequence is free. @throws the signal's reason; EngineError when the process ended */
  chat(order: ChatOrder, signal: AbortSignal): Promise<Inbox<ModelEvent>> {
    return this.#begin((id) => ({ type: 'chat', id, order }), signal)
  }

  /** Returns the embeddings of some texts. */
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

  /** Cancels an order; its reader gets the reason immediately. */
  stop(inbox: Inbox<ModelEvent>, reason: unknown): void {
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

  /** Ends the process; running orders fail with `why`. Resolves when it has exited. */
  async end(why: EngineError): Promise<void> {
    this.#why ??= why
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Must be called every LOOK_MS. Counts calls instead of time, so that system sleep is not taken for a hang. */
  async look(): Promise<void> {
    const { hangMs, loadMs } = this.#deps
    if (++this.#silentLooks * LOOK_MS > hangMs) return this.end(silence('The process is silent', hangMs))
    if (!this.isReady && ++this.#stillLooks * LOOK_MS > loadMs)
      return this.end(silence('Loading does not go on', loadMs))
    // Memory grows while the model and its context load; afterwards it hardly changes.
    if (!this.isReady || ++this.#looks % CALM_LOOKS === 0) this.residentBytes = await residentBytes(this.pid)
  }

  async #begin(orderOf: (id: number) => ToChild, signal: AbortSignal): Promise<Inbox<ModelEvent>> {
    await this.slots.take(signal)
    if (this.#why) {
      this.slots.give()
      throw this.#why
    }
    const id = this.#next++
    const inbox = new Inbox<ModelEvent>()
    this.#work.set(id, { inbox, stopping: undefined })
    this.#send(orderOf(id))
    return inbox
  }

  #send(message: ToChild): void {
    // If sending fails, the process is already exiting.
    this.#child.send(message, () => undefined)
  }

  #listen(): void {
    const child = this.#child
    child.on('message', (message) => this.#take(message as FromChild))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_CHARACTERS)
    })
    child.once('spawn', () => this.#comeSecond())
    // Handles the messages it sent before its exit first.
    const gone = Promise.withResolvers<void>()
    child.once('disconnect', gone.resolve)
    // Each error is heard: a second one without a listener would end the server.
    child.on('error', (error) => {
      const why = new EngineError('internal', 'The process of a model cannot be started', { cause: error })
      if (child.pid === undefined) this.#over(why)
      else void this.end(why)
    })
    child.once('exit', (code, signal) => {
      void Promise.all([this.#reason(code, signal), gone.promise]).then(([why]) => this.#over(why))
    })
  }

  /** Gives the server priority: the model process is the first OOM victim and has a lower CPU priority. */
  #comeSecond(): void {
    writeFile(`/proc/${this.pid}/oom_score_adj`, '1000').catch(() => undefined)
    if (this.pid === undefined) return
    try {
      setPriority(this.pid, NICENESS)
    } catch {
      // Some systems do not permit it: the model then runs with normal priority.
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

  #happened(happening: ModelEvent): void {
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

/** Converts a failure from the process into an EngineError. */
export function errorOf({ code, message, reason }: Failure): EngineError {
  return new EngineError(code, message, reason === undefined ? {} : { reason })
}

function silence(what: string, waitedMs: number): EngineError {
  return new EngineError('timeout', `${what} for ${waitedMs} ms`, { waitedMs })
}
