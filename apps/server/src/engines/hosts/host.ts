import type { Engine, EngineError, EngineErrorCode, EngineHealth, EngineModel } from '../engine.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Failures of the host itself, not of a request or a model. */
const DEADLY: readonly EngineErrorCode[] = ['unreachable', 'timeout', 'broken-stream']

/** One host: its models, its load, and whether it is currently skipped. Times are in milliseconds of one clock. */
export class Host {
  readonly address: string
  readonly engine: Engine
  /** Answers and embeddings in progress. */
  busy = 0
  /** Sequence number of its last request; breaks ties between equally busy hosts. */
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

  /** Whether it failed and has not succeeded since. */
  get dead(): boolean {
    return this.#failures > 0
  }

  /** Whether it is dead and its back-off is over. */
  isDue(now: number): boolean {
    return this.dead && now >= this.#againAt
  }

  /** Whether it recently refused for lack of capacity. */
  isFull(now: number): boolean {
    return now < this.#fullUntil
  }

  /** Returns whether it has a model; undefined before its models were listed. */
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

  /** Records the result of a health check. */
  checked(health: EngineHealth, now: number): void {
    this.health = health
    this.checkedAt = new Date(now)
    if (health.ok) this.#failures = 0
    else this.#leaveOut(now)
  }

  /** Records a success. */
  served(now: number): void {
    if (this.dead || this.health === null) this.checked({ ok: true }, now)
    this.#fullUntil = 0
  }

  /** Records a failure. */
  failed(error: EngineError, now: number): void {
    if (DEADLY.includes(error.code)) this.checked({ ok: false, error }, now)
    if (error.code !== 'busy' && error.code !== 'rate-limited') return
    this.#fullUntil = now + Math.min(error.retryAfterMs ?? FIRST_WAIT_MS, LONGEST_WAIT_MS)
  }

  /** Counts simultaneous failures once: a hundred answers that break off when a host dies are one failure. */
  #leaveOut(now: number): void {
    if (this.dead && now < this.#againAt) return
    this.#againAt = now + Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS)
    this.#failures++
  }
}
