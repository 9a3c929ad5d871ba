// Opens PDF documents: their texts with the pdf.js of unpdf, and their pictures with that of pdfjs-dist, because the former has no
// decoders of JPEG 2000, JBIG2 and fax.
import { readdirSync, readFileSync } from 'node:fs'
import type * as PdfJs from 'pdfjs-dist'
import type { getDocumentProxy } from 'unpdf'

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

export type OpenPdf = (bytes: Uint8Array) => Promise<PdfDocument>

/** Messages of pdf.js are not printed. */
const SILENT = 0

/** Loads pdf.js for texts. Pictures are not decoded: they would take seconds and have no text that it reads. */
export async function openPdf(): Promise<OpenPdf> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  await getResolvedPDFJS()
  const options = {
    maxImageSize: 1,
    verbosity: SILENT,
    BinaryDataFactory: factoryOf({ cMapUrl: characterMaps() }),
  }
  return (bytes) => getDocumentProxy(new Uint8Array(bytes), options)
}

/** Loads pdf.js with its decoders of pictures, which it uses for pictures of at most `pixels`. */
export async function openPdfPictures(pixels: number): Promise<OpenPdf> {
  // Where pdf.js looks for its other half, which it would run in a thread.
  Object.assign(globalThis, { pdfjsWorker: await load('pdf.worker') })
  const { getDocument } = (await load('pdf')) as Pick<typeof PdfJs, 'getDocument'>
  const options = {
    maxImageSize: pixels,
    verbosity: SILENT,
    BinaryDataFactory: factoryOf({ cMapUrl: characterMaps(), wasmUrl: decoders() }),
    // Any address: what would be there is loaded.
    wasmUrl: 'loaded/',
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
  }
  return async (bytes) => {
    const document = await getDocument({ ...options, data: new Uint8Array(bytes) }).promise
    return document as unknown as PdfDocument
  }
}

const load = (part: string): Promise<unknown> =>
  import(import.meta.resolve(`pdfjs-dist/legacy/build/${part}.min.mjs`))

type Loaded = Readonly<Record<string, ReadonlyMap<string, Uint8Array>>>

/** Gives pdf.js what it would read from the disk, which is not accessible while it reads. */
const factoryOf = (loaded: Loaded) =>
  class LoadedData {
    fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      const data = loaded[kind]?.get(filename)
      // A copy: pdf.js transfers what it gets.
      return data ? Promise.resolve(new Uint8Array(data)) : Promise.reject(new Error(`no ${filename}`))
    }
  }

/** Returns the tables of Chinese, Japanese and Korean encodings, which fonts only name: their letters are unknown without. */
const characterMaps = () => filesIn('cmaps', (name) => name.endsWith('.bcmap'))

/** Returns the decoders of JPEG 2000, and of JBIG2 and fax. */
const decoders = () => filesIn('wasm', (name) => name === 'openjpeg.wasm' || name === 'jbig2.wasm')

function filesIn(folder: string, isWanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const place = new URL(`./${folder}/`, import.meta.resolve('pdfjs-dist/package.json'))
  const names = readdirSync(place).filter(isWanted)
  return new Map(names.map((name) => [name, readFileSync(new URL(name, place))]))
}
