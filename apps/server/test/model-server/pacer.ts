/** Drives all paced streams with one timer: buckets of callbacks by millisecond. */
export class Pacer {
  readonly #buckets = new Map<number, (() => void)[]>()
  #last = 0
  #timer: NodeJS.Timeout | undefined
  /** The slot that the timer waits for. */
  #next = 0

  /** Runs `callback` at `due` on the clock of `performance.now()`. */
  at(due: number, callback: () => void): void {
    // Read the clock once, before adding: a callback due before the first slot of the timer would never run.
    if (!this.#timer) this.#last = Math.floor(performance.now())
    const slot = Math.max(Math.ceil(due), this.#last + 1)
    const bucket = this.#buckets.get(slot)
    if (bucket) bucket.push(callback)
    else this.#buckets.set(slot, [callback])
    if (!this.#timer || slot < this.#next) this.#arm(slot)
  }

  /** Runs all callbacks at once, also those that they add: every stream ends, unless it is endless. */
  finish(): void {
    while (this.#buckets.size > 0) {
      const waiting = [...this.#buckets.values()].flat()
      this.stop()
      for (const callback of waiting) callback()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#buckets.clear()
  }

  #arm(slot: number): void {
    clearTimeout(this.#timer)
    this.#next = slot
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, slot - performance.now()))
  }

  #tick(): void {
    const now = Math.floor(performance.now())
    for (let slot = this.#last; slot <= now; slot++) {
      const bucket = this.#buckets.get(slot)
      if (!bucket) continue
      // Callbacks scheduled by a callback must go into a later slot.
      this.#last = slot
      this.#buckets.delete(slot)
      for (const callback of bucket) callback()
    }
    this.#last = now
    this.#timer = undefined
    if (this.#buckets.size > 0) this.#arm(Math.min(...this.#buckets.keys()))
  }
}
