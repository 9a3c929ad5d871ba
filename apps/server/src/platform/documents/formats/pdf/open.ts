// Opens PDF documents with the pdf.js of unpdf.
import type { getDocumentProxy } from 'unpdf'

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

export type OpenPdf = (bytes: Uint8Array) => Promise<PdfDocument>

/** Loads pdf.js. Pictures are not decoded: they would take seconds and have no text. */
export async function openPdf(): Promise<OpenPdf> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  await getResolvedPDFJS()
  return (bytes) => getDocumentProxy(new Uint8Array(bytes), { maxImageSize: 1, verbosity: 0 })
}
