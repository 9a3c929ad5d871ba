// Whose large body is parsed and handled next: as many at once as memory allows, one of each person.
import { Problem } from '../problem.ts'

export interface BodyTurns {
  /**
   * Waits until so many bytes of memory are free and nothing else of this person is handled. Resolves with what gives the
   * turn back; a second call of it does nothing.
   * @throws Problem SERVER_BUSY after a minute; the signal's reason when it aborts first
   */
  wait(key: string, bytes: number, signal: AbortSignal): Promise<() => void>
}

const PATIENCE_MS = 60_000
const RETRY_SECONDS = 30

interface Waiter {
  readonly key: string
  readonly bytes: number
  begin(): void
}

/** Opens the turns. `ended` is called after each. */
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

  async wait(key: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { key, bytes, begin: resolve }
    const leave = (why: unknown): void => {
      if (this.#forget(waiter)) reject(why as Error)
    }
    const busy = new Problem('SERVER_BUSY', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
    const late = setTimeout(() => leave(busy), PATIENCE_MS)
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
    return once(() => this.#end(waiter))
  }

  #next(): void {
    for (const waiter of this.#waiting.slice()) {
      if (this.#handled.has(waiter.key)) continue
      // Nobody smaller goes first, or a large body would wait for ever.
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

  #end({ key, bytes }: Waiter): void {
    this.#handled.delete(key)
    this.#used -= bytes
    this.#ended()
    this.#next()
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
