// Pictures in gray, a byte for each pixel. Pure.

export interface Gray {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

/** A picture as pdf.js decodes it. */
export interface Decoded {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  /** Bits (1), RGB (2) or RGBA (3); missing for masks. */
  readonly kind: number | undefined
}

const BITS = 1
const RGBA = 3
const WHITE = 255

/** Returns a picture in gray. Its pixels are means of blocks, so that a smaller picture keeps thin lines. */
export function grayOf(picture: Decoded, isMask: boolean, block: number): Gray {
  const width = Math.max(1, Math.floor(picture.width / block))
  const height = Math.max(1, Math.floor(picture.height / block))
  const value = valueOf(picture, isMask)
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let dy = 0; dy < block; dy++)
        for (let dx = 0; dx < block; dx++) sum += value(x * block + dx, y * block + dy)
      pixels[y * width + x] = sum / (block * block)
    }
  return { width, height, pixels }
}

/** Returns the reader of a pixel's gray. Masks paint where their bits are 0; transparent pixels are white. */
function valueOf({ width, data, kind }: Decoded, isMask: boolean): (x: number, y: number) => number {
  if (isMask || kind === BITS) {
    const row = (width + 7) >> 3
    return (x, y) => (((data[y * row + (x >> 3)] ?? WHITE) >> (7 - (x & 7))) & 1 ? WHITE : 0)
  }
  const rgb = (at: number) =>
    0.299 * (data[at] ?? WHITE) + 0.587 * (data[at + 1] ?? WHITE) + 0.114 * (data[at + 2] ?? WHITE)
  if (kind !== RGBA) return (x, y) => rgb((y * width + x) * 3)
  return (x, y) => {
    const at = (y * width + x) * 4
    return WHITE + ((rgb(at) - WHITE) * (data[at + 3] ?? WHITE)) / WHITE
  }
}

/** Returns a picture as a file (PGM) that Tesseract reads. */
export const fileOf = ({ width, height, pixels }: Gray): Buffer =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels])
