/** Limits requests to a host: one at a time, with a pause between two. */
export class Hosts {
  readonly #gapMs: number
  /** Hosts with a running request, and hosts in their pause with its end. */
  readonly #busy = new Set<string>()
  readonly #free = new Map<string, number>()

  constructor(gapMs: number) {
    this.#gapMs = gapMs
  }

  begin(host: string): void {
    this.#busy.add(host)
  }

  end(host: string): void {
    this.#busy.delete(host)
    this.#free.set(host, performance.now() + this.#gapMs)
  }

  /** Returns the hosts to which no request may be sent now. */
  waiting(): string[] {
    const now = performance.now()
    for (const [host, free] of this.#free) if (free <= now) this.#free.delete(host)
    return [...this.#busy, ...this.#free.keys()]
  }
}
