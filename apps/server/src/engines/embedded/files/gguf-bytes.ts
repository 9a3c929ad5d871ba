// Reads a GGUF header piece by piece, never more than a fixed number of bytes, whatever the file claims.

/** The header of the largest vocabularies is about 20 MB. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/**
 * A file that must not be passed to llama.cpp. `reason` is shown to users: it follows the file name and has no full stop.
 */
export class GgufError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The file ${reason}`)
    this.name = 'GgufError'
    this.reason = reason
  }
}

/** A source of bytes: a file or memory. */
export interface ByteSource {
  readonly size: number
  /** Reads up to `length` bytes from `position`; returns fewer only at the end. */
  read(position: number, length: number): Promise<Uint8Array>
}

const TRUNCATED = 'is not complete: it ends within its header'

/** Reads a header from its beginning. Every method throws GgufError when the file ends or the header is too long. */
export class HeaderReader {
  readonly #source: ByteSource
  readonly #signal: AbortSignal | undefined
  #chunk: DataView = new DataView(new ArrayBuffer(0))
  /** Position of the chunk in the file, and of the next value in the chunk. */
  #start = 0
  #at = 0

  constructor(source: ByteSource, signal?: AbortSignal) {
    this.#source = source
    this.#signal = signal
  }

  /** Position of the next value in the file. */
  get position(): number {
    return this.#start + this.#at
  }

  async u32(): Promise<number> {
    await this.#need(4)
    return this.#chunk.getUint32(this.#take(4), true)
  }

  /** Reads a count or length. @throws GgufError when it is not a safe integer */
  async u64(): Promise<number> {
    await this.#need(8)
    const at = this.#take(8)
    const value = this.#chunk.getUint32(at, true) + this.#chunk.getUint32(at + 4, true) * 2 ** 32
    if (!Number.isSafeInteger(value)) throw new GgufError('holds a number that no model has')
    return value
  }

  /** Reads a number of a GGUF type, given its size and kind. */
  async number(kind: NumberKind): Promise<number> {
    const size = NUMBER_BYTES[kind]
    await this.#need(size)
    return readNumber(this.#chunk, this.#take(size), kind)
  }

  /** Reads text of at most `most` bytes; replaces invalid UTF-8. */
  async text(most: number): Promise<string> {
    const length = await this.u64()
    if (length > most) throw new GgufError('holds a text that is too long')
    if (length <= CHUNK_BYTES) {
      await this.#need(length)
      const at = this.#take(length)
      return decoder.decode(new Uint8Array(this.#chunk.buffer, this.#chunk.byteOffset + at, length))
    }
    const { position } = this
    this.skip(length)
    return decoder.decode(await this.#source.read(position, length))
  }

  /** Skips texts without decoding them. */
  async skipTexts(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      if (this.#left() < 8) await this.#need(8)
      const at = this.#take(8)
      if (this.#chunk.getUint32(at + 4, true) !== 0) throw new GgufError('holds a text that is too long')
      this.skip(this.#chunk.getUint32(at, true))
    }
  }

  /** Skips `length` bytes. */
  skip(length: number): void {
    const position = this.position + length
    if (position > this.#source.size) throw new GgufError(TRUNCATED)
    if (position > MAX_HEADER_BYTES) throw new GgufError('has a header that is larger than any model’s')
    this.#at += length
  }

  #left(): number {
    return this.#chunk.byteLength - this.#at
  }

  #take(length: number): number {
    const at = this.#at
    this.#at += length
    return at
  }

  async #need(length: number): Promise<void> {
    if (this.#left() >= length) return
    this.#signal?.throwIfAborted()
    const position = this.position
    if (position + length > this.#source.size) throw new GgufError(TRUNCATED)
    if (position + length > MAX_HEADER_BYTES)
      throw new GgufError('has a header that is larger than any model’s')
    const bytes = await this.#source.read(position, Math.max(length, CHUNK_BYTES))
    if (bytes.length < length) throw new GgufError(TRUNCATED)
    this.#chunk = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#start = position
    this.#at = 0
  }
}

const decoder = new TextDecoder()

export type NumberKind = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'bool' | 'u64' | 'i64' | 'f64'

export const NUMBER_BYTES: Readonly<Record<NumberKind, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  bool: 1,
  u64: 8,
  i64: 8,
  f64: 8,
}

function readNumber(view: DataView, at: number, kind: NumberKind): number {
  switch (kind) {
    case 'u8':
    case 'bool':
      return view.getUint8(at)
    case 'i8':
      return view.getInt8(at)
    case 'u16':
      return view.getUint16(at, true)
    case 'i16':
      return view.getInt16(at, true)
    case 'u32':
      return view.getUint32(at, true)
    case 'i32':
      return view.getInt32(at, true)
    case 'f32':
      return view.getFloat32(at, true)
    case 'u64':
      return Number(view.getBigUint64(at, true))
    case 'i64':
      return Number(view.getBigInt64(at, true))
    case 'f64':
      return view.getFloat64(at, true)
  }
}
