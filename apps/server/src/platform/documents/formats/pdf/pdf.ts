// Readers of PDF: one that uses the places of letters, and one that returns lines in the order of the file, for files that the
// first cannot read.
import { pageBlocks } from '../page-blocks.ts'
import type { Reader } from '../reader.ts'
import { blocksOf } from './blocks.ts'
import { openPdf } from './open.ts'
import { pagesOf, textOf } from './pages.ts'
import { isText, type PageText } from './runs.ts'

/** The shortest PDF that has a page. Reading it loads what pdf.js loads on first use. */
const SMALLEST = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF',
)

export async function loadPdf(): Promise<Reader> {
  const open = await openPdf()
  const read: Reader = async (bytes) => blocksOf(await pagesOf(await open(bytes)))
  await read(SMALLEST)
  return read
}

export async function loadPdfLines(): Promise<Reader> {
  const open = await openPdf()
  return async (bytes) => {
    const document = await open(bytes)
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++)
      pages.push(linesOf((await textOf(await document.getPage(number))).text))
    const empty = pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []))
    return {
      blocks: pageBlocks(pages),
      pages: pages.length,
      scans: empty,
      warnings: empty.length > 0 ? [{ code: 'pages_without_text', pages: empty }] : [],
    }
  }
}

const linesOf = ({ items }: PageText): string =>
  items.map((item) => (isText(item) ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
