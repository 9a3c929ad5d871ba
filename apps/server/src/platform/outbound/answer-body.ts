// A response body with one promise per chunk. A Node stream around it would cost more per token than all other processing.
import type { Dispatcher } from 'undici'

/** Buffered bytes above which the sender is paused (back-pressure). */
const HIGH_BYTES = 65_536

/** A response body, read once. Leaving the iteration early closes the connection. */
export interface OutboundBody extends AsyncIterable<Buffer> {
  /** Closes the connection and discards the rest. */
  destroy(): void
}

interface Wanting {
  resolve(result: IteratorResult<Buffer, undefined>): void
  reject(reason: Error): void
}

const DONE = { value: undefined, done: true } as const

export class AnswerBody implements OutboundBody, AsyncIterator<Buffer, undefined> {
  readonly #controller: Dispatcher.DispatchController
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #wanting: Wanting | undefined
  #ended = false
  #failure: Error | undefined

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller
  }

  push(chunk: Buffer): void {
    if (this.#ended) return
    if (this.#wanting) {
      this.#wanting.resolve({ value: chunk, done: false })
      this.#wanting = undefined
      return
    }
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= HIGH_BYTES) this.#controller.pause()
  }

  /** Ends the body after the last chunk. */
  end(): void {
    this.#ended = true
    this.#wanting?.resolve(DONE)
    this.#wanting = undefined
  }

  /** Fails the body. Chunks received before are still delivered. */
  fail(failure: Error): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#wanting) this.#wanting.reject(failure)
    else this.#failure = failure
    this.#wanting = undefined
  }

  next(): Promise<IteratorResult<Buffer, undefined>> {
    const chunk = this.#waiting.shift()
    if (chunk) {
      this.#bytes -= chunk.length
      if (this.#bytes < HIGH_BYTES && this.#controller.paused) this.#controller.resume()
      return Promise.resolve({ value: chunk, done: false })
    }
    if (this.#failure) {
      const failure = this.#failure
      this.#failure = undefined
      return Promise.reject(failure)
    }
    if (this.#ended) return Promise.resolve(DONE)
    return new Promise((resolve, reject) => {
      this.#wanting = { resolve, reject }
    })
  }

  return(): Promise<IteratorResult<Buffer, undefined>> {
    this.destroy()
    return Promise.resolve(DONE)
  }

  destroy(): void {
    this.#waiting.length = 0
    this.#failure = undefined
    if (this.#ended) return
    this.#ended = true
    this.#wanting?.resolve(DONE)
    this.#wanting = undefined
    this.#controller.abort(new Error('Nobody reads the rest of this answer'))
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
