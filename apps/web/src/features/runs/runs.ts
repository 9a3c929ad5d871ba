// The one home of running answers in this page (decision 124): those that it follows, and those that it only knows of. They
// outlive a tab switch. React hears of followed ones once per frame.
import type { AnswerEvent, Message } from '@polylogue/contract'
import { EMPTY_ANSWER, endsAnswer } from '@polylogue/contract/browser'
import { createChanges, createStore, type Readable } from '#lib/store.ts'
import { RunningAnswers, type RunningAnswer, type TabRef } from './answers.ts'
import { FollowSlots, type Stream } from './follow-slots.ts'
import { Growth, onlyGrew } from './growth.ts'
import { NEW_RUN, isRunning, move, take, type SentQuestion, type Live, type Run } from './run.ts'

export interface ReceivedEvent {
  /** Sequence number of the event in its answer, from 1. */
  seq: number
  queryId: number
  event: AnswerEvent
}

type Events = AsyncIterable<ReceivedEvent>

/** How this page asks, follows and stops answers. */
export interface RunsOptions {
  /** Streams the events of an answer after `after`. */
  follow(queryId: number, after: number, signal: AbortSignal): Events
  /** Maximum number of followed answers. */
  most: number
  /** Stops the answer and resolves with its message. */
  stop(queryId: number): Promise<Message>
  /** Called when a run ends, before listeners are notified: the message replaces the run. */
  settle(tabId: number, queryId: number, message: Message | undefined): void
  now(): number
  /** Schedules `show`, at most once per frame. */
  pace(show: () => void): { ask(): void; flush(): void }
  wait(ms: number): Promise<void>
}

export interface Runs {
  /** The running answers that this page knows of. */
  readonly answers: RunningAnswers
  /** Tab ids of the questions that wait in the queue of this page, one per question. */
  readonly queued: Readable<readonly number[]>
  /** Begins to follow answers for a user; drops those of another one. */
  connect(userId: number, options: RunsOptions): void
  /** Returns the runs of a tab, oldest first. The array keeps its identity while only text is added. */
  of(tabId: number): readonly Run[]
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Asks and follows the answer. Resolves with the id of the message once the server has stored the question; rejects and
   * removes the run if it was not stored.
   */
  ask(tab: TabRef, asked: SentQuestion, answer: (signal: AbortSignal) => Events): Promise<number>
  /** Follows the answer of a message from its beginning once a stream is free. Does nothing if it is already followed. */
  follow(tab: TabRef, queryId: number): void
  /** Marks a tab as visible until the returned function is called: its answers get streams first. */
  look(tabId: number): () => void
  /** Marks a tab as waiting; call the returned function when its question is sent or cancelled. */
  enqueue(tabId: number): () => void
  /** Ends the runs whose messages the server lists as finished: their end may never come on their own connection. */
  listed(messages: readonly Message[]): void
  /** Stops an answer; its text so far stays. Rejects when the server refuses. */
  stop(key: string): Promise<void>
  /** Returns the React key of a message that was streamed on this page, so that it stays mounted. */
  keyOf(queryId: number): string | undefined
  /** Whether this page streams, or streamed, the answer of a message; live events about it can be ignored then. */
  isFollowed(queryId: number): boolean
  /** Aborts all streams and forgets all answers: the user has left. */
  clear(): void
}

/** Timeout after a stop; then the reply of the stop ends the answer instead of the stream (STREAM-3). */
const STOP_MS = 1_000

interface Entry {
  live: Live
  shown: Run
  control: AbortController
  answer: RunningAnswer
  /** Sequence number of the last event. */
  seq: number
  stream: Stream
  stopWanted: (() => void) | undefined
}

/** `onEnd` is called when the answer to a stored question has ended. */
export function createRuns(onEnd: (tab: TabRef) => void): Runs {
  return new RunStore(onEnd)
}

class RunStore implements Runs {
  readonly #onEnd: (tab: TabRef) => void
  readonly answers = new RunningAnswers()
  readonly #queued = createStore<readonly number[]>([])
  readonly queued = this.#queued
  #connection: { userId: number; options: RunsOptions; pace: Pace } | undefined
  readonly #entries = new Map<string, Entry>()
  readonly #shown = new Map<number, readonly Run[]>()
  readonly #keys = new Map<number, string>()
  readonly #changes = createChanges()
  readonly subscribe = this.#changes.subscribe
  readonly #touched = new Set<Entry>()
  #stale = false
  readonly #slots = new FollowSlots()
  #last = 0

