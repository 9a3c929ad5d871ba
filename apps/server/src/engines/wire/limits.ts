import { EngineError } from '../engine.ts'

/** So often is looked during a limit whether anything has come: a silence ends a quarter of its limit too late at most. */
const LOOKS = 4

/**
 * The time limits of one call and the caller's signal, as one signal for the connection. Only time spent waiting for
 * the engine counts: while the consumer works on what it got, the clock stands still. A piece costs neither a timer nor a look
 * at the clock: the one timer counts how often it has found that nothing came.
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
  /** Looks since the last piece. */
  #quiet = 0
  #waiting = true

  constructor(caller: AbortSignal, firstMs: number) {
    this.#caller = caller
    this.#limitMs = firstMs
    this.#timer = this.#look()
    if (caller.aborted) this.#onAbort()
    else caller.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Aborted with the caller's reason, or with the EngineError of the limit that ran out. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on silence of `limitMs` is too long. */
  restart(limitMs: number): void {
    this.#quiet = 0
    if (limitMs === this.#limitMs) return
    this.#limitMs = limitMs
    clearInterval(this.#timer)
    this.#timer = this.#look()
  }

  /** The consumer has the floor. */
  pause(): void {
    this.#waiting = false
  }

  /** The engine has the floor again, with the whole limit before it. */
  resume(): void {
    this.#waiting = true
    this.#quiet = 0
  }

  /** Ends the limits; what is not `complete` is aborted, so that no connection is left behind. */
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
    // The first look may come right after a piece.
    if (this.#quiet <= LOOKS) return
    clearInterval(this.#timer)
    const waitedMs = this.#limitMs
    this.#controller.abort(
      new EngineError('timeout', `The engine was silent for ${waitedMs} ms`, { waitedMs }),
    )
  }
}
