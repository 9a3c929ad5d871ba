// The pages of a TIFF file, as page scanners write them. Pure.

const TIFF = /^(?:II\*\0|MM\0\*)/
const FIRST = 4
/** Entries of a directory that are looked at, and tags among them. */
const MAX_ENTRIES = 100
const SUBFILE = 254
const WIDTH = 256
const HEIGHT = 257
const ORIENTATION = 274
const SHORT = 3

export interface TiffPage {
  readonly width: number
  readonly height: number
  readonly orientation: number
}

export const isTiff = (bytes: Buffer): boolean => TIFF.test(bytes.toString('latin1', 0, 4))

/** Returns the first page. @throws RangeError when the file ends before */
export function firstPageOf(bytes: Buffer): TiffPage | undefined {
  return pageAt(bytes, openNumbers(bytes).long(FIRST)).page
}

/**
 * Yields each page with the file in which it is the first: readers read only that. It is the same buffer each time, so use it before
 * the next. Thumbnails are no pages.
 */
export function* pagesOf(bytes: Buffer, most: number): Generator<TiffPage> {
  const { long, isLittle } = openNumbers(bytes)
  const seen = new Set<number>()
  try {
    for (let at = long(FIRST); at > 0 && !seen.has(at) && seen.size < most;) {
      seen.add(at)
      const { page, isThumbnail, next } = pageAt(bytes, at)
      if (isLittle) bytes.writeUInt32LE(at, FIRST)
      else bytes.writeUInt32BE(at, FIRST)
      if (page && !isThumbnail) yield page
      at = next
    }
  } catch (error) {
    // The file ends before the page.
    if (!(error instanceof RangeError)) throw error
  }
}

function openNumbers(bytes: Buffer) {
  const isLittle = bytes[0] === 0x49
  return {
    isLittle,
    short: (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    long: (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  }
}

function pageAt(bytes: Buffer, directory: number) {
  const { short, long } = openNumbers(bytes)
  const count = short(directory)
  const values = new Map<number, number>()
  for (let index = 0; index < Math.min(MAX_ENTRIES, count); index++) {
    const at = directory + 2 + 12 * index
    values.set(short(at), short(at + 2) === SHORT ? short(at + 8) : long(at + 8))
  }
  const [width, height] = [values.get(WIDTH), values.get(HEIGHT)]
  const turned = values.get(ORIENTATION) ?? 1
  const orientation = turned >= 1 && turned <= 8 ? turned : 1
  return {
    page: width && height ? { width, height, orientation } : undefined,
    isThumbnail: ((values.get(SUBFILE) ?? 0) & 1) === 1,
    next: long(directory + 2 + 12 * count),
  }
}
