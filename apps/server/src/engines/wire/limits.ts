import { EngineError } from '../engine.ts'

/**
 * The time limits of one call and the caller's signal, as one signal for the connection. Only time spent waiting for
 * the engine counts: while the consumer works on what it got, the clock stands still. A piece costs no timer call, only
 * a look at the clock: the one timer checks, when it fires, how long the silence has really lasted.
 */
export class Limits {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal
  readonly #onAbort = (): void => {
    this.left = true
    this.#controller.abort(this.#caller.reason)
  }
  /** The caller's signal was aborted. A field: asking a signal made of others costs more than a token's JSON. */
  left = false
  #timer: NodeJS.Timeout
  #limitMs: number
  #since = performance.now()
  #waiting = true

  constructor(caller: AbortSignal, firstMs: number) {
    this.#caller = caller
    this.#limitMs = firstMs
    this.#timer = setTimeout(() => this.#check(), firstMs)
    if (caller.aborted) this.#onAbort()
    else caller.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Aborted with the caller's reason, or with the EngineError of the limit that ran out. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on silence of `limitMs` is too long. */
  restart(limitMs: number): void {
    this.#since = performance.now()
    if (limitMs === this.#limitMs) return
    this.#limitMs = limitMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(), limitMs)
  }

  /** The consumer has the floor. */
  pause(): void {
    this.#waiting = false
  }

  /** The engine has the floor again, with the whole limit before it. */
  resume(): void {
    this.#waiting = true
    this.#since = performance.now()
  }

  /** Ends the limits; what is not `complete` is aborted, so that no connection is left behind. */
  close(complete: boolean): void {
    clearTimeout(this.#timer)
    this.#caller.removeEventListener('abort', this.#onAbort)
    if (!complete) this.#controller.abort()
  }

  #check(): void {
    const left = this.#waiting ? this.#since + this.#limitMs - performance.now() : this.#limitMs
    if (left > 0) {
      this.#timer = setTimeout(() => this.#check(), Math.ceil(left))
      return
    }
    const waitedMs = this.#limitMs
    this.#controller.abort(
      new EngineError('timeout', `The engine was silent for ${waitedMs} ms`, { waitedMs }),
    )
  }
}
