// Stores answers while they are made: the log of all answers in one statement per tick, the end of an answer before its
// readers are notified (STREAM-1).
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { AnswerEvent, Message } from '@polylogue/contract'
import { isolateFailures, isPassing, type IsOutage } from '#platform/isolate-failures.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { PAUSES } from '#platform/pauses.ts'
import { asProcess } from '#platform/sender.ts'
import { mergeMs, type LiveAnswer } from './live-answer.ts'
import { failure, withFittingSentence, type Figures } from '../run/index.ts'
import type { AnswerEnd } from './after-ends.ts'
import { Aside, type AsideFile } from './aside.ts'
import { endedAnswer, isStoredBefore, lessOf, type Ending } from './ended-answer.ts'
import type { EndedAnswer, LogBatch } from './store.ts'

/** Interval of log writes while answers run; a crash loses at most this much. */
const TICK_MS = 200
/** Answers whose merged pieces are sent in one turn of the event loop. */
const FLUSHED_AT_ONCE = 32
const RETRY_MS = 1_000
/** Retry interval during shutdown. */
const SETTLE_MS = 50

export interface RecorderStore {
  append(batches: readonly LogBatch[]): Promise<void>
  end(ended: readonly EndedAnswer[]): Promise<Set<number>>
  /** Keeps ends outside the database until they can be stored. */
  keepAside: AsideFile['keep']
  /** Returns the finished messages in their response form, by id. */
  messages(ids: readonly number[]): Promise<Map<number, Message>>
}

