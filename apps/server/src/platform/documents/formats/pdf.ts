// Readers of PDF: one that recognizes headings, lists and tables, and one that returns lines, for files that the first cannot
// read. Each brings its own pdf.js, so that one process uses only one of them.
import type { Block } from '../blocks.ts'
import { officeBlocks } from './office-blocks.ts'
import { pageBlocks, withoutRepeatedEdges } from './page-blocks.ts'
import type { Reader } from './reader.ts'

/** The shortest PDF that has a page. Reading it loads what pdf.js loads on first use. */
const SMALLEST = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF',
)

export async function loadPdf(): Promise<Reader> {
  const { OfficeParser } = await import('officeparser')
  const read = async (bytes: Buffer) => {
    const { content } = await OfficeParser.parseOffice(bytes, {
      fileType: 'pdf',
      ocr: false,
      extractAttachments: false,
      ignoreComments: true,
    })
    if (content.length === 0) throw new Error('the document has no page')
    return content
  }
  await read(SMALLEST)
  return async (bytes) => {
    const { blocks, ...facts } = officeBlocks(await read(Buffer.from(bytes)))
    return { ...facts, blocks: withoutRepeatedEdges(blocks).map(withWholeWords) }
  }
}

const withWholeWords = (block: Block): Block => ({ ...block, text: block.text.replaceAll('\u00ad', '') })

export async function loadPdfLines(): Promise<Reader> {
  const { extractText, getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  await getResolvedPDFJS()
  return async (bytes) => {
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
      mergePages: false,
    })
    const empty = pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []))
    return {
      blocks: pageBlocks(pages),
      pages: pages.length,
      warnings: empty.length > 0 ? [{ code: 'pages_without_text', pages: empty }] : [],
    }
  }
}
