// Limits the number of open streams. A browser opens six HTTP/1.1 connections to a host: if streams used all of them, every
// other request would wait.

export interface Stream {
  readonly tabId: number
  /** Called when the stream gets a connection (`open`) or has to free it (`close`). */
  open(): void
  close(): void
}

/** Leaves two connections for requests and one for live events. */
const AT_ONCE = 3

/** Returns the maximum number of streams: unlimited over HTTP/2 and 3, where streams share one connection. */
export function mostStreams(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /^h[23]/.test(page?.nextHopProtocol ?? '') ? Infinity : AT_ONCE
}

/** Assigns connections: first to visible tabs, then to open streams, then in order. */
export class FollowSlots {
  /** Maximum number of open streams. */
  most: number
  /** Whether each stream is open. */
  readonly #streams = new Map<Stream, boolean>()
  readonly #looked = new Map<number, number>()

  constructor(most = AT_ONCE) {
    this.most = most
  }

  /** Adds a stream that waits to open, or is already open. */
  add(stream: Stream, isOpen = false): void {
    this.#streams.set(stream, isOpen)
    this.#arrange()
  }

  /** Removes a stream that ended and frees its connection. */
  remove(stream: Stream): void {
    if (this.#streams.delete(stream)) this.#arrange()
  }

  clear(): void {
    this.#streams.clear()
  }

  /** Marks a tab as visible until the returned function is called. */
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
    turn(order.slice(this.most), false)
    turn(order.slice(0, this.most), true)
  }
}