/** The answers that this process makes. */
export class Recorder {
  readonly #store: RecorderStore
  readonly #log: Log
  readonly #grew: (messageIds: number[]) => void
  readonly #ended: (ends: AnswerEnd[]) => void
  readonly #live = new Map<number, LiveAnswer>()
  readonly #held = new Set<LiveAnswer>()
  readonly #unloggable = new WeakSet<LiveAnswer>()
  readonly #isOutage: IsOutage
  readonly #aside: Aside
  /** Every end that is not stored. */
  readonly #unstored = new Set<Ending>()
  /** Answers that are expected to begin. */
  readonly #coming = new Set<object>()
  #closedFor: Error | undefined
  #unlogged = new Set<LiveAnswer>()
  /** Answers that grew between the last two ticks. */
  #streams = 0
  #endings: Ending[] = []
  /** Ends to retry. */
  #again: Ending[] = []
  /** Whether the next write also logs the answers that run. Ends come more often than ticks, and do not wait for them. */
  #isLogDue = false
  /** Whether the next write also repeats the ends that failed: one that is locked would hold those of others each time. */
  #isAgainDue = false
  #mergeTimer: NodeJS.Timeout | undefined
  #tickTimer: NodeJS.Timeout | undefined
  #againTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(options: {
    store: RecorderStore
    log: Log
    isOutage: IsOutage
    /** Whether an error shows that the disk is full. */
    isFull: IsOutage
    /** Called when answers have new log entries; the statement that stores ends notifies of them itself. */
    grew: (messageIds: number[]) => void
    ended: (ends: AnswerEnd[]) => void
  }) {
    this.#store = options.store
    this.#log = options.log
    this.#isOutage = options.isOutage
    const { isFull, log, store } = options
    this.#aside = new Aside({ file: { keep: (ended) => store.keepAside(ended) }, isFull, log })
    this.#grew = options.grew
    this.#ended = options.ended
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

  /**
   * Announces an answer whose question is about to be stored: `settle` waits for it. Returns what to call once it has begun,
   * or when it does not begin. @throws Problem SHUTTING_DOWN once the recorder is closed
   */
  expect(): () => void {
    if (this.#closedFor) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
    const coming = {}
    this.#coming.add(coming)
    return () => void this.#coming.delete(coming)
  }

  /** Ends all answers for a reason, those on their way as soon as they begin, and takes no others. */
  close(reason: Error): void {
    this.#closedFor = reason
    for (const live of this.#live.values()) live.stop.abort(reason)
  }

  /** Whether nothing runs; ends that are kept aside wait for the database. */
  get isIdle(): boolean {
    return this.#live.size <= this.#aside.size
  }

  /** Resolves when the ended answers of a tab are stored. An answer leaves the queue before its end is stored. */
  async storedIn(tabId: number): Promise<void> {
    await setImmediate()
    const ended = [...this.#live.values()].filter(
      (live) => live.tabId === tabId && live.endedAt !== undefined,
    )
    await Promise.all(ended.map((live) => live.ended))
  }

  /** Starts an answer with its first event: an empty piece (STREAM-1), or the text that a continued answer keeps. */
  begin(live: LiveAnswer, kept = ''): void {
    this.#live.set(live.messageId, live)
    live.emit({ type: 'text', text: kept })
    this.#unlogged.add(live)
    if (this.#closedFor) live.stop.abort(this.#closedFor)
  }

  /** Consumes the events of a run and stores its end; resolves when all readers were notified of the end. */
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
    const ending: Ending = {
      live,
      last: withFittingSentence(last, live.answer),
      figures,
      since: now,
      keeps: 'all',
    }
    this.#unstored.add(ending)
    this.#endings.push(ending)
    this.#write()
    await live.ended
  }

  /**
   * Flushes unwritten events; resolves when nothing is left, or after `limitMs`. What is not stored then is kept aside, and
   * its readers are told.
   */
  async settle(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    const isUnsettled = () =>
      this.#coming.size + this.#unlogged.size > 0 || !this.isIdle || this.#writing !== undefined
    while (isUnsettled() && performance.now() < until) {
      this.#isLogDue = true
      this.#isAgainDue = true
      this.#write()
      await within(this.#writing, until - performance.now())
      if (isUnsettled()) await sleep(SETTLE_MS)
    }
    clearTimeout(this.#tickTimer)
    clearTimeout(this.#againTimer)
    clearTimeout(this.#mergeTimer)
    for (const ending of this.#unstored) this.#aside.tell(ending)
    await this.#aside.save()
  }

  #take(live: LiveAnswer, event: AnswerEvent): void {
    const ms = mergeMs(this.#streams)
    if (live.push(event, performance.now(), ms)) {
      this.#held.add(live)
      this.#mergeTimer ??= setTimeout(() => void this.#flushHeld(), ms)
    }
    if (this.#unloggable.has(live)) return
    this.#unlogged.add(live)
    this.#tickAfter(TICK_MS)
  }

  #tickAfter(ms: number): void {
    this.#tickTimer ??= setTimeout(() => {
      this.#tickTimer = undefined
      this.#isLogDue = true
      this.#write()
    }, ms)
  }

  #tryAgainLater(): void {
    this.#againTimer ??= setTimeout(() => {
      this.#againTimer = undefined
      this.#isAgainDue = true
      this.#write()
    }, RETRY_MS)
  }

  async #flushHeld(): Promise<void> {
    this.#mergeTimer = undefined
    const held = [...this.#held]
    this.#held.clear()
    for (const [index, live] of held.entries()) {
      if (index > 0 && index % FLUSHED_AT_ONCE === 0) await setImmediate()
      live.flush(performance.now())
    }
  }

  /** Starts a write unless one is running; that one starts the next write itself. */
  #write(): void {
    if (this.#writing) return
    // Serves all answers, not only the one that starts it.
    const hasEnds = this.#endings.length > 0
    this.#writing = asProcess(() => this.#writeOrReport()).then(async () => {
      // More ends share the next statement.
      if (hasEnds || this.#endings.length > 0) await sleep(PAUSES.batches)
      this.#writing = undefined
      if (this.#again.length) this.#tryAgainLater()
      if (this.#endings.length || this.#isLogDue || this.#isAgainDue) this.#write()
      else if (this.#unlogged.size) this.#tickAfter(this.#again.length ? RETRY_MS : TICK_MS)
    })
  }

  /** A fault of this process must not keep later ends from being stored. */
  async #writeOrReport(): Promise<void> {
    try {
      await this.#writeAll()
    } catch (error) {
      this.#log.error({ err: error }, 'answers could not be written')
    }
  }

  async #writeAll(): Promise<void> {
    const again = this.#isAgainDue ? this.#again.splice(0) : []
    this.#isAgainDue = false
    const endings = [...again, ...this.#endings]
    this.#endings = []
    for (const { live } of endings) this.#unlogged.delete(live)
    const growing = this.#isLogDue ? [...this.#unlogged] : []
    if (this.#isLogDue) {
      this.#unlogged = new Set()
      this.#streams = growing.length
    }
    this.#isLogDue = false
    await this.#end(endings)
    await this.#append(growing)
  }

  async #append(growing: readonly LiveAnswer[]): Promise<void> {
    const upTo = new Map(growing.map((live) => [live, live.events.length]))
    const outcomes = await isolateFailures(growing, (part) => this.#appendAll(part), this.#isOutage)
    const grew = growing.filter((live, index) => {
      const outcome = outcomes[index]
      if (outcome?.ok) live.logged = upTo.get(live) ?? live.logged
      else if (this.#mayPass(outcome?.error)) this.#unlogged.add(live)
      // The message is deleted or its events cannot be stored: only its end is stored, so that others are not delayed.
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
    const outcomes = await isolateFailures(endings, (part) => this.#endAll(part), this.#isOutage)
    const ended: AnswerEnd[] = []
    // Those that are aside were logged before.
    const failed = outcomes.find(
      (outcome, index) => !outcome.ok && !this.#aside.has(endings[index] as Ending),
    )
    if (failed && !failed.ok)
      this.#log.error({ err: failed.error, answers: endings.length }, 'answers could not be stored yet')
    for (const [index, ending] of endings.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) {
        this.#finishStored(ending, outcome.result)
        ended.push({ messageId: ending.live.messageId, asked: outcome.result?.created })
      } else this.#keepOrGiveUp(ending, outcome?.error)
    }
    await this.#aside.save()
    if (ended.length) this.#ended(ended)
  }

  /** Stores ends and returns the resulting messages; those stored in an earlier attempt are not written again. */
  async #endAll(endings: readonly Ending[]): Promise<(Message | undefined)[]> {
    const left = endings.filter(({ flipped }) => flipped === undefined)
    const flipped = await this.#store.end(left.map(endedAnswer))
    for (const ending of left) if (flipped.has(ending.live.messageId)) ending.flipped = true
    const messages = await this.#store.messages(endings.map(({ live }) => live.messageId))
    for (const ending of left) ending.flipped ??= isStoredBefore(ending, messages.get(ending.live.messageId))
    return endings.map(({ live }) => messages.get(live.messageId))
  }

  #finishStored(ending: Ending, message: Message | undefined): void {
    const { live, last } = ending
    if (message && !this.#aside.has(ending)) live.emit({ type: 'query', query: message })
    // Deleted with its tab or project; or ended by another process, when this one was disconnected for too long.
    const otherwise: AnswerEvent = message
      ? withFittingSentence(failure('INTERRUPTED'), live.answer)
      : { type: 'abort' }
    this.#finish(ending, ending.flipped ? last : otherwise)
  }

  #keepOrGiveUp(ending: Ending, error: unknown): void {
    const less = this.#mayPass(error) ? undefined : lessOf(ending.keeps)
    if (less) {
      ending.keeps = less
      // The last event is an error when the text is lost.
      if (less === 'nothing') ending.last = failure('UNEXPECTED')
      this.#endings.push(ending)
    } else if (this.#mayPass(error)) {
      ending.tried = true
      this.#again.push(ending)
      if (this.#aside.isDue(ending, error)) this.#aside.tell(ending)
    }
    // Not stored, so not reported as stored. The reaper or the next start ends the message.
    else this.#finish(ending, failure('DATABASE_UNAVAILABLE'))
  }

  #mayPass(error: unknown): boolean {
    return this.#isOutage(error) || isPassing(error)
  }

  #finish(ending: Ending, last: AnswerEvent): void {
    const { live } = ending
    if (!this.#aside.forget(ending)) live.emit(last)
    this.#unstored.delete(ending)
    this.#live.delete(live.messageId)
    this.#unlogged.delete(live)
    live.close()
  }
}

/** Waits for work, but no longer than so many milliseconds. */
async function within(work: Promise<void> | undefined, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise])
  clearTimeout(timer)
}
