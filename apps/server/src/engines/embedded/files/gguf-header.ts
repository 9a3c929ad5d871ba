// Parses a GGUF header (format description in ggml's repository, versions 2 and 3) and checks that all weights lie within
// the file. gguf-model.ts interprets the values.
import { GgufError, HeaderReader, NUMBER_BYTES, type ByteSource, type NumberKind } from './gguf-bytes.ts'

/** Numbers, texts and short lists of numbers; of other lists only the length is kept. */
export type MetaValue = number | string | readonly number[] | { readonly length: number }

export interface GgufHeader {
  readonly version: number
  readonly meta: ReadonlyMap<string, MetaValue>
  readonly tensorCount: number
}

const MAGIC = 0x4655_4747
const MAX_KEYS = 10_000
const MAX_TENSORS = 65_536
const MAX_ITEMS = 8_000_000
const LONGEST_KEY = 65_535
const LONGEST_TEXT = 8 * 1024 * 1024
const LONGEST_TENSOR_NAME = 63
/** Longest list of numbers that is kept, for values that differ per layer. */
const KEPT_NUMBERS = 1_024

const KINDS: readonly (NumberKind | 'text' | 'list')[] = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u32',
  'i32',
  'f32',
  'bool',
  'text',
  'list',
  'u64',
  'i64',
  'f64',
]

/** Block layout per weight type: weights in a block and bytes of a block. */
const BLOCKS: ReadonlyMap<number, readonly [weights: number, bytes: number]> = new Map([
  [0, [1, 4]],
  [1, [1, 2]],
  [2, [32, 18]],
  [3, [32, 20]],
  [6, [32, 22]],
  [7, [32, 24]],
  [8, [32, 34]],
  [9, [32, 36]],
  [10, [256, 84]],
  [11, [256, 110]],
  [12, [256, 144]],
  [13, [256, 176]],
  [14, [256, 210]],
  [15, [256, 292]],
  [16, [256, 66]],
  [17, [256, 74]],
  [18, [256, 98]],
  [19, [256, 50]],
  [20, [32, 18]],
  [21, [256, 110]],
  [22, [256, 82]],
  [23, [256, 136]],
  [24, [1, 1]],
  [25, [1, 2]],
  [26, [1, 4]],
  [27, [1, 8]],
  [28, [1, 8]],
  [29, [256, 56]],
  [30, [1, 2]],
  [34, [256, 54]],
  [35, [256, 66]],
  [39, [32, 17]],
] as const)

/**
 * Reads and checks a header; reads at most 64 MB of a file of any size.
 * @throws GgufError with a reason for users; the reason of `signal`
 */
export async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<GgufHeader> {
  const reader = new HeaderReader(source, signal)
  if (source.size < 24 || (await reader.u32()) !== MAGIC) throw new GgufError('is not a GGUF file')
  const version = await reader.u32()
  if (version !== 2 && version !== 3)
    throw new GgufError(
      version >= 2 ** 24
        ? 'was made for machines of another byte order'
        : `is of version ${version} of the format, which is not supported`,
    )
  const tensorCount = await reader.u64()
  const keyCount = await reader.u64()
  if (tensorCount > MAX_TENSORS) throw new GgufError(`claims to have ${tensorCount} parts`)
  if (tensorCount === 0) throw new GgufError('holds no weights')
  if (keyCount > MAX_KEYS) throw new GgufError(`claims to have ${keyCount} properties`)
  const meta = await readMeta(reader, keyCount)
  await checkTensors(reader, source.size, tensorCount, alignmentOf(meta))
  return { version, meta, tensorCount }
}

async function readMeta(reader: HeaderReader, count: number): Promise<Map<string, MetaValue>> {
  const meta = new Map<string, MetaValue>()
  for (let index = 0; index < count; index++) {
    const key = await reader.text(LONGEST_KEY)
    if (meta.has(key)) throw new GgufError('names a property twice')
    meta.set(key, await readValue(reader))
  }
  return meta
}

async function readValue(reader: HeaderReader): Promise<MetaValue> {
  const kind = KINDS[await reader.u32()]
  if (kind === undefined) throw new GgufError('holds a value of an unknown kind')
  if (kind === 'text') return reader.text(LONGEST_TEXT)
  return kind === 'list' ? readList(reader) : reader.number(kind)
}

async function readList(reader: HeaderReader): Promise<MetaValue> {
  const kind = KINDS[await reader.u32()]
  const length = await reader.u64()
  if (kind === undefined || kind === 'list') throw new GgufError('holds a list of an unknown kind')
  if (length > MAX_ITEMS) throw new GgufError('holds a list that is too long')
  if (kind === 'text') {
    await reader.skipTexts(length)
    return { length }
  }
  if (length > KEPT_NUMBERS) {
    reader.skip(length * NUMBER_BYTES[kind])
    return { length }
  }
  const numbers: number[] = []
  while (numbers.length < length) numbers.push(await reader.number(kind))
  return numbers
}

function alignmentOf(meta: ReadonlyMap<string, MetaValue>): number {
  const alignment = meta.get('general.alignment') ?? 32
  const isPower = typeof alignment === 'number' && alignment >= 1 && Number.isInteger(Math.log2(alignment))
  if (!isPower || alignment > 65_536) throw new GgufError('has an alignment that is none')
  return alignment
}

/** Checks that every tensor's weights lie within the file, according to its type and shape. */
async function checkTensors(
  reader: HeaderReader,
  size: number,
  count: number,
  alignment: number,
): Promise<void> {
  const names = new Set<string>()
  let dataBytes = 0
  for (let index = 0; index < count; index++) {
    const name = await reader.text(LONGEST_TENSOR_NAME)
    if (names.has(name)) throw new GgufError('names a part twice')
    names.add(name)
    const bytes = await tensorBytes(reader)
    const offset = await reader.u64()
    if (offset % alignment !== 0) throw new GgufError('has a part that begins where none can')
    dataBytes = Math.max(dataBytes, offset + bytes)
  }
  const begin = Math.ceil(reader.position / alignment) * alignment
  if (begin + dataBytes > size)
    throw new GgufError(`is not complete: ${size} bytes of ${begin + dataBytes} are there`)
}

async function tensorBytes(reader: HeaderReader): Promise<number> {
  const dimensions = await reader.u32()
  if (dimensions < 1 || dimensions > 4) throw new GgufError('has a part of an impossible shape')
  let weights = 1
  let row = 0
  for (let index = 0; index < dimensions; index++) {
    const length = await reader.u64()
    if (index === 0) row = length
    weights *= length
    if (length === 0 || !Number.isSafeInteger(weights))
      throw new GgufError('has a part of an impossible shape')
  }
  const block = BLOCKS.get(await reader.u32())
  if (!block) throw new GgufError('has weights of a type that is not supported')
  if (row % block[0] !== 0) throw new GgufError('has a part of an impossible shape')
  const bytes = (weights / block[0]) * block[1]
  if (!Number.isSafeInteger(bytes)) throw new GgufError('has a part of an impossible shape')
  return bytes
}
