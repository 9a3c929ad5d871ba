// JSON replies with a long text or a long list that is never whole in memory: it is read while it is sent (decision 93).
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { slices } from './slices.ts'

/** A text of a reply in pieces of JSON: UTF-8, escaped, without its quotes. */
export class LongText {
  readonly pieces: AsyncIterable<Uint8Array>

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces
  }
}

/** A list of a reply in batches. */
export class LongList<Item> {
  readonly batches: AsyncIterable<readonly Item[]>

  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.batches = batches
  }
}

/** A part of a reply that is JSON already. */
export class MadeJson {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Data of a reply in which any text and list may be a long one, and any object made before. */
export type Lengthy<Data> = Data extends string
  ? Data | LongText | MadeJson
  : Data extends readonly (infer Item)[]
    ? Data | LongList<Item>
    : Data extends object
      ? { readonly [Name in keyof Data]: Lengthy<Data[Name]> } | MadeJson
      : Data

/** Strings of more characters are written in steps of so many, each in its own turn of the event loop. */
const STEP = 65_536

/** Yields a value as JSON in pieces; reads its long texts and lists as they are reached. */
export async function* jsonPieces(value: unknown): AsyncGenerator<Uint8Array> {
  // Unguessable, so that no text of the value can imitate a placeholder.
  const mark = randomBytes(18).toString('base64url')
  const long: Long[] = []
  const text = JSON.stringify(value, (_, part: unknown) => {
    const found = typeof part === 'string' && part.length > STEP ? new LongText(escaped(part)) : part
    if (!isLong(found)) return found
    long.push(found)
    return mark
  })
  const [first = '', ...rest] = text.split(`"${mark}"`)
  yield Buffer.from(first)
  for (const [index, after] of rest.entries()) {
    const part = long[index]
    if (part instanceof LongText) yield* quoted(part)
    if (part instanceof LongList) yield* listed(part)
    if (part instanceof MadeJson) yield* slices(part.bytes)
    yield Buffer.from(after)
  }
}

type Long = LongText | LongList<unknown> | MadeJson

const isLong = (part: unknown): part is Long =>
  part instanceof LongText || part instanceof LongList || part instanceof MadeJson

const [QUOTE, OPEN, CLOSE] = ['"', '[', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer]

async function* quoted({ pieces }: LongText): AsyncGenerator<Uint8Array> {
  yield QUOTE
  yield* pieces
  yield QUOTE
}

async function* listed({ batches }: LongList<unknown>): AsyncGenerator<Uint8Array> {
  yield OPEN
  let before = ''
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield Buffer.from(`${before}${JSON.stringify(batch).slice(1, -1)}`)
    before = ','
  }
  yield CLOSE
}

async function* escaped(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    // Half a pair would be written as an escape.
    const isHalf = (text.charCodeAt(at + STEP) & 0xfc00) === 0xdc00
    const end = at + STEP + (isHalf ? 1 : 0)
    yield Buffer.from(JSON.stringify(text.slice(at, end)).slice(1, -1))
    await nextTurn()
    at = end
  }
}

/** Returns bytes as a long text of base64. */
export const base64Text = (bytes: AsyncIterable<Uint8Array>): LongText => new LongText(base64Pieces(bytes))

async function* base64Pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Three bytes are four characters; the rest of a piece waits for the next one.
  let rest: Uint8Array = new Uint8Array(0)
  for await (const piece of bytes) {
    const all = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    yield Buffer.from(encoded(all.subarray(0, whole)), 'latin1')
  }
  yield Buffer.from(encoded(rest), 'latin1')
}

const encoded = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64')
