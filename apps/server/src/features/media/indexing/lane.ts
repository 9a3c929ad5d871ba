/** Data sources whose turn is remembered. */
const REMEMBERED = 500

/** The places for one kind of work: one for each person. Those who were served longest ago come first. */
export class Lane {
  /** The data sources whose documents were taken, the last one at the end. */
  readonly sources: number[] = []
  readonly #places: number
  readonly #running = new Map<number, Promise<void>>()
  /** The number of each person's last turn. */
  readonly #served = new Map<number, number>()
  #turn = 0

  constructor(places: number) {
    this.#places = places
  }

  get free(): number {
    return this.#places - this.#running.size
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Returns those of the waiting people who begin now. */
  next<Waiting extends { readonly userId: number }>(waiting: readonly Waiting[]): Waiting[] {
    if (waiting.length === 0) this.#served.clear()
    return waiting
      .filter(({ userId }) => !this.#running.has(userId))
      .toSorted((one, other) => this.#servedLast(one) - this.#servedLast(other))
      .slice(0, this.free)
  }

  #servedLast({ userId }: { readonly userId: number }): number {
    return this.#served.get(userId) ?? 0
  }

  /** The next document of the same person comes from another data source, if one waits there. */
  tookFrom(datasourceId: number): void {
    const before = this.sources.indexOf(datasourceId)
    if (before >= 0) this.sources.splice(before, 1)
    this.sources.push(datasourceId)
    if (this.sources.length > REMEMBERED) this.sources.shift()
  }

  /** Takes a place until the work, which does not reject, is over; then calls `ended`. */
  begin(userId: number, work: Promise<void>, ended: () => void): void {
    this.#served.set(userId, ++this.#turn)
    const done = work.then(() => {
      this.#running.delete(userId)
      ended()
    })
    this.#running.set(userId, done)
  }

  /** Resolves when all work is over. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}
