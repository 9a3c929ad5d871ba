// An answer that is being written for a visitor: its events so far, and those who follow it.
import { EMPTY_ANSWER, foldAnswer, wireEvent, type Answer, type AnswerEvent } from '@polylogue/contract'
import type { EventSource, ServerSentEvent } from '#http/stream.ts'

/** Text is passed on in pieces of so many milliseconds, the first one at once: longer ones while many answers run. */
const PIECE_MS = { shortest: 30, perAnswer: 1.25, longest: 250 }

/** Returns the milliseconds of a piece: all answers together write 800 a second, so that they hold up nobody else. */
export const pieceMs = (answers: number): number =>
  Math.min(PIECE_MS.longest, Math.max(PIECE_MS.shortest, PIECE_MS.perAnswer * answers))

/** Why an answer is stopped: by its visitor, because nobody is there any more, or because its chatbot is closed. */
export type StopReason = 'stopped' | 'left' | 'closed'

export class Stopped extends Error {
  readonly why: StopReason
  constructor(why: StopReason) {
    super(why)
    this.why = why
  }
}

export class Live {
  readonly messageId: number
  readonly stopping = new AbortController()
  answer: Answer = EMPTY_ANSWER
  /** Connections that follow it. */
  readers = 0
  /** When the last of them left, in milliseconds. */
  leftAt: number
  /** Resolves when its end is stored and told. */
  readonly ended: Promise<void>
  #resolve: () => void = () => undefined
  readonly #events: AnswerEvent[] = []
  readonly #followers = new Set<(event: AnswerEvent) => void>()
  readonly #now: () => number
  readonly #answers: () => number
  #text = ''
  #timer: NodeJS.Timeout | undefined

  /** `answers` returns how many run in this process. */
  constructor(messageId: number, now: () => number, answers: () => number) {
    this.messageId = messageId
    this.#now = now
    this.#answers = answers
    this.leftAt = now()
    this.ended = new Promise((resolve) => (this.#resolve = resolve))
  }

  stop(why: StopReason): void {
    this.stopping.abort(new Stopped(why))
  }

  emit(event: AnswerEvent): void {
    if (event.type !== 'text') {
      this.#flush()
      return this.#pass(event)
    }
    this.#text += event.text
    if (this.#timer) return
    this.#flush()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, pieceMs(this.#answers()))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#flush()
    this.#resolve()
  }

  #flush(): void {
    const text = this.#text
    this.#text = ''
    if (text) this.#pass({ type: 'text', text })
  }

  #pass(event: AnswerEvent): void {
    this.answer = foldAnswer(this.answer, event)
    this.#events.push(event)
    for (const follow of this.#followers) follow(event)
  }

  /** The text so far, with what waits to be passed on. */
  get text(): string {
    return this.answer.text + this.#text
  }

  /** Follows it from the beginning. */
  source(): EventSource {
    const sse = (event: AnswerEvent): ServerSentEvent => wireEvent(this.messageId, event)
    return {
      follow: async (write, signal) => {
        this.readers++
        const follow = (event: AnswerEvent) => write([sse(event)])
        const gone = new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        try {
          if (this.#events.length > 0) write(this.#events.map(sse))
          this.#followers.add(follow)
          await Promise.race([this.ended, gone])
        } finally {
          this.#followers.delete(follow)
          this.readers--
          this.leftAt = this.#now()
        }
      },
    }
  }
}
