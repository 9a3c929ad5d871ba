// What the beginning of a picture file says: its size, and how it is turned. Pure.

import { firstPageOf, isTiff } from './tiff.ts'

export interface PictureFacts {
  readonly width: number
  readonly height: number
  /** The orientation of EXIF, 1 to 8. */
  readonly orientation: number
}

/** Bytes that are looked through for the orientation. */
const EXIF = 1_000
const SEGMENTS = 1_000

/** Returns the facts of a PNG, JPEG, WebP, GIF, BMP or TIFF file; undefined for others and damaged ones. */
export function pictureFacts(bytes: Buffer): PictureFacts | undefined {
  try {
    if (isTiff(bytes)) return firstPageOf(bytes)
    const size = sizeOf(bytes)
    return size && size.width > 0 && size.height > 0
      ? { ...size, orientation: orientationOf(bytes) }
      : undefined
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Size = Pick<PictureFacts, 'width' | 'height'>

function sizeOf(bytes: Buffer): Size | undefined {
  const start = bytes.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (start.startsWith('GIF8')) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (start.startsWith('BM')) return sizeOfBitmap(bytes)
  if (start.startsWith('\xff\xd8')) return sizeOfJpeg(bytes)
  if (start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8)) return sizeOfWebp(bytes)
  return undefined
}

/** Frames have a size; all kinds but the three markers in between that are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function sizeOfJpeg(bytes: Buffer): Size | undefined {
  let at = 2
  for (let count = 0; count < SEGMENTS; count++) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The oldest header has two short numbers. The height is negative where the first line is on top. */
function sizeOfBitmap(bytes: Buffer): Size {
  if (bytes.readUInt32LE(14) === 12) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
  return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** Finds the entry of the orientation: tag 0x112, one short. */
function orientationOf(bytes: Buffer): number {
  const begin = bytes.subarray(0, EXIF)
  const big = begin.indexOf(Buffer.from('0112000300000001', 'hex'))
  const little = begin.indexOf(Buffer.from('1201030001000000', 'hex'))
  const value = big >= 0 ? begin[big + 9] : little >= 0 ? begin[little + 8] : undefined
  return value !== undefined && value >= 1 && value <= 8 ? value : 1
}
