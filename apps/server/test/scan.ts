// Scans for tests: a picture of three lines of text, and PDFs of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** “The bicycle garage opens in March.” and a line in German and in Bulgarian; black and white, 760 × 220. */
export const SCAN = readFileSync(join(import.meta.dirname, 'documents', 'scan.png'))

/** Returns a PDF with one such scan on each page: PDF reads the rows of a PNG as they are. */
export function scannedPdf(pages = 1, rotate = 0): Buffer {
  const rows = chunksOf(SCAN, 'IDAT')
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(' ')
  const draw = 'q 456 0 0 132 60 600 cm /P Do Q'
  const columns = '/DecodeParms<</Predictor 15/Colors 1/BitsPerComponent 1/Columns 760>>'
  const picture = `<</Subtype/Image/Width 760/Height 220/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode${columns}/Length ${rows.length}>>`
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
