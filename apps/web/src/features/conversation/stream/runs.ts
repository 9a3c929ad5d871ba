// The answers that this page follows. They live outside React: a token changes a run, and React hears of it once a frame.
// They outlive a tab switch inside the page.
import type { AnswerEvent, Message } from '@polylogue/contract'
import { EMPTY_ANSWER, endsAnswer } from '@polylogue/contract/browser'
import type { RunningMark } from '../../conversation-state/index.ts'
import { FollowSlots, type Stream } from './follow-slots.ts'
import { Growth, onlyGrew } from './growth.ts'
import { NEW_RUN, take, type Asked, type Live, type Place, type Run } from './live-run.ts'

export { isUnfinished, type Asked, type Place, type Run } from './live-run.ts'

export interface Heard {
  /** Counts an answer's events from 1. */
  seq: number
  queryId: number
  event: AnswerEvent
}

/** What runs need of the page around them. */
export interface RunsGiven {
  /** Follows an answer from the event after a number. */
  follow(queryId: number, after: number, signal: AbortSignal): AsyncIterable<Heard>
  /** How many answers may be followed at once. */
  most: number
  /** Stops the answer and gives its message. */
  stop(queryId: number): Promise<Message>
  /** Called as a run ends, before the page hears of it: the message takes the run's place. */
  settle(tabId: number, queryId: number, message: Message | undefined): void
  /** Called when a run begins; what it returns is told how it goes on. */
  mark(place: Place): RunningMark
  now(): number
  /** Says that the page should be told; once a frame is enough. */
  pace(show: () => void): { ask(): void; flush(): void }
  wait(ms: number): Promise<void>
}

export interface Runs {
  /** The runs of a tab, oldest first; the same array until one of them is renewed, which does not happen for more text. */
  of(tabId: number): readonly Run[]
  subscribe(listener: () => void): () => void
  /**
   * Asks and follows. Resolves with the message's id as soon as the server has stored the question; rejects when it was not
   * stored, and then nothing is left of the run.
   */
  ask(place: Place, asked: Asked, answer: (signal: AbortSignal) => AsyncIterable<Heard>): Promise<number>
  /** Follows the answer of a message from its beginning, unless it is followed already; when there is room for it. */
  follow(place: Place, queryId: number): void
  /** A tab is looked at, until the returned function is called: there is room for its answers first. */
  look(tabId: number): () => void
  /** A finished message came by other ways: a run of it that waits for its turn is over. */
  arrived(message: Message): void
  /** Stops an answer; what came so far stays. Rejects when the server refuses. */
  stop(key: string): Promise<void>
  /** The name under which the page knows a message that it saw being written, so that it stays the same element. */
  keyOf(queryId: number): string | undefined
  /** Ends following everything: somebody else signs in. */
  clear(): void
}

/** After a stop the answer is finished from the stop's own reply when the stream has not ended by then (specification 4). */
const STOP_MS = 1_000

interface Entry {
  live: Live
  shown: Run
  control: AbortController
  mark: RunningMark
  /** The last event that was heard. */
  seq: number
  stream: Stream
  stopWanted: (() => void) | undefined
}

export function createRuns(given: RunsGiven): Runs {
  return new RunStore(given)
}

class RunStore implements Runs {
  readonly #given: RunsGiven
  readonly #pace: ReturnType<RunsGiven['pace']>
  readonly #entries = new Map<string, Entry>()
  readonly #shown = new Map<number, readonly Run[]>()
  readonly #keys = new Map<number, string>()
  readonly #listeners = new Set<() => void>()
  readonly #changed = new Set<Entry>()
  #stale = false
  readonly #slots: FollowSlots
  #last = 0

  constructor(given: RunsGiven) {
    this.#given = given
    this.#slots = new FollowSlots(given.most)
    this.#pace = given.pace(() => this.#show())
  }