  constructor(onEnd: (tab: TabRef) => void) {
    this.#onEnd = onEnd
  }

  connect(userId: number, options: RunsOptions): void {
    if (this.#connection?.userId === userId) return
    if (this.#connection) this.clear()
    this.#slots.most = options.most
    this.#connection = { userId, options, pace: options.pace(() => this.#show()) }
  }

  get #options(): RunsOptions {
    if (!this.#connection) throw new Error('Nobody has connected the runs')
    return this.#connection.options
  }

  of(tabId: number): readonly Run[] {
    const known = this.#shown.get(tabId)
    if (known) return known
    const entries = [...this.#entries.values()].filter((entry) => entry.live.tabId === tabId)
    const list = entries.length === 0 ? NONE : entries.map((entry) => entry.shown)
    this.#shown.set(tabId, list)
    return list
  }

  ask(tab: TabRef, asked: SentQuestion, answer: (signal: AbortSignal) => Events): Promise<number> {
    const entry = this.#begin(tab, asked, undefined)
    const { signal } = entry.control
    return new Promise<number>((resolve, reject) => {
      this.#read(entry, answer(signal), signal, resolve).catch((error: unknown) => {
        if (entry.live.queryId !== undefined) return this.#lose(entry, error, signal)
        this.#remove(entry, 'refused')
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  follow(tab: TabRef, queryId: number): void {
    const known = [...this.#entries.values()].find((entry) => entry.live.queryId === queryId)
    if (known && known.live.lost === undefined) return
    const entry = known ?? this.#begin(tab, undefined, queryId)
    Object.assign(entry.live, { answer: EMPTY_ANSWER, lost: undefined, wroteFrom: undefined })
    entry.seq = 0
    this.#slots.add(entry.stream)
    this.#touch(entry)
  }

  look(tabId: number): () => void {
    return this.#slots.look(tabId)
  }

  enqueue(tabId: number): () => void {
    this.#queued.update((list) => [...list, tabId])
    return () =>
      this.#queued.update((list) => {
        const at = list.indexOf(tabId)
        return at < 0 ? list : list.toSpliced(at, 1)
      })
  }

  listed(messages: readonly Message[]): void {
    for (const entry of this.#entries.values()) {
      const message = messages.find(({ id }) => id === entry.live.queryId)
      if (message && !isRunning({ message })) this.#settle(entry, message)
    }
  }

  async stop(key: string): Promise<void> {
    const entry = this.#entries.get(key)
    if (!entry || entry.live.stopping) return
    entry.live.stopping = true
    this.#touch(entry)
    try {
      const message = await this.#options.stop(await storedId(entry))
      await this.#options.wait(STOP_MS)
      this.#settle(entry, message)
    } catch (error) {
      entry.live.stopping = false
      this.#touch(entry)
      throw error
    }
  }

  keyOf(queryId: number): string | undefined {
    return this.#keys.get(queryId)
  }

  isFollowed(queryId: number): boolean {
    return this.#keys.has(queryId)
  }

  clear(): void {
    for (const entry of this.#entries.values()) {
      move(entry.live, 'left')
      entry.control.abort()
    }
    this.#entries.clear()
    this.#keys.clear()
    this.#slots.clear()
    this.#shown.clear()
    this.answers.clear()
    this.#queued.set([])
    this.#stale = true
    this.#connection?.pace.ask()
  }

  #begin(tab: TabRef, asked: SentQuestion | undefined, queryId: number | undefined): Entry {
    const key = `run-${++this.#last}`
    const live: Live = {
      ...NEW_RUN,
      key,
      tabId: tab.tabId,
      asked,
      queryId,
      began: this.#options.now(),
      heardAt: this.#options.now(),
      growth: new Growth(),
    }
    move(live, asked ? 'ask' : 'found')
    const { projectId, tabId } = tab
    const answer: RunningAnswer = { projectId, tabId, messageId: undefined, run: key }
    const control = new AbortController()
    const stream = { tabId: tab.tabId, open: () => this.#open(entry), close: () => this.#park(entry) }
    const entry: Entry = { live, shown: { ...live }, control, answer, seq: 0, stream, stopWanted: undefined }
    this.#entries.set(key, entry)
    this.#stale = true
    this.answers.add(answer)
    if (queryId !== undefined) this.#name(entry, queryId)
    this.#touch(entry)
    return entry
  }

  #open(entry: Entry): void {
    const { signal } = entry.control
    move(entry.live, 'opened')
    this.#touch(entry)
    const events = this.#options.follow(entry.live.queryId ?? 0, entry.seq, signal)
    this.#read(entry, events, signal).catch((error: unknown) => this.#lose(entry, error, signal))
  }

  #park(entry: Entry): void {
    entry.control.abort()
    entry.control = new AbortController()
    move(entry.live, 'parked')
    this.#touch(entry)
  }

  async #read(
    entry: Entry,
    events: Events,
    signal: AbortSignal,
    stored?: (queryId: number) => void,
  ): Promise<void> {
    for await (const one of events) {
      if (signal.aborted) return
      this.#apply(entry, one)
      stored?.(one.queryId)
    }
  }

  #apply(entry: Entry, { seq, queryId, event }: ReceivedEvent): void {
    const { live } = entry
    entry.seq = seq
    const named = live.queryId === undefined
    if (live.queryId === undefined) {
      live.queryId = queryId
      move(live, 'stored')
      this.#name(entry, queryId)
      entry.stopWanted?.()
      this.#slots.add(entry.stream, true)
    }
    take(live, event, this.#options.now())
    this.#touch(entry)
    // Not paced: a list with the message may arrive first, and the thread would show the question twice.
    if (named) this.#connection?.pace.flush()
    if (endsAnswer(event)) this.#settle(entry, live.answer.query as Message | undefined)
  }

  #settle(entry: Entry, message: Message | undefined): void {
    const { key, tabId, queryId } = entry.live
    if (!this.#entries.has(key)) return
    if (queryId !== undefined) this.#options.settle(tabId, queryId, message)
    this.#remove(entry, 'ended')
  }

  #remove(entry: Entry, why: 'ended' | 'refused'): void {
    move(entry.live, why)
    this.#entries.delete(entry.live.key)
    this.#stale = true
    // Aborts before the connection goes to the next stream.
    entry.control.abort()
    this.#slots.remove(entry.stream)
    this.#touch(entry)
    this.#connection?.pace.flush()
    this.answers.remove(entry.live.key)
    if (entry.answer.messageId !== undefined) this.#onEnd(entry.answer)
  }

  #lose(entry: Entry, error: unknown, signal: AbortSignal): void {
    if (signal.aborted || !this.#entries.has(entry.live.key)) return
    entry.live.lost = error
    move(entry.live, 'lost')
    this.#slots.remove(entry.stream)
    this.#touch(entry)
  }

  #name(entry: Entry, messageId: number): void {
    // A second run of a message keeps the key of the first.
    if (entry.live.asked || !this.#keys.has(messageId)) this.#keys.set(messageId, entry.live.key)
    entry.answer = { ...entry.answer, messageId }
    this.answers.name(entry.answer)
  }

  #touch(entry: Entry): void {
    this.#touched.add(entry)
    this.#connection?.pace.ask()
  }

  #show(): void {
    for (const entry of this.#touched) {
      const newest = { ...entry.live }
      newest.growth.show(newest)
      if (onlyGrew(entry.shown, newest)) continue
      entry.shown = newest
      this.#stale = true
    }
    this.#touched.clear()
    if (!this.#stale) return
    this.#stale = false
    this.#shown.clear()
    this.#changes.notify()
  }
}

const NONE: readonly Run[] = []
type Pace = ReturnType<RunsOptions['pace']>

/** Resolves with the id of the message once the server has stored it; before that there is nothing to stop. */
function storedId(entry: Entry): Promise<number> {
  const { queryId } = entry.live
  if (queryId !== undefined) return Promise.resolve(queryId)
  return new Promise((resolve) => {
    entry.stopWanted = () => {
      if (entry.live.queryId !== undefined) resolve(entry.live.queryId)
    }
  })
}
