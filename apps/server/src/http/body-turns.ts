// A queue for parsing and handling large bodies: concurrent as far as memory allows, one per person.
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
  readonly #waiting: Waiter[] = []
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
    this.#waiting.push(waiter)
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
    for (const waiter of this.#waiting.slice()) {
      if (this.#handled.has(waiter.key)) continue
      // Smaller bodies do not overtake, or a large one would starve.
      if (this.#used > 0 && this.#used + waiter.bytes > this.#total) return
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
      this.#handled.add(waiter.key)
      this.#used += waiter.bytes
      waiter.begin()
    }
  }

  #forget(waiter: Waiter): boolean {
    const at = this.#waiting.indexOf(waiter)
    if (at === -1) return false
    this.#waiting.splice(at, 1)
    this.#next()
    return true
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
