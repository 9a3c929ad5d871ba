// Reads PNG files and strips everything but the picture (PNG third edition, sections 5 and 11). Pure.
import { crc32 } from 'node:zlib'
import type { BarePicture } from './jpeg.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks with the picture's data and its brightness. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])
/** Colour types with their allowed bit depths. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const LONGEST_SIDE = 0x7fff_ffff

interface Chunk {
  readonly type: string
  readonly data: Buffer
  readonly whole: Buffer
  readonly end: number
}

/** Returns the picture of a PNG file; undefined when it is damaged, truncated, or contains more than a picture. */
export function barePng(file: Buffer): BarePicture | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const header = chunkAt(file, SIGNATURE.length)
  const size = header?.type === 'IHDR' ? sizeOf(header.data) : undefined
  if (!header || !size) return undefined
  const kept: Buffer[] = [SIGNATURE, header.whole]
  let data: 'before' | 'within' | 'after' = 'before'
  for (let at = header.end; ;) {
    const chunk = chunkAt(file, at)
    if (!chunk || chunk.type === 'IHDR') return undefined
    at = chunk.end
    if (chunk.type === 'IDAT') {
      if (data === 'after') return undefined
      data = 'within'
    } else if (data === 'within') data = 'after'
    if (KEPT.has(chunk.type)) kept.push(chunk.whole)
    else if (isNeeded(chunk.type)) return undefined
    if (chunk.type !== 'IEND') continue
    if (chunk.data.length > 0 || data === 'before' || at !== file.length) return undefined
    return { ...size, bytes: Buffer.concat(kept) }
  }
}

/** Returns a chunk with its length, type and checksum; undefined when the checksum is wrong or the file is truncated. */
function chunkAt(file: Buffer, at: number): Chunk | undefined {
  if (at + 12 > file.length) return undefined
  const length = file.readUInt32BE(at)
  const end = at + 12 + length
  if (end > file.length) return undefined
  const type = file.toString('latin1', at + 4, at + 8)
  if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined
  return { type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end), end }
}

/** Whether a chunk is critical: its type starts with a capital letter. */
function isNeeded(type: string): boolean {
  return !/^[a-z]/.test(type)
}

function sizeOf(header: Buffer): { width: number; height: number } | undefined {
  if (header.length !== 13) return undefined
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8)
  const isKnown = DEPTHS[colour]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1
  const fits = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE
  return isKnown && fits ? { width, height } : undefined
}
