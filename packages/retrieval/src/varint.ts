// Whole numbers of variable length: seven bits a byte, the lowest first; the highest bit says that more follow.

/** The stored bytes of the index are damaged. */
export class SegmentDamaged extends Error {
  override readonly name = 'SegmentDamaged'
}

export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  number(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80
      rest = rest < 0x8000_0000 ? rest >>> 7 : Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length++] = rest
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Returns the written bytes and starts again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Reads the bytes of a `ByteWriter`. @throws SegmentDamaged if they end early or a number is too large */
export class ByteReader {
  at = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get done(): boolean {
    return this.at >= this.bytes.length
  }

  number(): number {
    const first = this.bytes[this.at++]
    if (first === undefined) throw new SegmentDamaged('The bytes end inside a number.')
    if (first < 0x80) return first
    let value = first & 0x7f
    for (let factor = 0x80; factor <= 2 ** 49; factor *= 0x80) {
      const next = this.bytes[this.at++]
      if (next === undefined) throw new SegmentDamaged('The bytes end inside a number.')
      value += (next & 0x7f) * factor
      if (next < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break
        return value
      }
    }
    throw new SegmentDamaged('A number is too large.')
  }

  /** Skips bytes with their length before them; returns whether they are the wanted ones. */
  skipped(wanted: Uint8Array): boolean {
    const length = this.number()
    const from = this.at
    if (length > this.bytes.length - from) throw new SegmentDamaged('The bytes end inside a term.')
    this.at = from + length
    if (length !== wanted.length) return false
    for (let at = 0; at < length; at++) if (this.bytes[from + at] !== wanted[at]) return false
    return true
  }
}
