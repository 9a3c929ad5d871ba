// What happened in the last minute, for pages that loaded their data before their stream was open.

/** Longer than a page needs from loading its data to its first stream; pages that took longer refetch everything. */
export const KEPT_MS = 60_000
const MOST = 1_000

export class Recent<T> {
  #kept: { readonly at: number; readonly value: T }[] = []
  /** Nothing before is known. */
  #knownFrom = performance.now()

  add(value: T): void {
    const now = performance.now()
    const first = this.#kept.findIndex(({ at }) => at > now - KEPT_MS)
    if (first !== 0) this.#kept = first === -1 ? [] : this.#kept.slice(first)
    if (this.#kept.length >= MOST) this.#knownFrom = this.#kept.shift()?.at ?? now
    this.#kept.push({ at: now, value })
  }

  /** Forgets what happened, because some of it may be missing. */
  forget(): void {
    this.#kept = []
    this.#knownFrom = performance.now()
  }

  /** Returns what happened since a time of `performance.now()`; undefined if that is not known. */
  since(time: number): T[] | undefined {
    if (time <= this.#knownFrom || time < performance.now() - KEPT_MS) return undefined
    return this.#kept.flatMap(({ at, value }) => (at >= time ? [value] : []))
  }
}
