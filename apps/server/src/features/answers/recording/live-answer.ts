import { EMPTY_ANSWER, foldAnswer, type Answer, type AnswerEvent } from '@polylogue/contract'
import type { Answered } from '#features/usage/index.ts'

/**
 * Pieces within this time of the last one are merged into one event; all readers see the same numbers. Longer while many answers
 * stream, because each event is a write to a socket (decision 173): from 150 streams on a person sees 20 updates a second.
 */
const MERGE_MS = { shortest: 20, perStream: 1 / 3, longest: 50 }

/** Returns the milliseconds within which pieces are merged while so many answers stream. */
export const mergeMs = (streams: number): number =>
  Math.min(MERGE_MS.longest, Math.max(MERGE_MS.shortest, MERGE_MS.perStream * streams))

/** Called for every event of an answer, in order, with its number. */
export type Reader = (seq: number, event: AnswerEvent) => void

type Piece = Extract<AnswerEvent, { type: 'text' | 'reasoning' }>

/**
 * An answer in progress: its events so far and their fold. Event `n` has number n + 1, without gaps. The first piece is
 * emitted at once; later pieces in quick succession are merged.
 */
export class LiveAnswer {
  readonly messageId: number
  readonly tabId: number
  /** The viewer key of who asked. */
  readonly asker: string
  /** The usage record to count when it ends. */
  readonly usage: Answered
  readonly stop = new AbortController()
  readonly events: AnswerEvent[] = []
  readonly asked: number
  answer: Answer = EMPTY_ANSWER
  /** Number of events in the log. */
  logged = 0
  /** Times of the first piece and of the last event, in milliseconds of `performance.now`. */
  firstPieceAt: number | undefined
  firstReasoningAt: number | undefined
  firstTextAt: number | undefined
  endedAt: number | undefined

  readonly #readers = new Set<Reader>()
  readonly #ended = Promise.withResolvers<void>()
  #pending: Piece | undefined
  #lastPieceAt = -Infinity

  constructor(of: { messageId: number; tabId: number; asker: string; asked: number; usage: Answered }) {
    this.messageId = of.messageId
    this.tabId = of.tabId
    this.asker = of.asker
    this.asked = of.asked
    this.usage = of.usage
  }

  /** Resolves when the last event was emitted. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /**
   * Adds an event of the run; merges pieces within `ms`. Returns true when a piece was held back: the caller must `flush` within
   * that time.
   */
  push(event: AnswerEvent, now: number, ms: number): boolean {
    if (event.type !== 'text' && event.type !== 'reasoning') {
      this.flush(now)
      this.emit(event)
      return false
    }
    if (event.text !== '') {
      this.firstPieceAt ??= now
      if (event.type === 'text') this.firstTextAt ??= now
      else this.firstReasoningAt ??= now
    }
    if (this.#pending?.type === event.type) {
      this.#pending = { type: event.type, text: this.#pending.text + event.text }
      return false
    }
    this.flush(now)
    if (now - this.#lastPieceAt >= ms) {
      this.#lastPieceAt = now
      this.emit(event)
      return false
    }
    this.#pending = event
    return true
  }

  /** Emits the piece that was held back. */
  flush(now: number): void {
    if (!this.#pending) return
    const piece = this.#pending
    this.#pending = undefined
    this.#lastPieceAt = now
    this.emit(piece)
  }

  /** Appends an event and notifies all readers. */
  emit(event: AnswerEvent): void {
    this.events.push(event)
    this.answer = foldAnswer(this.answer, event)
    const seq = this.events.length
    for (const reader of this.#readers) reader(seq, event)
  }

  /** Subscribes to new events; earlier ones are in `events`. Returns the function to unsubscribe. */
  follow(reader: Reader): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /** Marks the answer as complete. */
  close(): void {
    this.#ended.resolve()
  }
}