  of(tabId: number): readonly Run[] {
    const known = this.#shown.get(tabId)
    if (known) return known
    const entries = [...this.#entries.values()].filter((entry) => entry.live.tabId === tabId)
    const list = entries.length === 0 ? NONE : entries.map((entry) => entry.shown)
    this.#shown.set(tabId, list)
    return list
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  ask(place: Place, asked: Asked, answer: (signal: AbortSignal) => AsyncIterable<Heard>): Promise<number> {
    const entry = this.#begin(place, asked, undefined)
    const { signal } = entry.control
    return new Promise<number>((resolve, reject) => {
      this.#read(entry, answer(signal), signal, resolve).catch((error: unknown) => {
        if (entry.live.queryId !== undefined) return this.#lose(entry, error, signal)
        this.#remove(entry)
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  follow(place: Place, queryId: number): void {
    const known = [...this.#entries.values()].find((entry) => entry.live.queryId === queryId)
    if (known && known.live.lost === undefined) return
    const entry = known ?? this.#begin(place, undefined, queryId)
    Object.assign(entry.live, { answer: EMPTY_ANSWER, lost: undefined, wroteFrom: undefined, parked: true })
    entry.seq = 0
    this.#slots.add(entry.stream)
    this.#touch(entry)
  }

  look(tabId: number): () => void {
    return this.#slots.look(tabId)
  }

  arrived(message: Message): void {
    for (const entry of this.#entries.values())
      if (entry.live.parked && entry.live.queryId === message.id) this.#settle(entry, message)
  }

  async stop(key: string): Promise<void> {
    const entry = this.#entries.get(key)
    if (!entry || entry.live.stopping) return
    entry.live.stopping = true
    this.#touch(entry)
    try {
      const message = await this.#given.stop(await storedId(entry))
      await this.#given.wait(STOP_MS)
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

  clear(): void {
    for (const entry of this.#entries.values()) {
      entry.mark.dropped()
      entry.control.abort()
    }
    this.#entries.clear()
    this.#slots.clear()
    this.#shown.clear()
    this.#stale = true
    this.#pace.ask()
  }

  #begin(place: Place, asked: Asked | undefined, queryId: number | undefined): Entry {
    const key = `run-${++this.#last}`
    const live: Live = {
      ...NEW_RUN,
      key,
      tabId: place.tabId,
      asked,
      queryId,
      began: this.#given.now(),
      heardAt: this.#given.now(),
      growth: new Growth(),
    }
    const mark = this.#given.mark(place)
    if (queryId !== undefined) mark.named(queryId)
    const control = new AbortController()
    const stream = { tabId: place.tabId, open: () => this.#open(entry), close: () => this.#park(entry) }
    const entry: Entry = { live, shown: { ...live }, control, mark, seq: 0, stream, stopWanted: undefined }
    this.#entries.set(key, entry)
    this.#stale = true
    if (queryId !== undefined && !this.#keys.has(queryId)) this.#keys.set(queryId, key)
    this.#touch(entry)
    return entry
  }

  #open(entry: Entry): void {
    const { signal } = entry.control
    entry.live.parked = false
    this.#touch(entry)
    const heard = this.#given.follow(entry.live.queryId ?? 0, entry.seq, signal)
    this.#read(entry, heard, signal).catch((error: unknown) => this.#lose(entry, error, signal))
  }

  #park(entry: Entry): void {
    entry.control.abort()
    entry.control = new AbortController()
    entry.live.parked = true
    this.#touch(entry)
  }

  async #read(
    entry: Entry,
    heard: AsyncIterable<Heard>,
    signal: AbortSignal,
    stored?: (queryId: number) => void,
  ): Promise<void> {
    for await (const one of heard) {
      if (signal.aborted) return
      this.#hear(entry, one)
      stored?.(one.queryId)
    }
  }

  #hear(entry: Entry, { seq, queryId, event }: Heard): void {
    const { live } = entry
    entry.seq = seq
    if (live.queryId === undefined) {
      live.queryId = queryId
      this.#keys.set(queryId, live.key)
      entry.mark.named(queryId)
      entry.stopWanted?.()
      this.#slots.add(entry.stream, true)
    }
    take(live, event, this.#given.now())
    this.#touch(entry)
    if (endsAnswer(event)) this.#settle(entry, live.answer.query as Message | undefined)
  }

  #settle(entry: Entry, message: Message | undefined): void {
    const { key, tabId, queryId } = entry.live
    if (!this.#entries.has(key)) return
    if (queryId !== undefined) this.#given.settle(tabId, queryId, message)
    this.#remove(entry)
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.live.key)
    this.#stale = true
    // Before its place is given to the next.
    entry.control.abort()
    this.#slots.remove(entry.stream)
    this.#touch(entry)
    this.#pace.flush()
    entry.mark.ended()
  }

  #lose(entry: Entry, error: unknown, signal: AbortSignal): void {
    if (signal.aborted || !this.#entries.has(entry.live.key)) return
    entry.live.lost = error
    this.#slots.remove(entry.stream)
    this.#touch(entry)
  }

  #touch(entry: Entry): void {
    this.#changed.add(entry)
    this.#pace.ask()
  }

  #show(): void {
    for (const entry of this.#changed) {
      const newest = { ...entry.live }
      newest.growth.show(newest)
      if (onlyGrew(entry.shown, newest)) continue
      entry.shown = newest
      this.#stale = true
    }
    this.#changed.clear()
    if (!this.#stale) return
    this.#stale = false
    this.#shown.clear()
    this.#listeners.forEach((listener) => listener())
  }
}

const NONE: readonly Run[] = []

/** The id of the message, once the server has stored it: only then there is something to stop. */
function storedId(entry: Entry): Promise<number> {
  const { queryId } = entry.live
  if (queryId !== undefined) return Promise.resolve(queryId)
  return new Promise((resolve) => {
    entry.stopWanted = () => {
      if (entry.live.queryId !== undefined) resolve(entry.live.queryId)
    }
  })
}
