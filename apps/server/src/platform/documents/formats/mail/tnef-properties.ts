// The properties of a mail or of a file in winmail.dat ([MS-OXTNEF] 2.1.3.4).

export interface Property {
  /** The type of its value: text, number, time or bytes. */
  readonly type: number
  readonly bytes: Buffer
}

/** Values by the number of their property. */
export type Properties = ReadonlyMap<number, Property>

export const TEXT = 0x1e
export const UNICODE = 0x1f
export const OBJECT = 0x0d
const BYTES = 0x102
const MANY = 0x1000
/** Types whose values say how long they are. */
const LONG = new Set([OBJECT, TEXT, UNICODE, BYTES])
/** Bytes of a value of the other types. */
const SIZES: Readonly<Record<number, number>> = { 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 }
const SIZE = 4
/** Properties with a number from here on have a name of their own. */
const NAMED = 0x8000
const MOST = 10_000

/** Returns the first value of each property, up to where the bytes end. */
export function propertiesIn(bytes: Buffer): Properties {
  const found = new Map<number, Property>()
  const from = new Cursor(bytes)
  const count = Math.min(MOST, from.number())
  for (let index = 0; index < count && from.hasMore; index++) {
    const kind = from.number()
    const [type, id] = [kind & 0xffff & ~MANY, kind >>> 16]
    if (id >= NAMED) skipName(from)
    const isMany = (kind & MANY) !== 0
    const values = isMany || LONG.has(type) ? Math.min(MOST, from.number()) : 1
    for (let value = 0; value < values && from.hasMore; value++) {
      const taken = from.take(LONG.has(type) ? from.number() : (SIZES[type] ?? SIZE))
      if (value === 0) found.set(id, { type, bytes: taken })
    }
  }
  return found
}

function skipName(from: Cursor): void {
  from.take(16)
  const isText = from.number() === 1
  const size = from.number()
  if (isText) from.take(size)
}

/** Reads numbers and bytes, each of which fills whole groups of four. */
class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get hasMore(): boolean {
    return this.#at + 4 <= this.#bytes.length
  }

  number(): number {
    const value = this.hasMore ? this.#bytes.readUInt32LE(this.#at) : 0
    this.#at += 4
    return value
  }

  take(size: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + size)
    this.#at += size + ((4 - (size % 4)) % 4)
    return taken
  }
}
