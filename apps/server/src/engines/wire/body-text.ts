import { EngineError } from '../engine.ts'

/** A longer line is a fault, not an answer. Limits the memory per stream. */
export const MAX_LINE_BYTES = 1024 * 1024

/** Decodes the chunks of a body: joins split UTF-8 characters, replaces invalid ones, and refuses endless lines. */
export class BodyText {
  readonly #decoder = new TextDecoder()
  #lineBytes = 0

  /** Throws EngineError on a line that is too long. */
  of(chunk: Buffer): string {
    const newline = chunk.lastIndexOf(10)
    this.#lineBytes = newline === -1 ? this.#lineBytes + chunk.length : chunk.length - newline - 1
    if (this.#lineBytes > MAX_LINE_BYTES) {
      throw new EngineError('broken-stream', `A line of the answer exceeds ${MAX_LINE_BYTES} bytes`)
    }
    return this.#decoder.decode(chunk, { stream: true })
  }

  /** Returns what is left of a character that was cut at the end of the body. */
  rest(): string {
    return this.#decoder.decode()
  }
}
