const DONE = { value: undefined, done: true } as const

/**
 * Hands on what comes out of `open()` as it comes, and tells `ended` once when nothing more can come: it came to its end, it
 * failed (with what), or its reader left. `open` is called when the first is wanted; what it throws is thrown there. To be read
 * one by one, as `for await` does. A generator would do the same, and cost every piece three turns of the microtask queue.
 */
export function handedOn<T>(
  open: () => AsyncIterable<T>,
  ended: (failure?: unknown) => void,
): AsyncIterableIterator<T> {
  return new HandedOn(open, ended)
}

class HandedOn<T> implements AsyncIterableIterator<T> {
  readonly #open: () => AsyncIterable<T>
  readonly #ended: (failure?: unknown) => void
  readonly #look = (result: IteratorResult<T>): void => void (result.done && this.#end())
  readonly #fail = (failure: unknown): void => this.#end(failure)
  #inner: AsyncIterator<T> | undefined
  #over = false

  constructor(open: () => AsyncIterable<T>, ended: (failure?: unknown) => void) {
    this.#open = open
    this.#ended = ended
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#over) return Promise.resolve(DONE)
    const step = this.#inner ? this.#inner.next() : this.#first()
    // Beside the reader's way: they get the very promise, and what is told here is told before they hear of it.
    step.then(this.#look, this.#fail)
    return step
  }

  async return(): Promise<IteratorResult<T>> {
    if (this.#over) return DONE
    const inner = this.#inner
    this.#over = true
    if (!inner) return DONE
    try {
      await inner.return?.()
    } finally {
      this.#ended()
    }
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #first(): Promise<IteratorResult<T>> {
    this.#inner = this.#open()[Symbol.asyncIterator]()
    return this.#inner.next()
  }

  #end(failure?: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#ended(failure)
  }
}
