import { handedOn } from '../handed-on.ts'
import type { ChatEvent } from '../engine.ts'
import { isPiece } from '../wire/answer.ts'
import type { Host } from './host.ts'

export interface Question {
  /** The host to ask next. Throws when there is none left. */
  next(): Host
  /** Puts the question to a host. */
  ask(host: Host): AsyncIterable<ChatEvent>
  /** A host answers. */
  served(host: Host): void
  /** A host failed, before or within its answer. */
  failed(host: Host, error: unknown): void
  /** Throws what a host failed with before its answer, unless another one may be asked. */
  another(error: unknown): void
  /** Whether an event before the answer was said already, by a host that was asked before. */
  isSaid(event: ChatEvent): boolean
}

/** An answer by whichever host gives one: another is asked where one fails before the first piece, none after it. */
export function failingOver(question: Question): AsyncIterable<ChatEvent> {
  return new FailingOver(question)
}

const DONE = { value: undefined, done: true } as const

/** No generator: from the first piece on the answer is handed on as it comes. */
class FailingOver implements AsyncIterableIterator<ChatEvent> {
  readonly #question: Question
  #asked: { readonly host: Host; readonly answer: AsyncIterableIterator<ChatEvent> } | undefined
  /** The answer, once there is something of it. */
  #given: AsyncIterableIterator<ChatEvent> | undefined
  /** Its reader left, or nobody answers. */
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

  /** The next event while there is nothing of the answer yet. */
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

  /** Undefined where there is nothing to hand on, but more may come. */
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
