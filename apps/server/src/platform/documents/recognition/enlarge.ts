// Enlarges the picture that Tesseract holds: of pages with 72 to 150 dots per inch it finds few lines otherwise. Pure.
import type { Gray } from './gray.ts'

/** A picture as Tesseract decoded it: rows of words of 32 bits, whose first pixel has the highest bits. */
export interface Held {
  readonly width: number
  readonly height: number
  /** Bits of a pixel: 1, 8 of gray, or 32 of red, green, blue and no more. */
  readonly depth: number
  /** Words of a row. */
  readonly row: number
  readonly words: DataView
}

/** Pixels of a picture that is enlarged, and the length of its longer side that suffices. */
const MOST_PIXELS = 1_600_000
const LONG_ENOUGH = 2_400
const MOST_TIMES = 3

/** Returns how many times a picture should be enlarged; 1 if it is large enough. */
export function timesFor({ width, height, depth }: Pick<Held, 'width' | 'height' | 'depth'>): number {
  if (width * height > MOST_PIXELS || ![8, 32].includes(depth)) return 1
  return Math.min(MOST_TIMES, Math.max(1, Math.round(LONG_ENOUGH / Math.max(width, height))))
}

/** Returns the picture in gray, enlarged. New pixels are means of their neighbours, weighed by distance. */
export function enlarged(held: Held, times: number): Gray {
  const [width, height] = [held.width * times, held.height * times]
  const gray = grayOf(held)
  const pixels = Buffer.alloc(width * height)
  const columns = Array.from({ length: width }, (_, x) => between(x, times, held.width))
  for (let y = 0; y < height; y++) {
    const { first, second, share } = between(y, times, held.height)
    const [upper, lower] = [first * held.width, second * held.width]
    for (let x = 0; x < width; x++) {
      const column = columns[x] as Between
      const at = (row: number) =>
        (gray[row + column.first] ?? 0) * (1 - column.share) + (gray[row + column.second] ?? 0) * column.share
      pixels[y * width + x] = at(upper) * (1 - share) + at(lower) * share
    }
  }
  return { width, height, pixels }
}

/** Two pixels, and the share of the second one. */
interface Between {
  readonly first: number
  readonly second: number
  readonly share: number
}

function between(at: number, times: number, length: number): Between {
  const place = Math.min(length - 1, Math.max(0, (at + 0.5) / times - 0.5))
  const first = Math.floor(place)
  return { first, second: Math.min(length - 1, first + 1), share: place - first }
}

function grayOf({ width, height, depth, row, words }: Held): Buffer {
  const gray = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (depth === 8)
        gray[y * width + x] = words.getUint32(4 * (y * row + (x >> 2)), true) >>> (24 - 8 * (x & 3))
      else {
        const word = words.getUint32(4 * (y * row + x), true)
        gray[y * width + x] =
          0.299 * (word >>> 24) + 0.587 * ((word >>> 16) & 255) + 0.114 * ((word >>> 8) & 255)
      }
  return gray
}
