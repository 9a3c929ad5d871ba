// Writes down what happens while answers are made: the log in one statement for all answers of the process per tick, the
// end of an answer before anybody is told that it ended (quality bar, decision 9).
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { AnswerEvent, Message } from '@polylogue/contract'
import { apart, isPassing, type IsOutage } from '../../../platform/apart.ts'
import type { Log } from '../../../platform/log.ts'
import { MERGE_MS, type LiveAnswer } from './live-answer.ts'
import { failure, fitted, type Figures } from '../run/index.ts'
import { endedAnswer, lessOf, type Ending } from './ended-answer.ts'
import type { EndedAnswer, LogBatch } from './store.ts'

/** The log is written this often while anything is being answered: what a crash can cost. */
const TICK_MS = 200
/** How long the end of an answer is tried to be stored while the database is away. */
const GIVE_UP_MS = 120_000
const RETRY_MS = 1_000
/** Between two tries while this process ends. */
const SETTLE_MS = 50

export interface RecorderStore {
  append(batches: readonly LogBatch[]): Promise<void>
  end(ended: readonly EndedAnswer[]): Promise<Set<number>>
  /** The finished messages as they are sent, by id. */
  messages(ids: readonly number[]): Promise<Map<number, Message>>
}

/** The answers this process is making. */
export class Recorder {
  readonly #store: RecorderStore
  readonly #log: Log
  readonly #grew: (messageIds: number[]) => void
  readonly #ended: (messageIds: number[]) => void
  readonly #live = new Map<number, LiveAnswer>()
  readonly #held = new Set<LiveAnswer>()
  readonly #unloggable = new WeakSet<LiveAnswer>()
  readonly #isOutage: IsOutage
  #unlogged = new Set<LiveAnswer>()
  #endings: Ending[] = []
  /** Ends to be tried again in a moment. */
  #again: Ending[] = []
  #mergeTimer: NodeJS.Timeout | undefined
  #tickTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(given: {
    store: RecorderStore
    log: Log
    isOutage: IsOutage
    /** Told that there is more of answers in the log, and that answers ended. */
    grew: (messageIds: number[]) => void
    ended: (messageIds: number[]) => void
  }) {
    this.#store = given.store
    this.#log = given.log
    this.#isOutage = given.isOutage
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

  /** Begins an answer with its first event: an empty piece (reading 6), or the text that a continued answer keeps. */
  begin(live: LiveAnswer, kept = ''): void {
    this.#live.set(live.messageId, live)
    live.emit({ type: 'text', text: kept })
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
    this.#endings.push({ live, last: fitted(last, live.answer), figures, since: now, keeps: 'all' })
    this.#write()
    await live.ended
  }

  /** Writes what is unwritten; resolves when nothing is left. */
  async settle(): Promise<void> {
    while (this.#unlogged.size || this.#endings.length || this.#again.length || this.#writing) {
      this.#write()
      await this.#writing
      if (this.#again.length) await sleep(SETTLE_MS)
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
    if (this.#unloggable.has(live)) return
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
    this.#writing = this.#writeAll().then(() => {
      this.#writing = undefined
      if (this.#endings.length) this.#write()
      else if (this.#again.length) this.#tickTimer ??= setTimeout(() => this.#write(), RETRY_MS)
      else if (this.#unlogged.size) this.#tickTimer ??= setTimeout(() => this.#write(), TICK_MS)
    })
  }

  async #writeAll(): Promise<void> {
    const endings = [...this.#again, ...this.#endings]
    this.#endings = []
    this.#again = []
    const ending = new Set(endings.map(({ live }) => live))
    const growing = [...this.#unlogged].filter((live) => !ending.has(live))
    this.#unlogged = new Set()
    await this.#end(endings)
    await this.#append(growing)
  }

  async #append(growing: readonly LiveAnswer[]): Promise<void> {
    const upTo = new Map(growing.map((live) => [live, live.events.length]))
    const outcomes = await apart(growing, (part) => this.#appendAll(part), this.#isOutage)
    const grew = growing.filter((live, index) => {
      const outcome = outcomes[index]
      if (outcome?.ok) live.logged = upTo.get(live) ?? live.logged
      else if (this.#mayPass(outcome?.error)) this.#unlogged.add(live)
      // Its message is gone, or its events cannot be stored: its end will be, and nobody else waits for it.
      else this.#unloggable.add(live)
      return outcome?.ok
    })
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) this.#log.error({ err: failed.error, answers: growing.length }, 'answers were not logged')
    if (grew.length) this.#grew(grew.map((live) => live.messageId))
  }

  async #appendAll(growing: readonly LiveAnswer[]): Promise<readonly true[]> {
    const batches = growing.map((live) => ({
      messageId: live.messageId,
      firstSeq: live.logged + 1,
      events: live.events.slice(live.logged),
    }))
    await this.#store.append(batches.filter((batch) => batch.events.length > 0))
    return growing.map(() => true)
  }

  async #end(endings: readonly Ending[]): Promise<void> {
    const outcomes = await apart(endings, (part) => this.#endAll(part), this.#isOutage)
    const ended: number[] = []
    for (const [index, ending] of endings.entries()) {
      const outcome = outcomes[index]
      const { live, last } = ending
      if (outcome?.ok) {
        if (outcome.result) live.emit({ type: 'query', query: outcome.result })
        // Somebody else ended it before: the reaper, when this process was cut off too long.
        this.#finish(live, ending.flipped ? last : fitted(failure('INTERRUPTED'), live.answer))
        ended.push(live.messageId)
      } else this.#keepOrGiveUp(ending, outcome?.error)
    }
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed)
      this.#log.error({ err: failed.error, answers: endings.length }, 'answers could not be stored yet')
    if (ended.length) {
      this.#grew(ended)
      this.#ended(ended)
    }
  }

  /** Stores ends, and returns the messages as they are then; what was stored by an earlier try stays. */
  async #endAll(endings: readonly Ending[]): Promise<(Message | undefined)[]> {
    const left = endings.filter(({ flipped }) => flipped === undefined)
    const flipped = await this.#store.end(left.map(endedAnswer))
    for (const ending of left) ending.flipped = flipped.has(ending.live.messageId)
    const messages = await this.#store.messages(endings.map(({ live }) => live.messageId))
    return endings.map(({ live }) => messages.get(live.messageId))
  }

  #keepOrGiveUp(ending: Ending, error: unknown): void {
    const later = performance.now() - ending.since < GIVE_UP_MS
    const less = later && !this.#mayPass(error) ? lessOf(ending.keeps) : undefined
    if (less) this.#endings.push(keeping(ending, less))
    else if (later && this.#mayPass(error)) this.#again.push(ending)
    // Not stored: nobody is told that it is. The reaper or the next start ends the message.
    else this.#finish(ending.live, failure('DATABASE_UNAVAILABLE'))
  }

  #mayPass(error: unknown): boolean {
    return this.#isOutage(error) || isPassing(error)
  }

  #finish(live: LiveAnswer, last: AnswerEvent): void {
    live.emit(last)
    this.#live.delete(live.messageId)
    this.#unlogged.delete(live)
    live.close()
  }
}

/** Whoever asked is told when their text is lost. */
function keeping(ending: Ending, keeps: Ending['keeps']): Ending {
  return { ...ending, keeps, last: keeps === 'nothing' ? failure('UNEXPECTED') : ending.last }
}
