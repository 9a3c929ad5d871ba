// Draws the pictures of a PDF page in gray: scans are one picture, or strips of one. Letters and lines are not drawn.
import type { PdfPage } from '../formats/pdf/open.ts'
import { grayOf, type Gray, type Decoded } from './gray.ts'

/** Pixels of a page that are recognised, and of a picture that is decoded. */
const MAX_PIXELS = 12_000_000
export const MAX_DECODED = 40_000_000
/** Dots per point: Tesseract reads no better with more than 300 dpi. */
const MAX_SCALE = 300 / 72
/** Pictures of a page, and how often its pixels are painted. */
const MAX_PICTURES = 300
const MAX_PAINTED = 4

/** A transformation as PDF has it: (x, y) becomes (a·x + c·y + e, b·x + d·y + f). */
type Matrix = readonly [number, number, number, number, number, number]

const multiplied = (one: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  one[0] * a + one[2] * b,
  one[1] * a + one[3] * b,
  one[0] * c + one[2] * d,
  one[1] * c + one[3] * d,
  one[0] * e + one[2] * f + one[4],
  one[1] * e + one[3] * f + one[5],
]

interface Drawn {
  readonly picture: Decoded
  readonly isMask: boolean
  /** From the unit square to the page in points, from the top left. */
  readonly matrix: Matrix
}

/** Operators of pdf.js. */
const SAVE = 10
const RESTORE = 11
const TRANSFORM = 12
const FORM_BEGIN = 74
const FORM_END = 75
const MASK = 83
const PICTURE = 85
const INLINE = 86

/** Returns the pictures of a page as one; undefined if it has none. */
export async function pictureOfPage(page: PdfPage): Promise<Gray | undefined> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const drawn = await picturesOf(page, transform as unknown as Matrix)
  const largest = drawn.toSorted((one, other) => areaOf(other.matrix) - areaOf(one.matrix))[0]
  if (!largest) return undefined
  const own = Math.min(
    largest.picture.width / Math.hypot(largest.matrix[0], largest.matrix[1]),
    largest.picture.height / Math.hypot(largest.matrix[2], largest.matrix[3]),
  )
  const scale = Math.min(own, MAX_SCALE, Math.sqrt(MAX_PIXELS / (width * height)))
  if (!(scale > 0)) return undefined
  const canvas = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    pixels: Buffer.alloc(
      Math.max(1, Math.round(width * scale)) * Math.max(1, Math.round(height * scale)),
      255,
    ),
  }
  let left = MAX_PAINTED * canvas.pixels.length
  for (const one of drawn) left -= left > 0 ? paint(canvas, one, scale) : 0
  return canvas
}

const areaOf = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c)

async function picturesOf(page: PdfPage, base: Matrix): Promise<Drawn[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const drawn: Drawn[] = []
  const saved: Matrix[] = []
  let matrix = base
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray as unknown[][])[index] ?? []
    if (operator === SAVE || operator === FORM_BEGIN) saved.push(matrix)
    if (operator === RESTORE || operator === FORM_END) matrix = saved.pop() ?? base
    if (operator === TRANSFORM) matrix = multiplied(matrix, args as unknown as Matrix)
    if (operator === FORM_BEGIN && args[0]) matrix = multiplied(matrix, args[0] as Matrix)
    if (operator !== PICTURE && operator !== INLINE && operator !== MASK) continue
    const picture = await decodedOf(page, args[0])
    if (picture && drawn.length < MAX_PICTURES) drawn.push({ picture, isMask: operator === MASK, matrix })
  }
  return drawn
}

/** Returns what pdf.js has decoded: an object, one that names it, or its name. */
async function decodedOf(page: PdfPage, given: unknown): Promise<Decoded | undefined> {
  const named = typeof given === 'object' && given !== null && 'data' in given ? given.data : given
  const decoded = typeof named === 'string' ? await objectOf(page, named) : given
  if (typeof decoded !== 'object' || decoded === null) return undefined
  const { width, height, data, kind } = { ...(given as object), ...decoded } as Partial<Decoded>
  return width && height && data ? { width, height, data, kind } : undefined
}

/** Milliseconds until a picture that pdf.js still decodes is left out. */
const DECODING_MS = 60_000

/** Returns what is decoded, which can be later than the operators; nothing for a picture that cannot be. */
function objectOf(page: PdfPage, name: string): Promise<unknown> {
  const objects = (name.startsWith('g_') ? page.commonObjs : page.objs) as unknown as {
    get(name: string, take: (decoded: unknown) => void): void
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), DECODING_MS)
    objects.get(name, (decoded) => {
      clearTimeout(timer)
      resolve(decoded)
    })
  })
}

/** Paints a picture. Returns the number of pixels. */
function paint(canvas: Gray, { picture, isMask, matrix }: Drawn, scale: number): number {
  const [a, b, c, d, e, f] = matrix.map((value) => value * scale) as unknown as Matrix
  const area = a * d - b * c
  if (!Number.isFinite(area) || area === 0) return 0
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.min(canvas.width, Math.ceil(Math.max(...xs))),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(canvas.height, Math.ceil(Math.max(...ys))),
  ]
  const block = Math.max(
    1,
    Math.floor(Math.min(picture.width / Math.hypot(a, b), picture.height / Math.hypot(c, d))),
  )
  const source = grayOf(picture, isMask, block)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f]
      const u = (d * dx - c * dy) / area
      const v = (a * dy - b * dx) / area
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      const column = Math.floor(u * source.width)
      // The first row of a picture is at its top.
      const row = Math.floor((1 - v) * source.height)
      const value = source.pixels[Math.min(row, source.height - 1) * source.width + column] ?? 255
      const at = y * canvas.width + x
      if (!isMask || value < (canvas.pixels[at] ?? 255)) canvas.pixels[at] = value
    }
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}
