import { EngineError } from '../engine.ts'

/** Number of checks per limit: a stall is detected at most a quarter of the limit late. */
const LOOKS = 4

/**
 * Combines the time limits of one call and the caller's signal into one signal for the connection. Counts only time spent
 * waiting for the engine, not while the consumer works. A piece costs neither a timer nor a clock read: one timer counts
 * its ticks without a piece.
 */
export class Limits {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal
  readonly #onAbort = (): void => {
    this.left = true
    this.#controller.abort(this.#caller.reason)
  }
  /** The caller's signal was aborted. A field, because reading a combined signal costs more than parsing a token's JSON. */
  left = false
  #timer: NodeJS.Timeout
  #limitMs: number
  /** Timer ticks since the last piece. */
  #quiet = 0
  /** The same, with those that were spared. */
  #all = 0
  #waiting = true

  constructor(caller: AbortSignal, firstMs: number) {
    this.#caller = caller
    this.#limitMs = firstMs
    this.#timer = this.#look()
    if (caller.aborted) this.#onAbort()
    else caller.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Aborts with the caller's reason, or with the EngineError of the exceeded limit. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Sets the limit for silence to `limitMs` and restarts it. */
  restart(limitMs: number): void {
    this.#quiet = 0
    this.#all = 0
    if (limitMs === this.#limitMs) return
    this.#limitMs = limitMs
    clearInterval(this.#timer)
    this.#timer = this.#look()
  }

  /** Pauses the limit while the consumer works. */
  pause(): void {
    this.#waiting = false
  }

  /** Restarts the full limit when waiting for the engine again. */
  resume(): void {
    this.#waiting = true
    this.#quiet = 0
    this.#all = 0
  }

  /** Restarts the limit for a sign of life that is no piece, but never beyond `mostMs` without a piece. */
  spare(mostMs: number): void {
    if ((this.#all * this.#limitMs) / LOOKS < mostMs - this.#limitMs) this.#quiet = 0
  }

  /** Ends the limits and aborts the connection unless `complete`, so that it does not leak. */
  close(complete: boolean): void {
    clearInterval(this.#timer)
    this.#caller.removeEventListener('abort', this.#onAbort)
    if (!complete) this.#controller.abort()
  }

  #look(): NodeJS.Timeout {
    return setInterval(() => this.#check(), this.#limitMs / LOOKS)
  }

  #check(): void {
    if (!this.#waiting) return
    this.#quiet += 1
    this.#all += 1
    // The first tick may come right after a piece.
    if (this.#quiet <= LOOKS) return
    clearInterval(this.#timer)
    const waitedMs = Math.max(this.#limitMs, Math.floor(this.#all / LOOKS) * this.#limitMs)
    this.#controller.abort(
      new EngineError('timeout', `The engine was silent for ${waitedMs} ms`, { waitedMs }),
    )
  }
}
