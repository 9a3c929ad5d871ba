// The answers that this page follows. They live outside React: a token changes a run, and React hears of it once a frame.
// They outlive a tab switch inside the page.
import type { Attachment, Message } from '@polylogue/contract'
import {
  EMPTY_ANSWER,
  endsAnswer,
  foldAnswer,
  MESSAGE_STATE,
  type Answer,
  type AnswerEvent,
} from '@polylogue/contract/stream'
import type { RunningMark } from '../../lib/running.ts'

/** What was asked on this page, as the thread shows it until the stored message is known. */
export interface Asked {
  text: string
  attachments: readonly Attachment[]
  modelId: number
  modelTagId: number
  modelName: string
  modelTagName: string
  /** The message in whose place the answer stands. */
  replacesQueryId: number | undefined
}

/** Where a conversation is. */
export interface Place {
  projectId: number
  tabId: number
}

/** One answer that is followed, as of the last frame. Times are milliseconds of the page's clock. */
export interface Run {
  readonly key: string
  readonly tabId: number
  /** Undefined when the question was asked elsewhere: its message is in the list then. */
  readonly asked: Asked | undefined
  /** The message’s id; undefined until the server has stored the question. */
  readonly queryId: number | undefined
  readonly answer: Answer
  readonly began: number
  /** When the first piece of the answer’s text came. */
  readonly wroteFrom: number | undefined
  /** When the last piece of anything came. */
  readonly heardAt: number
  /** When the reasoning began, and when it ended. */
  readonly thoughtFrom: number | undefined
  readonly thoughtTo: number | undefined
  readonly stopping: boolean
  /** Why following it ended although the answer goes on; it can be followed again. */
  readonly lost: unknown
}

export interface Heard {
  queryId: number
  event: AnswerEvent
}

/** What runs need of the page around them. */
export interface RunsGiven {
  follow(queryId: number, signal: AbortSignal): AsyncIterable<Heard>
  /** Stops the answer and gives its message. */
  stop(queryId: number): Promise<Message>
  /** Called as a run ends, before the page hears of it: the message takes the run's place. `notices` it does not hold. */
  settle(tabId: number, queryId: number, message: Message | undefined, notices: Answer['notices']): void
  /** Called when a run begins; what it returns is told how it goes on. */
  mark(place: Place): RunningMark
  now(): number
  /** Says that the page should be told; once a frame is enough. */
  pace(show: () => void): { ask(): void; flush(): void }
  wait(ms: number): Promise<void>
}

export interface Runs {
  /** The runs of a tab, oldest first; the same array until one of them changes. */
  of(tabId: number): readonly Run[]
  subscribe(listener: () => void): () => void
  /**
   * Asks and follows. Resolves with the message's id as soon as the server has stored the question; rejects when it was not
   * stored, and then nothing is left of the run.
   */
  ask(place: Place, asked: Asked, answer: (signal: AbortSignal) => AsyncIterable<Heard>): Promise<number>
  /** Follows the answer of a message from its beginning, unless it is followed already. */
  follow(place: Place, queryId: number): void
  /** Stops an answer; what came so far stays. Rejects when the server refuses. */
  stop(key: string): Promise<void>
  /** The name under which the page knows a message that it saw being written, so that it stays the same element. */
  keyOf(queryId: number): string | undefined
  /** Ends following everything: somebody else signs in. */
  clear(): void
}

/** After a stop the answer is finished from the stop's own reply when the stream has not ended by then (specification 4). */
const STOP_MS = 1_000

type Live = { -readonly [Key in keyof Run]: Run[Key] }

interface Entry {
  live: Live
  shown: Run
  control: AbortController
  mark: RunningMark
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
  #last = 0

  constructor(given: RunsGiven) {
    this.#given = given
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
    return new Promise<number>((resolve, reject) => {
      this.#read(entry, answer(entry.control.signal), resolve).catch((error: unknown) => {
        if (entry.live.queryId !== undefined) return this.#lose(entry, error)
        this.#remove(entry)
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  follow(place: Place, queryId: number): void {
    const known = [...this.#entries.values()].find((entry) => entry.live.queryId === queryId)
    if (known && known.live.lost === undefined) return
    const entry = known ?? this.#begin(place, undefined, queryId)
    Object.assign(entry.live, { answer: EMPTY_ANSWER, lost: undefined, wroteFrom: undefined })
    this.#touch(entry)
    const heard = this.#given.follow(queryId, entry.control.signal)
    this.#read(entry, heard, () => undefined).catch((error: unknown) => this.#lose(entry, error))
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
    this.#shown.clear()
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
    }
    const mark = this.#given.mark(place)
    if (queryId !== undefined) mark.named(queryId)
    const control = new AbortController()
    const entry: Entry = { live, shown: { ...live }, control, mark, stopWanted: undefined }
    this.#entries.set(key, entry)
    if (queryId !== undefined && !this.#keys.has(queryId)) this.#keys.set(queryId, key)
    this.#touch(entry)
    return entry
  }

  async #read(entry: Entry, heard: AsyncIterable<Heard>, stored: (queryId: number) => void): Promise<void> {
    for await (const one of heard) {
      if (entry.control.signal.aborted) return
      this.#hear(entry, one)
      stored(one.queryId)
    }
  }

  #hear(entry: Entry, { queryId, event }: Heard): void {
    const { live } = entry
    if (live.queryId === undefined) {
      live.queryId = queryId
      this.#keys.set(queryId, live.key)
      entry.mark.named(queryId)
      entry.stopWanted?.()
    }
    take(live, event, this.#given.now())
    this.#touch(entry)
    if (endsAnswer(event)) this.#settle(entry, live.answer.query as Message | undefined)
  }

  #settle(entry: Entry, message: Message | undefined): void {
    const { key, tabId, queryId } = entry.live
    if (!this.#entries.has(key)) return
    if (queryId !== undefined) this.#given.settle(tabId, queryId, message, entry.live.answer.notices)
    this.#remove(entry)
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.live.key)
    this.#touch(entry)
    this.#pace.flush()
    entry.mark.ended()
    entry.control.abort()
  }

  #lose(entry: Entry, error: unknown): void {
    if (entry.control.signal.aborted || !this.#entries.has(entry.live.key)) return
    entry.live.lost = error
    this.#touch(entry)
  }

  #touch(entry: Entry): void {
    this.#changed.add(entry)
    this.#pace.ask()
  }

  #show(): void {
    for (const entry of this.#changed) entry.shown = { ...entry.live }
    this.#changed.clear()
    this.#shown.clear()
    this.#listeners.forEach((listener) => listener())
  }
}

const NONE: readonly Run[] = []

const NEW_RUN = {
  answer: EMPTY_ANSWER,
  wroteFrom: undefined,
  thoughtFrom: undefined,
  thoughtTo: undefined,
  stopping: false,
  lost: undefined,
} as const

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

function take(live: Live, event: AnswerEvent, now: number): void {
  live.answer = foldAnswer(live.answer, event)
  live.heardAt = now
  if (event.type === 'reasoning') live.thoughtFrom ??= now
  if (event.type === 'text' && event.text !== '') {
    live.wroteFrom ??= now
    if (live.thoughtFrom !== undefined) live.thoughtTo ??= now
  }
}

/** Whether an answer is still being written: states 0 and 1. */
export const isUnfinished = (message: { state: number }): boolean => message.state < MESSAGE_STATE.done
