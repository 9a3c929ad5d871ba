// How many answers are followed at once. A browser opens six connections to a host on HTTP/1.1: if answers took all of them,
// every other call of the page would wait for the end of one.

export interface Stream {
  readonly tabId: number
  /** Called when it may be open, and when it has to make room. */
  open(): void
  close(): void
}

/** Two connections stay for the page's calls, one for its live messages. */
const AT_ONCE = 3

/** How many answers a page follows at once: over HTTP/2 and 3 all streams share one connection. */
export function mostStreams(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /^h[23]/.test(page?.nextHopProtocol ?? '') ? Infinity : AT_ONCE
}

/** Gives streams their turns: those of tabs that are looked at first, then those that are open, then in their order. */
export class FollowSlots {
  readonly #most: number
  /** Whether each is open. */
  readonly #streams = new Map<Stream, boolean>()
  readonly #looked = new Map<number, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** A stream that wants to be open, or is already. */
  add(stream: Stream, isOpen = false): void {
    this.#streams.set(stream, isOpen)
    this.#arrange()
  }

  /** One that ended: its place is free. */
  remove(stream: Stream): void {
    if (this.#streams.delete(stream)) this.#arrange()
  }

  clear(): void {
    this.#streams.clear()
  }

  /** A tab is looked at, until the returned function is called. */
  look(tabId: number): () => void {
    this.#count(tabId, 1)
    this.#arrange()
    return () => this.#count(tabId, -1)
  }

  #count(tabId: number, by: number): void {
    this.#looked.set(tabId, (this.#looked.get(tabId) ?? 0) + by)
  }

  #arrange(): void {
    const rank = ([{ tabId }, isOpen]: [Stream, boolean]) =>
      ((this.#looked.get(tabId) ?? 0) > 0 ? 0 : 2) + (isOpen ? 0 : 1)
    const order = [...this.#streams].toSorted((one, other) => rank(one) - rank(other))
    const turn = (streams: typeof order, opens: boolean) => {
      for (const [stream, isOpen] of streams) {
        if (isOpen === opens) continue
        this.#streams.set(stream, opens)
        if (opens) stream.open()
        else stream.close()
      }
    }
    turn(order.slice(this.#most), false)
    turn(order.slice(0, this.#most), true)
  }
}
