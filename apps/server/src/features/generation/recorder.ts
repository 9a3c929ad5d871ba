// Writes down what happens while answers are made: the log in one statement for all answers of the process per tick, the
// end of an answer before anybody is told that it ended (quality bar, decision 9).
import { setImmediate } from 'node:timers/promises'
import { MESSAGE_STATE, type AnswerEvent, type Message } from '@polylogue/contract'
import type { Log } from '../../platform/log.ts'
import { layoutOf } from './layout.ts'
import { MERGE_MS, type LiveAnswer } from './live-answer.ts'
import type { Figures } from './answering.ts'
import { failure, fitted } from './run.ts'
import type { EndedAnswer, LogBatch } from './store.ts'

/** The log is written this often while anything is being answered: what a crash can cost. */
const TICK_MS = 200
/** How long the end of an answer is tried to be stored while the database is away. */
const GIVE_UP_MS = 120_000
const RETRY_MS = 1_000

export interface RecorderStore {
  append(batches: readonly LogBatch[]): Promise<void>
  end(ended: readonly EndedAnswer[]): Promise<Set<number>>
  /** The finished messages as they are sent, by id. */
  messages(ids: readonly number[]): Promise<Map<number, Message>>
}

interface Ending {
  live: LiveAnswer
  last: AnswerEvent
  figures: Figures
  since: number
}

/** The answers this process is making. */
export class Recorder {
  readonly #store: RecorderStore
  readonly #log: Log
  readonly #grew: (messageIds: number[]) => void
  readonly #ended: (messageIds: number[]) => void
  readonly #live = new Map<number, LiveAnswer>()
  readonly #held = new Set<LiveAnswer>()
  #unlogged = new Set<LiveAnswer>()
  #endings: Ending[] = []
  #mergeTimer: NodeJS.Timeout | undefined
  #tickTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(given: {
    store: RecorderStore
    log: Log
    /** Told that there is more of answers in the log, and that answers ended. */
    grew: (messageIds: number[]) => void
    ended: (messageIds: number[]) => void
  }) {
    this.#store = given.store
    this.#log = given.log
    this.#grew = given.grew
    this.#ended = given.ended
  }

  find(messageId: number): LiveAnswer | undefined {
    return this.#live.get(messageId)
  }

  all(): Iterable<LiveAnswer> {
    return this.#live.values()
  }

  get size(): number {
    return this.#live.size
  }

  /** Resolves when the answers of a tab that ended by now are stored: a place comes free before its answer is. */
  async storedIn(tabId: number): Promise<void> {
    await setImmediate()
    const ended = [...this.#live.values()].filter(
      (live) => live.tabId === tabId && live.endedAt !== undefined,
    )
    await Promise.all(ended.map((live) => live.ended))
  }

  /** Begins an answer: the message is stored, so the first event, an empty piece, exists already (reading 6). */
  begin(live: LiveAnswer): void {
    this.#live.set(live.messageId, live)
    live.emit({ type: 'text', text: '' })
    this.#unlogged.add(live)
  }

  /** Takes all events of a run and stores its end; resolves when the end was told to everybody who follows. */
  async record(live: LiveAnswer, events: AsyncIterable<AnswerEvent>, figures: Figures): Promise<void> {
    let last: AnswerEvent = failure('UNEXPECTED')
    try {
      for await (const event of events) {
        if (event.type === 'done' || event.type === 'error' || event.type === 'abort') {
          last = event
          break
        }
        this.#take(live, event)
      }
    } catch (error) {
      this.#log.error({ err: error, messageId: live.messageId }, 'a run broke')
    }
    const now = performance.now()
    live.flush(now)
    live.endedAt = now
    this.#held.delete(live)
    this.#endings.push({ live, last: fitted(last, live.answer), figures, since: now })
    this.#write()
    await live.ended
  }

  /** Writes what is unwritten; resolves when nothing is left. */
  async settle(): Promise<void> {
    while (this.#unlogged.size || this.#endings.length || this.#writing) {
      this.#write()
      await this.#writing
    }
    clearTimeout(this.#tickTimer)
    clearTimeout(this.#mergeTimer)
  }

  #take(live: LiveAnswer, event: AnswerEvent): void {
    const held = live.push(event, performance.now())
    if (held) {
      this.#held.add(live)
      this.#mergeTimer ??= setTimeout(() => this.#flushHeld(), MERGE_MS)
    }
    this.#unlogged.add(live)
    this.#tickTimer ??= setTimeout(() => this.#write(), TICK_MS)
  }

  #flushHeld(): void {
    this.#mergeTimer = undefined
    const now = performance.now()
    for (const live of this.#held) live.flush(now)
    this.#held.clear()
  }

  /** Starts a write unless one is under way, which then writes again what came meanwhile and cannot wait. */
  #write(): void {
    if (this.#writing) return
    clearTimeout(this.#tickTimer)
    this.#tickTimer = undefined
    this.#writing = this.#writeAll().then((worked) => {
      this.#writing = undefined
      if (!worked) this.#tickTimer ??= setTimeout(() => this.#write(), RETRY_MS)
      else if (this.#endings.length) this.#write()
      else if (this.#unlogged.size) this.#tickTimer ??= setTimeout(() => this.#write(), TICK_MS)
    })
  }

  async #writeAll(): Promise<boolean> {
    const endings = this.#endings
    this.#endings = []
    const ending = new Set(endings.map(({ live }) => live))
    const growing = [...this.#unlogged].filter((live) => !ending.has(live))
    this.#unlogged = new Set()
    try {
      if (endings.length) await this.#end(endings)
      if (growing.length) await this.#append(growing)
      return true
    } catch (error) {
      this.#log.error(
        { err: error, answers: growing.length + endings.length },
        'answers could not be stored yet',
      )
      for (const live of growing) this.#unlogged.add(live)
      this.#keepOrGiveUp(endings)
      return false
    }
  }

  async #append(growing: readonly LiveAnswer[]): Promise<void> {
    const upTo = growing.map((live) => live.events.length)
    const batches = growing.map((live) => ({
      messageId: live.messageId,
      firstSeq: live.logged + 1,
      events: live.events.slice(live.logged),
    }))
    await this.#store.append(batches.filter((batch) => batch.events.length > 0))
    growing.forEach((live, index) => (live.logged = upTo[index] ?? live.logged))
    this.#grew(growing.map((live) => live.messageId))
  }

  async #end(endings: readonly Ending[]): Promise<void> {
    const flipped = await this.#store.end(endings.map(endedAnswer))
    const messages = await this.#store.messages(endings.map(({ live }) => live.messageId))
    for (const { live, last } of endings) {
      const query = messages.get(live.messageId)
      if (query) live.emit({ type: 'query', query })
      // Somebody else ended it before: the reaper, when this process was cut off too long.
      this.#finish(live, flipped.has(live.messageId) ? last : fitted(failure('INTERRUPTED'), live.answer))
    }
    const messageIds = endings.map(({ live }) => live.messageId)
    this.#grew(messageIds)
    this.#ended(messageIds)
  }

  #keepOrGiveUp(endings: readonly Ending[]): void {
    const now = performance.now()
    for (const ending of endings) {
      if (now - ending.since < GIVE_UP_MS) this.#endings.push(ending)
      // Not stored: nobody is told that it is. The reaper or the next start ends the message.
      else this.#finish(ending.live, failure('DATABASE_UNAVAILABLE'))
    }
  }

  #finish(live: LiveAnswer, last: AnswerEvent): void {
    live.emit(last)
    this.#live.delete(live.messageId)
    this.#unlogged.delete(live)
    live.close()
  }
}

