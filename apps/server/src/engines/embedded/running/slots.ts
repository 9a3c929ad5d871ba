// A semaphore: a fixed number of slots and a FIFO queue.

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

  /** Resolves with a slot. Rejects with the signal's reason and then takes no slot. */
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

  /** Releases a slot. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next.enter()
    else this.#free++
  }

  /** Rejects all waiting calls of `take`. */
  fail(error: unknown): void {
    for (const waiter of this.#waiting.splice(0)) waiter.fail(error)
  }
}
