// PDF files for tests.

type Line = readonly [size: number, bottom: number, text: string]

/** Returns a PDF; the lines of a page have their size and distance from the bottom in points. */
export const pdfOf = (pages: readonly (readonly Line[])[]): Buffer =>
  pdfWithPlaces(pages.map((lines) => lines.map(([size, bottom, text]) => [size, 72, bottom, text] as const)))

/** A text at a distance from the left and from the bottom in points. */
export type Place = readonly [size: number, left: number, bottom: number, text: string]

/** Returns a PDF of texts at their places; one with `rotate` turns its pages. */
export function pdfWithPlaces(pages: readonly (readonly Place[])[], { rotate = 0, more = '' } = {}): Buffer {
  const texts = pages.map((lines) =>
    lines
      .map(([size, left, bottom, text]) => `BT /F1 ${size} Tf ${left} ${bottom} Td (${text}) Tj ET`)
      .join('\n'),
  )
  return pdfOfContents(texts, `/Rotate ${rotate}${more}`)
}

/**
 * Returns a PDF of pages with these operators; `F1` is Helvetica, `fonts` are others. `more` is said of each page, `catalog` of the
 * document.
 */
export function pdfOfContents(pages: readonly string[], more = '', catalog = '', fonts = ''): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (const content of pages)
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${objects.length + 2} 0 R/Resources<</Font<</F1 3 0 R${fonts}>>>>${more}>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream\n`,
    )
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`)
}

/** Returns a PDF with a line of text on each page; a page with an empty one is like a scan. */
export const pdfWith = (...texts: readonly string[]): Buffer =>
  pdfOfContents(texts.map((text) => (text === '' ? PICTURE : `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`)))

/** Draws a picture of 2 × 2 points over the page. */
export const PICTURE = 'q 612 0 0 792 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q'
