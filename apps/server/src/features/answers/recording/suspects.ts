// Decides from repeated searches what is dead: after an outage of the database living processes look dead for a moment.

/** How long a suspect must look the same; longer than a heartbeat, and than a process takes to connect again. */
export const CONFIRM_MS = 15_000

/** What may be dead, and its last sign of life. */
export interface Suspect {
  readonly id: string
  readonly sign: string
}

/** Suspects that were found by every search since they were first found, with the same sign of life. */
export class Suspects {
  #since = new Map<string, { readonly sign: string; readonly at: number }>()

  /** Adds the result of a search, and returns those that were found unchanged for `CONFIRM_MS`. */
  confirm(found: readonly Suspect[], now: number): string[] {
    this.#since = new Map(
      found.map(({ id, sign }) => {
        const before = this.#since.get(id)
        return [id, before?.sign === sign ? before : { sign, at: now }]
      }),
    )
    return found.map(({ id }) => id).filter((id) => now - (this.#since.get(id)?.at ?? now) >= CONFIRM_MS)
  }

  /** Begins again: a search failed, so nothing is known about the time since the last one. */
  clear(): void {
    this.#since.clear()
  }
}
