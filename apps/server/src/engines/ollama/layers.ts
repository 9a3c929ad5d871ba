import { EngineError, type EngineProgress } from '../engine.ts'
import { countOf } from '../wire/pieces.ts'

/** No model has more layers; the limit protects our memory from a faulty server. */
const MAX_LAYERS = 1_000
/** One terabyte. Sums of layers below it stay exact. */
const MAX_BYTES = 1e12

interface Layer {
  done: number
  total: number
}

/** Sums the layers of a download. Whatever the server reports, neither sum decreases, and `done` never exceeds `total`. */
export class Layers {
  /** The server reported success. */
  complete = false
  readonly #layers = new Map<string, Layer>()
  #state: EngineProgress['state'] = 'fetching'
  #done = 0
  #total = 0
  // Unknown progress was already reported before the first line.
  #reported = 'fetching 0 0'

  /** Reads one progress line. Throws EngineError on an invalid one. */
  read(event: Record<string, unknown>): void {
    const { status } = event
    if (typeof status !== 'string')
      throw new EngineError('broken-stream', 'A line of the download has no status')
    if (typeof event.digest === 'string') this.#layer(event.digest.slice(0, 200), event)
    if (/^(verifying|writing|removing)\b/.test(status)) this.#state = 'checking'
    else if (status === 'success') this.complete = true
    else if (status.startsWith('pulling')) this.#state = 'fetching'
  }

  /** Returns the progress if it changed. */
  moved(): EngineProgress | undefined {
    const now = `${this.#state} ${this.#done} ${this.#total}`
    if (now === this.#reported) return undefined
    this.#reported = now
    return { state: this.#state, done: this.#done, total: this.#total }
  }

  #layer(digest: string, event: Record<string, unknown>): void {
    const before = this.#layers.get(digest) ?? { done: 0, total: 0 }
    const total = Math.max(before.total, bytesOf(event.total))
    const done = Math.max(before.done, Math.min(bytesOf(event.completed), total))
    this.#layers.set(digest, { done, total })
    if (this.#layers.size > MAX_LAYERS)
      throw new EngineError('broken-stream', `The download has more than ${MAX_LAYERS} layers`)
    this.#done += done - before.done
    this.#total += total - before.total
  }
}

function bytesOf(value: unknown): number {
  const bytes = countOf(value) ?? 0
  return bytes > MAX_BYTES ? 0 : bytes
}