const STATES = {
  done: MESSAGE_STATE.done,
  error: MESSAGE_STATE.failed,
  abort: MESSAGE_STATE.aborted,
} as const

/** A speed says something only of what took a moment. */
const SPEED_FROM_MS = 100

/** Tokens a second with one decimal. */
function speedOf(tokens: number | null, ms: number | null): number | null {
  return tokens !== null && ms !== null && ms >= SPEED_FROM_MS
    ? Math.round((tokens * 10_000) / ms) / 10
    : null
}

/** Milliseconds from the first piece of reasoning to the first of text, or to the end when no text came. */
function reasoningTime(live: LiveAnswer, endedAt: number): { reasoningTime?: number } {
  const { firstReasoningAt, firstTextAt = endedAt } = live
  if (firstReasoningAt === undefined) return {}
  return { reasoningTime: Math.max(0, Math.round(firstTextAt - firstReasoningAt)) }
}

function endedAnswer({ live, last, figures }: Ending): EndedAnswer {
  const { usage, statistics } = figures
  const { firstPieceAt, asked } = live
  const endedAt = live.endedAt ?? asked
  const responseMs = firstPieceAt === undefined ? null : Math.round(endedAt - firstPieceAt)
  const failed = last.type === 'error' ? { errorCode: last.errorCode, errorMessage: last.errorMessage } : {}
  return {
    messageId: live.messageId,
    usage: live.usage,
    answer: { ...live.answer, ...failed },
    state: STATES[last.type as keyof typeof STATES],
    layout: layoutOf(live.events),
    // The finished message and the end follow.
    lastSeq: live.events.length + 2,
    tokensPrompt: usage.promptTokens,
    tokensResponse: usage.responseTokens,
    tokensPerSecond: speedOf(usage.responseTokens, responseMs),
    responseMs,
    overallMs: Math.round(endedAt - asked),
    statistics: {
      ...statistics,
      ...(firstPieceAt === undefined ? {} : { firstPieceMs: Math.round(firstPieceAt - asked) }),
      ...reasoningTime(live, endedAt),
    },
  }
}
