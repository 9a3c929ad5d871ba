// Shrinks screenshots for the repository: few colours, a palette, maximum compression. The loss is far below the tolerance
// of a comparison. Run after updating screenshots: node e2e/every-page/shrink.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const COLOURS = 64
const folder = path.join(import.meta.dirname, '../screenshots')

interface Picture {
  width: number
  height: number
  /** Red, green and blue of each pixel. */
  pixels: Buffer
}

/** Rewrites a PNG of the browser with fewer colours. */
export function shrink(file: string): void {
  const picture = readPng(readFileSync(file))
  if (picture) writeFileSync(file, writePng(picture))
}

if (import.meta.main) for (const name of readdirSync(folder)) shrink(path.join(folder, name))

/** Returns undefined for an image that is small already, or for a kind of PNG that the browser does not produce. */
function readPng(file: Buffer): Picture | undefined {
  const [depth, kind] = [file[24], file[25]]
  if (depth !== 8 || (kind !== 2 && kind !== 6)) return undefined
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const size = kind === 2 ? 3 : 4
  const raw = inflateSync(Buffer.concat(chunksOf(file, 'IDAT')))
  const line = width * size
  const rows = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) unfilter(raw, rows, { y, line, size })
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) rows.copy(pixels, at * 3, at * size, at * size + 3)
  return { width, height, pixels }
}

function chunksOf(file: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === wanted) found.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return found
}

/** Decodes a scanline, which stores differences to the pixels on the left and above (PNG specification, section 9). */
function unfilter(
  raw: Buffer,
  rows: Buffer,
  { y, line, size }: { y: number; line: number; size: number },
): void {
  const from = y * (line + 1)
  const filter = raw[from]
  for (let x = 0; x < line; x++) {
    const at = y * line + x
    const left = x >= size ? (rows[at - size] ?? 0) : 0
    const up = y > 0 ? (rows[at - line] ?? 0) : 0
    const corner = x >= size && y > 0 ? (rows[at - line - size] ?? 0) : 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
    rows[at] = (raw[from + 1 + x] ?? 0) + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const all = left + up - corner
  const [a, b, c] = [Math.abs(all - left), Math.abs(all - up), Math.abs(all - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function writePng(picture: Picture): Buffer {
  const { palette, indexes } = paletteOf(picture)
  const { width, height } = picture
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3], 8)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) indexes.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Keeps the most frequent colours and maps every other colour to the nearest of them. */
function paletteOf({ pixels }: Picture): { palette: number[]; indexes: Buffer } {
  const colours = Uint32Array.from({ length: pixels.length / 3 }, (_, at) => pixels.readUIntBE(at * 3, 3))
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = byCount.slice(0, COLOURS)
  const places = new Map(byCount.map((colour) => [colour, nearest(palette, colour)]))
  return { palette, indexes: Buffer.from(Uint8Array.from(colours, (colour) => places.get(colour) ?? 0)) }
}

function nearest(palette: readonly number[], colour: number): number {
  const exact = palette.indexOf(colour)
  if (exact >= 0) return exact
  const wanted = channelsOf(colour)
  const far = palette.map((one) =>
    channelsOf(one).reduce((sum, channel, at) => sum + (channel - (wanted[at] ?? 0)) ** 2, 0),
  )
  return far.indexOf(Math.min(...far))
}

function channelsOf(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
