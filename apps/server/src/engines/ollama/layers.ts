import { EngineError, type EngineProgress } from '../engine.ts'
import { countOf } from '../wire/pieces.ts'

/** No model has so many parts; a server that tells more would fill our memory. */
const MOST_LAYERS = 1_000
/** A terabyte. Sums of parts below it stay exact. */
const MOST_BYTES = 1e12

interface Layer {
  done: number
  total: number
}

/** The layers of a download, summed. Whatever the server tells, the sums neither fall nor exceed each other. */
export class Layers {
  /** The server said that it is done. */
  complete = false
  readonly #layers = new Map<string, Layer>()
  #state: EngineProgress['state'] = 'fetching'
  #done = 0
  #total = 0
  // That nothing is known yet was told before the first line.
  #told = 'fetching 0 0'

  /** Takes one line of the progress. Throws EngineError on what is none. */
  read(event: Record<string, unknown>): void {
    const { status } = event
    if (typeof status !== 'string')
      throw new EngineError('broken-stream', 'A line of the download has no status')
    if (typeof event.digest === 'string') this.#layer(event.digest.slice(0, 200), event)
    if (/^(verifying|writing|removing)\b/.test(status)) this.#state = 'checking'
    else if (status === 'success') this.complete = true
    else if (status.startsWith('pulling')) this.#state = 'fetching'
  }

  /** How far it is, if that is new. */
  moved(): EngineProgress | undefined {
    const now = `${this.#state} ${this.#done} ${this.#total}`
    if (now === this.#told) return undefined
    this.#told = now
    return { state: this.#state, done: this.#done, total: this.#total }
  }

  #layer(digest: string, event: Record<string, unknown>): void {
    const before = this.#layers.get(digest) ?? { done: 0, total: 0 }
    const total = Math.max(before.total, bytesOf(event.total))
    const done = Math.max(before.done, Math.min(bytesOf(event.completed), total))
    this.#layers.set(digest, { done, total })
    if (this.#layers.size > MOST_LAYERS)
      throw new EngineError('broken-stream', `The download has more than ${MOST_LAYERS} layers`)
    this.#done += done - before.done
    this.#total += total - before.total
  }
}

function bytesOf(value: unknown): number {
  const bytes = countOf(value) ?? 0
  return bytes > MOST_BYTES ? 0 : bytes
}
