// Writes a GGUF file, version 3, little endian, as llama.cpp reads it.

/** A header entry, by its type. */
export type Entry =
  | readonly [key: string, type: 'u32' | 'f32', value: number]
  | readonly [key: string, type: 'bool', value: boolean]
  | readonly [key: string, type: 'str', value: string]
  | readonly [key: string, type: 'strings', value: readonly string[]]
  | readonly [key: string, type: 'floats' | 'ints', value: readonly number[]]

export interface Tensor {
  readonly name: string
  readonly dims: readonly number[]
  readonly data: Float32Array
  /** Stored in 16 bits instead of 32. */
  readonly half: boolean
}

const TYPE = { u32: 4, i32: 5, f32: 6, bool: 7, str: 8, array: 9 } as const
const ALIGNMENT = 32

/** Returns the bytes of a model file. */
export function ggufBytes(entries: readonly Entry[], tensors: readonly Tensor[]): Buffer {
  const parts = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)]
  for (const entry of entries) parts.push(text(entry[0]), ...valueOf(entry))
  const blobs = tensors.map(blobOf)
  let offset = 0
  for (const [index, { name, dims, half }] of tensors.entries()) {
    parts.push(text(name), u32(dims.length), ...dims.map(u64), u32(half ? 1 : 0), u64(offset))
    offset += blobs[index]?.length ?? 0
  }
  return Buffer.concat([padded(Buffer.concat(parts)), ...blobs])
}

function valueOf(entry: Entry): Buffer[] {
  const [, type, value] = entry
  switch (type) {
    case 'str':
      return [u32(TYPE.str), text(value)]
    case 'bool':
      return [u32(TYPE.bool), Buffer.from([value ? 1 : 0])]
    case 'u32':
      return [u32(TYPE.u32), u32(value)]
    case 'f32':
      return [u32(TYPE.f32), f32(value)]
    case 'strings':
      return [...list(TYPE.str, value.length), ...value.map(text)]
    case 'floats':
      return [...list(TYPE.f32, value.length), ...value.map(f32)]
    case 'ints':
      return [...list(TYPE.i32, value.length), ...value.map(u32)]
  }
}

function blobOf({ data, half }: Tensor): Buffer {
  const numbers = half ? Uint16Array.from(data, halfOf) : data
  return padded(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength))
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])
}

const bits = new DataView(new ArrayBuffer(4))

/** Converts a number to a 16-bit float, rounded. */
function halfOf(value: number): number {
  bits.setFloat32(0, value)
  const all = bits.getUint32(0)
  const sign = (all >>> 16) & 0x8000
  const exponent = ((all >>> 23) & 0xff) - 112
  const fraction = all & 0x7fffff
  if (exponent >= 31) return sign | 0x7c00
  if (exponent > 0) return (sign | (exponent << 10) | (fraction >> 13)) + ((fraction >> 12) & 1)
  return exponent < -10 ? sign : sign | ((((fraction | 0x800000) >> (1 - exponent)) + 0x1000) >> 13)
}

function list(type: number, length: number): Buffer[] {
  return [u32(TYPE.array), u32(type), u64(length)]
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}
