// The queue of comparison questions on this page: questions over the limit wait in order.

import type { PromptOptionValues } from '@polylogue/contract'
import { createChanges } from '#lib/store.ts'

/**
 * Maximum number of concurrent answers. The server allows eight per user, but a browser opens six HTTP/1.1 connections: four
 * for answers, one for live events, one for other requests.
 */
export const AT_ONCE = 4

/** One question to one tab. */
export interface Lane {
  readonly compareId: string
  readonly projectId: number
  readonly tabId: number
  readonly text: string
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  /** The older versions that the tab shows; sent as history of the question. */
  readonly shownQueryIds?: readonly number[] | undefined
  /** Overrides the options of the tab, if set for the comparison. */
  readonly options?: PromptOptionValues
}

/** State of a question: `inLine` in this queue, `asked` (sent), or `refused` by the server. */
export interface QuestionState {
  readonly lane: Lane
  readonly state: 'inLine' | 'asked' | 'refused'
  /** Id of the message, once the question is stored. */
  readonly queryId: number | undefined
  /** Why it was refused. */
  readonly error: unknown
}

export interface CompareQueueOptions {
  /** Sends the question; resolves with the id of the message once it is stored. */
  ask(lane: Lane): Promise<number>
  /** Returns the number of running answers of this user, including those just sent. */
  busy(): number
  /** Whether the error only means that too many answers are running. */
  isFull(error: unknown): boolean
  /** Calls back later, because the limit may be used up by answers whose end this page does not receive. */
  schedule(look: () => void): void
  /** Called for each queued question; the returned function is called when it leaves the queue. */
  mark(lane: Lane): () => void
  /** Stores the queue for a reload. */
  keep(waiting: readonly Lane[]): void
}

interface Entry extends QuestionState {
  unmark: () => void
}

const NONE: readonly QuestionState[] = []

export class CompareQueue {
  readonly #options: CompareQueueOptions
  readonly #changes = createChanges()
  #entries: readonly Entry[] = []
  #shown = new Map<string, readonly QuestionState[]>()
  /** The server is at its limit: sends nothing until an answer ends or `later` calls back. */
  #full = false
  #hasEnded = false

  constructor(options: CompareQueueOptions) {
    this.#options = options
  }

  /** Returns the state of the questions of a comparison; the array keeps its identity until one changes. */
  of(compareId: string): readonly QuestionState[] {
    const known = this.#shown.get(compareId)
    if (known) return known
    const entries = this.#entries.filter(({ lane }) => lane.compareId === compareId)
    const list = entries.length === 0 ? NONE : entries
    this.#shown.set(compareId, list)
    return list
  }

  readonly subscribe = this.#changes.subscribe

  /** Enqueues questions, and sends as many as the limit allows. */
  add(lanes: readonly Lane[]): void {
    if (this.#hasEnded) return
    const added = lanes.map((lane): Entry => this.#waiting(lane))
    this.#change([...this.#entries, ...added])
    this.#advance()
  }

  /** Removes a question from the queue; a sent one stays. */
  cancel(lane: Lane): void {
    const entry = this.#find(lane)
    if (entry?.state !== 'inLine') return
    entry.unmark()
    this.#change(this.#entries.filter((other) => other !== entry))
  }

  /** Enqueues a refused question again. */
  again(lane: Lane): void {
    if (this.#find(lane)?.state !== 'refused') return
    this.#change(this.#entries.filter((other) => other.lane !== lane))
    this.add([lane])
  }

  /** Call this when an answer ended: sends the next questions. */
  ended(): void {
    this.#full = false
    this.#advance()
  }

  /** Asks nothing any more: the user has left. */
  end(): void {
    this.#hasEnded = true
    for (const { unmark } of this.#entries) unmark()
    this.#change([])
  }

  #waiting(lane: Lane): Entry {
    return { lane, state: 'inLine', queryId: undefined, error: undefined, unmark: this.#options.mark(lane) }
  }

  #advance(): void {
    for (;;) {
      const next = this.#entries.find(({ state }) => state === 'inLine')
      if (!next || this.#full || this.#options.busy() >= AT_ONCE) return
      this.#ask(next)
    }
  }

  #ask(entry: Entry): void {
    const { lane } = entry
    entry.unmark()
    this.#put(lane, { state: 'asked' })
    this.#options.ask(lane).then(
      (queryId) => this.#put(lane, { queryId }),
      (error: unknown) => this.#refused(lane, error),
    )
  }

  #refused(lane: Lane, error: unknown): void {
    if (this.#hasEnded) return
    if (!this.#options.isFull(error)) return this.#put(lane, { state: 'refused', error })
    // Requeues it at its old position, before later questions.
    this.#full = true
    this.#options.schedule(() => this.ended())
    this.#put(lane, { state: 'inLine', unmark: this.#options.mark(lane) })
  }

  #find(lane: Lane): Entry | undefined {
    return this.#entries.find((entry) => entry.lane === lane)
  }

  #put(lane: Lane, change: Partial<Entry>): void {
    this.#change(this.#entries.map((entry) => (entry.lane === lane ? { ...entry, ...change } : entry)))
  }

  #change(next: readonly Entry[]): void {
    this.#entries = next
    this.#shown = new Map()
    this.#options.keep(next.filter(({ state }) => state === 'inLine').map(({ lane }) => lane))
    this.#changes.notify()
  }
}
