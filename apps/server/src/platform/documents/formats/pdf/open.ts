// Opens PDF documents with the pdf.js of unpdf.
import { readdirSync, readFileSync } from 'node:fs'
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
  const maps = characterMaps()
  /** Gives pdf.js what it would read from the disk, which is not accessible while it reads. */
  class LoadedData {
    fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      const data = kind === 'cMapUrl' ? maps.get(filename) : undefined
      // A copy: pdf.js transfers what it gets.
      return data ? Promise.resolve(new Uint8Array(data)) : Promise.reject(new Error(`no ${filename}`))
    }
  }
  const options = { maxImageSize: pixels, verbosity: 0, BinaryDataFactory: LoadedData }
  return (bytes) => getDocumentProxy(new Uint8Array(bytes), options)
}

/** Returns the tables of Chinese, Japanese and Korean encodings, which fonts only name: their letters are unknown without. */
function characterMaps(): ReadonlyMap<string, Uint8Array> {
  const folder = new URL('./cmaps/', import.meta.resolve('pdfjs-dist/package.json'))
  const names = readdirSync(folder).filter((name) => name.endsWith('.bcmap'))
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder))]))
}
