import { handedOn } from '../handed-on.ts'
import type { ChatEvent } from '../engine.ts'
import { isPiece } from '../wire/answer.ts'
import type { Host } from './host.ts'

export interface Question {
  /** Returns the host to try next. Throws when none is left. */
  next(): Host
  /** Sends the request to a host. */
  ask(host: Host): AsyncIterable<ChatEvent>
  /** Called when a host starts to answer. */
  served(host: Host): void
  /** Called when a host failed, before or during its answer. */
  failed(host: Host, error: unknown): void
  /** Rethrows the error of a host before its answer, unless another host may be tried. */
  another(error: unknown): void
  /** Returns whether a previous host already sent this event. */
  isSaid(event: ChatEvent): boolean
}

/**
 * Streams the answer of the first host that gives one. Tries the next host on a failure before the first piece, never after
 * it.
 */
export function failingOver(question: Question): AsyncIterable<ChatEvent> {
  return new FailingOver(question)
}

const DONE = { value: undefined, done: true } as const

/** Not a generator: after the first piece, `next` of the answer is called directly. */
class FailingOver implements AsyncIterableIterator<ChatEvent> {
  readonly #question: Question
  #asked: { readonly host: Host; readonly answer: AsyncIterableIterator<ChatEvent> } | undefined
  /** The chosen answer, once its first piece has arrived. */
  #given: AsyncIterableIterator<ChatEvent> | undefined
  /** The reader left, or no host answered. */
  #over = false

  constructor(question: Question) {
    this.#question = question
  }

  next(): Promise<IteratorResult<ChatEvent>> {
    return this.#given?.next() ?? this.#before()
  }

  async return(): Promise<IteratorResult<ChatEvent>> {
    this.#over = true
    await this.#asked?.answer.return?.()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Returns the next event before the first piece of the answer. */
  async #before(): Promise<IteratorResult<ChatEvent>> {
    try {
      while (!this.#over) {
        const result = await this.#step()
        if (result) return result
      }
      return DONE
    } catch (error) {
      this.#over = true
      throw error
    }
  }

  /** Returns undefined if there is nothing to pass on yet but more may come. */
  async #step(): Promise<IteratorResult<ChatEvent> | undefined> {
    const { host, answer } = (this.#asked ??= this.#ask(this.#question.next()))
    try {
      const result = await answer.next()
      if (result.done) return result
      const event = result.value
      if (!isPiece(event) && event.type !== 'end') return this.#question.isSaid(event) ? undefined : result
      this.#given = answer
      this.#question.served(host)
      return result
    } catch (error) {
      this.#asked = undefined
      this.#question.another(error)
      return undefined
    }
  }

  #ask(host: Host) {
    host.busy++
    const ended = (failure?: unknown): void => {
      host.busy--
      if (failure !== undefined) this.#question.failed(host, failure)
    }
    return { host, answer: handedOn(() => this.#question.ask(host), ended) }
  }
}
