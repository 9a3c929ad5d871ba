import { EngineError } from '../engine.ts'

/** A longer line is a fault, not an answer. Limits the memory per stream. */
export const MAX_LINE_BYTES = 1024 * 1024
/** From here on, the data of a picture within a line is left out: what else the line says still arrives. */
const MAX_DATA_BYTES = (MAX_LINE_BYTES * 3) / 4
/** Longest line with a picture, with all its data. */
const MAX_PICTURE_BYTES = 32 * MAX_LINE_BYTES
/** Data in base64; no text has such a run. Its first sign stays: it can belong to an escape that began before. */
const DATA = /([\w+/=]|\\\/)(?:[\w+/=]|\\\/){200,}/g

/** Decodes the chunks of a body: joins split UTF-8 characters, replaces invalid ones, and refuses endless lines. */
export class BodyText {
  readonly #decoder = new TextDecoder()
  /** Bytes of the line that are kept, and those that arrived. */
  #lineBytes = 0
  #arrived = 0
  #hasPicture = false

  /** Throws EngineError on a line that is too long. */
  of(chunk: Buffer): string {
    const newline = chunk.lastIndexOf(10)
    const length = chunk.length - newline - 1
    if (newline !== -1) [this.#lineBytes, this.#arrived, this.#hasPicture] = [0, 0, false]
    this.#arrived += length
    if (length > 0) this.#hasPicture ||= chunk.includes('image', newline + 1)
    if (this.#arrived <= MAX_DATA_BYTES) {
      this.#lineBytes += length
      return this.#decoder.decode(chunk, { stream: true })
    }
    const isLeftOut = this.#hasPicture && this.#arrived <= MAX_PICTURE_BYTES
    const kept = isLeftOut ? withoutData(chunk, newline + 1) : chunk
    this.#lineBytes += kept.length - newline - 1
    if (this.#lineBytes > MAX_LINE_BYTES)
      throw new EngineError('broken-stream', `A line of the answer exceeds ${MAX_LINE_BYTES} bytes`)
    return this.#decoder.decode(kept, { stream: true })
  }

  /** Returns what is left of a character that was cut at the end of the body. */
  rest(): string {
    return this.#decoder.decode()
  }
}

function withoutData(chunk: Buffer, from: number): Buffer {
  // One character for each byte, so that all other bytes stay.
  const rest = chunk.toString('latin1', from).replace(DATA, '$1')
  return Buffer.concat([chunk.subarray(0, from), Buffer.from(rest, 'latin1')])
}
