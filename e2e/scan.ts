// Scans for browser tests: texts that the browser draws, as pictures and as PDFs of pictures.
import type { Browser } from '@playwright/test'

/** The upper half of a page of A5 with 150 dpi: recognising takes as long as the page is high. */
const SIZE = { width: 874, height: 620 }
/** Points of a pixel. */
const POINTS = 72 / 150

/** Returns texts as a JPEG file, as a scanner makes it. */
export async function pictureOf(browser: Browser, lines: readonly string[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: SIZE })
  try {
    const text = lines.map((line) => `<p>${line}</p>`).join('')
    await page.setContent(
      `<body style="margin:90px;background:#f4f1ea;color:#222;font:26px/1.5 Georgia,serif">${text}</body>`,
    )
    return await page.screenshot({ type: 'jpeg', quality: 60 })
  } finally {
    await page.close()
  }
}

/** Returns a PDF with such a picture on each page, of this size in pixels. */
export function scanOf(pictures: readonly Buffer[], { width, height } = SIZE): Buffer {
  const [wide, high] = [Math.round(POINTS * width), Math.round(POINTS * height)]
  const content = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
  const kids = pictures.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const picture = `<</Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode`
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pictures.length}>>`),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
    ...pictures.flatMap((bytes, at) => [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Contents 3 0 R/Resources<</XObject<</P ${5 + 2 * at} 0 R>>>>>>`,
      ),
      Buffer.concat([
        Buffer.from(`${picture}/Length ${bytes.length}>>stream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ]
  const body = objects.flatMap((object, at) => [
    Buffer.from(`${at + 1} 0 obj\n`),
    object,
    Buffer.from('\nendobj\n'),
  ])
  const end = `trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...body, Buffer.from(end)])
}
