// A queue for parsing and handling large bodies: concurrent as far as memory allows, one per person. People take turns.
import { FairOrder } from '#platform/fair-order.ts'
import { Problem } from '#problem.ts'

/** Memory that is reserved while a large body is parsed and handled. */
export interface BodyTurn {
  /** Reduces the reservation and lets the person's next body begin. Does nothing after `end`. */
  shrinkTo(bytes: number): void
  /** Releases the reservation. A second call does nothing. */
  end(): void
}

export interface BodyTurns {
  /**
   * Waits until enough memory is free and no other body of this person is handled.
   * @throws Problem SERVER_BUSY after a minute; the signal's reason when it aborts first
   */
  wait(key: string, bytes: number, signal: AbortSignal): Promise<BodyTurn>
}

const TIMEOUT_MS = 60_000
const RETRY_SECONDS = 30

interface Waiter {
  readonly key: string
  readonly bytes: number
  begin(): void
}

/** Opens the queue. `ended` is called after each body. */
export function openBodyTurns(total: number, ended: () => void = () => undefined): BodyTurns {
  return new Turns(total, ended)
}

class Turns implements BodyTurns {
  readonly #total: number
  readonly #ended: () => void
  readonly #waiting = new FairOrder<Waiter>()
  readonly #handled = new Set<string>()
  #used = 0

  constructor(total: number, ended: () => void) {
    this.#total = total
    this.#ended = ended
  }

  async wait(key: string, bytes: number, signal: AbortSignal): Promise<BodyTurn> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { key, bytes, begin: resolve }
    const leave = (why: unknown): void => {
      if (this.#forget(waiter)) reject(why as Error)
    }
    const busy = new Problem('SERVER_BUSY', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
    const late = setTimeout(() => leave(busy), TIMEOUT_MS)
    const gone = (): void => leave(signal.reason)
    signal.addEventListener('abort', gone, { once: true })
    this.#waiting.add(key, waiter)
    this.#next()
    try {
      await promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', gone)
    }
    return this.#turnOf(waiter)
  }

  #next(): void {
    for (let waiter = this.#takeNext(); waiter; waiter = this.#takeNext()) {
      this.#handled.add(waiter.key)
      this.#used += waiter.bytes
      waiter.begin()
    }
  }

  #takeNext(): Waiter | undefined {
    const isHandled = ({ key }: Waiter) => this.#handled.has(key)
    const fits = ({ bytes }: Waiter) => this.#used === 0 || this.#used + bytes <= this.#total
    // Smaller bodies do not overtake, or a large one would starve.
    return this.#waiting.takeNext((waiter) => !isHandled(waiter) && fits(waiter), isHandled)
  }

  #forget(waiter: Waiter): boolean {
    const waited = this.#waiting.remove(waiter.key, waiter)
    this.#waiting.forget(waiter.key)
    if (waited) this.#next()
    return waited
  }

  #turnOf({ key, bytes }: Waiter): BodyTurn {
    let held = bytes
    let state: 'handled' | 'shrunk' | 'ended' = 'handled'
    const goOn = (next: 'shrunk' | 'ended', left: number): void => {
      if (state === 'handled') this.#handled.delete(key)
      state = next
      this.#used -= held - left
      held = left
      this.#next()
    }
    return {
      shrinkTo: (left) => {
        if (state === 'handled') goOn('shrunk', Math.min(left, held))
      },
      end: () => {
        if (state === 'ended') return
        goOn('ended', 0)
        this.#ended()
      },
    }
  }
}
