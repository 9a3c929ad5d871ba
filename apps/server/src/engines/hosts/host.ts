import type { Engine, EngineError, EngineErrorCode, EngineHealth, EngineModel } from '../engine.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Failures of the host itself rather than of a question or a model. */
const DEADLY: readonly EngineErrorCode[] = ['unreachable', 'timeout', 'broken-stream']

/** One host: what it has, how busy it is, and whether it is left out for now. Times are in milliseconds of one clock. */
export class Host {
  readonly address: string
  readonly engine: Engine
  /** Answers and vectors that it makes at the moment. */
  busy = 0
  /** When it was asked last, as a number that only grows. */
  turn = 0
  health: EngineHealth | null = null
  checkedAt: Date | null = null
  probing = false
  #models: Set<string> | undefined
  #failures = 0
  #againAt = 0
  #fullUntil = 0

  constructor({ address, engine }: { readonly address: string; readonly engine: Engine }) {
    this.address = address
    this.engine = engine
  }

  /** It failed, and has not been seen well since. */
  get dead(): boolean {
    return this.#failures > 0
  }

  /** It is dead, and the time has come to look again. */
  isDue(now: number): boolean {
    return this.dead && now >= this.#againAt
  }

  /** It refused for lack of capacity not long ago. */
  isFull(now: number): boolean {
    return now < this.#fullUntil
  }

  /** Whether it has a model; undefined before it was ever asked. */
  has(model: string): boolean | undefined {
    return this.#models?.has(model)
  }

  learn(models: readonly EngineModel[]): void {
    this.#models = new Set(models.map(({ name }) => name))
  }

  add(model: string): void {
    this.#models?.add(model)
  }

  forget(model: string): void {
    this.#models?.delete(model)
  }

  /** It was asked how it is. */
  checked(health: EngineHealth, now: number): void {
    this.health = health
    this.checkedAt = new Date(now)
    if (health.ok) this.#failures = 0
    else this.#leaveOut(now)
  }

  /** It gave something. */
  served(now: number): void {
    if (this.dead || this.health === null) this.checked({ ok: true }, now)
    this.#fullUntil = 0
  }

  /** It failed at something it was asked. */
  failed(error: EngineError, now: number): void {
    if (DEADLY.includes(error.code)) this.checked({ ok: false, error }, now)
    if (error.code !== 'busy' && error.code !== 'rate-limited') return
    this.#fullUntil = now + Math.min(error.retryAfterMs ?? FIRST_WAIT_MS, LONGEST_WAIT_MS)
  }

  /** Once for everything that broke off together: a hundred answers on a host that dies are one failure of it. */
  #leaveOut(now: number): void {
    if (this.dead && now < this.#againAt) return
    this.#againAt = now + Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS)
    this.#failures++
  }
}
