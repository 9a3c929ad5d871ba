// Scans for tests: a picture of three lines of text, and PDFs of it.
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { join } from 'node:path'
import { pngOf } from '#platform/documents/recognition/by-model.ts'

/** “The bicycle garage opens in March.” and a line in German and in Bulgarian; black and white, 760 × 220. */
export const SCAN = readFileSync(join(import.meta.dirname, 'documents', 'scan.png'))

const file = (name: string) => readFileSync(join(import.meta.dirname, 'documents', name))
const number = (value: number) => value.toString(16).padStart(8, '0')
const BITS = '/BitsPerComponent 1/ColorSpace/DeviceGray'

/** The scan as scanners pack it: lines of a PNG, fax of group 4, JBIG2 around such a fax, and JPEG 2000. */
const PACKED = {
  png: () => ({
    rows: chunksOf(SCAN, 'IDAT'),
    filter: `${BITS}/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 1/BitsPerComponent 1/Columns 760>>`,
  }),
  fax: () => ({
    rows: file('scan.g4'),
    filter: `${BITS}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 760/Rows 220>>`,
  }),
  jbig2: () => ({ rows: jbig2Of(file('scan.g4')), filter: `${BITS}/Filter/JBIG2Decode` }),
  jpx: () => ({ rows: file('scan.jp2'), filter: '/Filter/JPXDecode' }),
}

/** A segment with the facts of the page, and one with a region of its size. */
function jbig2Of(fax: Buffer): Buffer {
  const size = number(760) + number(220)
  const page = `${number(0)}300001${number(19)}${size}${number(0).repeat(2)}000000`
  const region = `${number(1)}260001${number(18 + fax.length)}${size}${number(0).repeat(2)}0001`
  return Buffer.concat([Buffer.from(page + region, 'hex'), fax])
}

/** Returns a PDF with one such scan on each page: PDF reads the rows of a PNG as they are. */
export function scannedPdf(pages = 1, rotate = 0, how: keyof typeof PACKED = 'png'): Buffer {
  const { rows, filter } = PACKED[how]()
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(' ')
  const draw = 'q 456 0 0 132 60 600 cm /P Do Q'
  const picture = `<</Subtype/Image/Width 760/Height 220${filter}/Length ${rows.length}>>`
  const page = `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</P 3 0 R>>>>>>`
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages}>>`),
    Buffer.concat([Buffer.from(`${picture}stream\n`), rows, Buffer.from('\nendstream\n')]),
    Buffer.from(`<</Length ${draw.length}>>stream\n${draw}\nendstream\n`),
    ...Array.from({ length: pages }, () => Buffer.from(page)),
  ]
  const body = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj`),
    object,
    Buffer.from('endobj\n'),
  ])
  const end = `trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...body, Buffer.from(end)])
}

function chunksOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(found)
}

const ROW = 95
const ROWS = 220

/** Returns the pixels of the scan, a bit each. */
function bits(): Buffer {
  const raw = inflateSync(chunksOf(SCAN, 'IDAT'))
  const pixels = Buffer.alloc(ROW * ROWS)
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[y * ROW + x] ?? 0))
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < ROW; x++) {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)]
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][raw[y * (ROW + 1)] ?? 0] ?? 0
      pixels[y * ROW + x] = ((raw[y * (ROW + 1) + 1 + x] ?? 0) + guess) & 255
    }
  return pixels
}

/** Returns the neighbour that is nearest to their sum, as PNG predicts a pixel. */
function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [
    number,
    number,
    number,
  ]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** Returns a TIFF file with the scan on each page; between them stands a thumbnail, and the last one points to the first. */
export function scannedTiff(pages: number): Buffer {
  const data = bits()
  const parts: Buffer[] = [Buffer.from('49492a0008000000', 'hex')]
  let at = 8
  const add = (isThumbnail: boolean, isLast: boolean) => {
    const entries = [
      [254, 4, Number(isThumbnail)],
      [256, 3, 8 * ROW],
      [257, 3, isThumbnail ? 1 : ROWS],
      [258, 3, 1],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at + 2 + 12 * 10 + 4],
      [277, 3, 1],
      [278, 4, isThumbnail ? 1 : ROWS],
      [279, 4, isThumbnail ? ROW : data.length],
    ] as const
    const directory = Buffer.alloc(2 + 12 * entries.length + 4)
    directory.writeUInt16LE(entries.length, 0)
    entries.forEach(([tag, type, value], index) => {
      directory.writeUInt16LE(tag, 2 + 12 * index)
      directory.writeUInt16LE(type, 4 + 12 * index)
      directory.writeUInt32LE(1, 6 + 12 * index)
      directory.writeUInt32LE(value, 10 + 12 * index)
    })
    parts.push(directory, data)
    at += directory.length + data.length
    directory.writeUInt32LE(isLast ? 8 : at, directory.length - 4)
  }
  for (let page = 0; page < pages; page++) {
    if (page > 0) add(true, false)
    add(false, page === pages - 1)
  }
  return Buffer.concat(parts)
}

/** Returns the scan as a Windows bitmap, a bit for each pixel, with the last line first. */
export function scannedBitmap(): Buffer {
  const [lines, width] = [bits(), ROW + 1]
  const pixels = Buffer.alloc(width * ROWS)
  for (let y = 0; y < ROWS; y++) lines.copy(pixels, (ROWS - 1 - y) * width, y * ROW, (y + 1) * ROW)
  const head = Buffer.alloc(62)
  head.write('BM')
  const numbers = [62 + pixels.length, 0, 62, 40, 8 * ROW, ROWS, 0x10001, 0, pixels.length, 0, 0, 2, 2]
  numbers.forEach((value, index) => head.writeUInt32LE(value, 2 + 4 * index))
  // The colours: black, and white.
  head.writeUInt32LE(0xffffff, 58)
  return Buffer.concat([head, pixels])
}

/** Returns the scan with a quarter of its dots per inch, in gray: a picture file (PNG) of 190 × 55. */
export function coarseScan(): Buffer {
  const lines = bits()
  const isWhite = (x: number, y: number) => ((lines[y * ROW + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
  const [width, height] = [Math.floor((8 * ROW) / 4), Math.floor(ROWS / 4)]
  const pixels = Buffer.alloc(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [4 * (at % width), 4 * Math.floor(at / width)]
    let sum = 0
    for (let by = 0; by < 16; by++) sum += isWhite(x + (by % 4), y + Math.floor(by / 4))
    pixels[at] = (sum * 255) / 16
  }
  return Buffer.from(pngOf({ width, height, pixels }).bytes)
}
