/** Drives all paced streams with one timer: buckets of callbacks by millisecond. */
export class Pacer {
  readonly #buckets = new Map<number, (() => void)[]>()
  #last = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /** Runs `callback` at `due` on the clock of `performance.now()`. */
  at(due: number, callback: () => void): void {
    // Read the clock once, before adding: a callback due before the first slot of the timer would never run.
    if (!this.#timer) this.#last = Math.floor(performance.now())
    const slot = Math.max(Math.ceil(due), this.#last + 1)
    const bucket = this.#buckets.get(slot)
    if (bucket) bucket.push(callback)
    else this.#buckets.set(slot, [callback])
    this.#count++
    if (!this.#timer) this.#arm()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#buckets.clear()
    this.#count = 0
  }

  #arm(): void {
    this.#timer = setTimeout(() => this.#tick(), 1)
  }

  #tick(): void {
    const now = Math.floor(performance.now())
    for (let slot = this.#last; slot <= now; slot++) {
      const bucket = this.#buckets.get(slot)
      if (!bucket) continue
      // Callbacks scheduled by a callback must go into a later slot.
      this.#last = slot
      this.#buckets.delete(slot)
      this.#count -= bucket.length
      for (const callback of bucket) callback()
    }
    this.#last = now
    if (this.#count > 0) return this.#arm()
    this.#timer = undefined
  }
}
