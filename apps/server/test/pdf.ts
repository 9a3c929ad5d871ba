// PDF files for tests.

/** Returns a PDF; the lines of a page have their size and distance from the bottom in points. */
export function pdfOf(
  pages: readonly (readonly (readonly [size: number, bottom: number, text: string])[])[],
): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (const lines of pages) {
    const content = lines
      .map(([size, bottom, text]) => `BT /F1 ${size} Tf 72 ${bottom} Td (${text}) Tj ET`)
      .join('\n')
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${objects.length + 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream\n`,
    )
  }
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`)
}

/** Returns a PDF with a line of text on each page; a page with an empty one is like a scan. */
export const pdfWith = (...texts: readonly string[]): Buffer =>
  pdfOf(texts.map((text) => (text === '' ? [] : [[24, 700, text]])))
