// Places for so many at once; whoever comes beyond waits in the order of coming.

interface Waiter {
  enter(): void
  fail(error: unknown): void
}

export class Slots {
  #free: number
  readonly #waiting: Waiter[] = []

  constructor(count: number) {
    this.#free = count
  }

  get full(): boolean {
    return this.#free === 0
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves with a place. Rejects with the signal's reason, and then takes none. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { enter: resolve, fail: reject }
    this.#waiting.push(waiter)
    const leave = () => {
      const index = this.#waiting.indexOf(waiter)
      if (index >= 0) this.#waiting.splice(index, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Gives a place back. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next.enter()
    else this.#free++
  }

  /** Nobody who waits gets a place any more. */
  fail(error: unknown): void {
    for (const waiter of this.#waiting.splice(0)) waiter.fail(error)
  }
}
