// Opens PDF documents with the pdf.js of unpdf.
import type { getDocumentProxy } from 'unpdf'

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

export type OpenPdf = (bytes: Uint8Array) => Promise<PdfDocument>

/**
 * Loads pdf.js. It decodes pictures of at most `pixels`: by default none, because they would take seconds and have no text that it
 * reads.
 */
export async function openPdf(pixels = 1): Promise<OpenPdf> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  await getResolvedPDFJS()
  return (bytes) => getDocumentProxy(new Uint8Array(bytes), { maxImageSize: pixels, verbosity: 0 })
}
