// Reads documents together with the text that is in their pictures: pages of PDF without text, picture files (decision 106), and pictures
// of office documents..
import { warningOf, type Block, type BlockDocument, type ReadWarning } from '../blocks.ts'
import type { Recognition, RecognitionProgress } from '../child.ts'
import { openPdfPictures, type OpenPdf } from '../formats/pdf/open.ts'
import { openPlaces } from '../formats/picture-marks.ts'
import type { Reader } from '../formats/reader.ts'
import { fileForModel, openModelReader, pngOf, type Ask, type ModelReader } from './by-model.ts'
import { loadRecognizer, processorMs, type Recognizer } from './engine.ts'
import { fileOf } from './gray.ts'
import { isOffice, isPictureFile } from './installed.ts'
import { withPictures } from './office-pictures.ts'
import { MAX_DECODED, pictureOfPage } from './page-picture.ts'
import type { Recognized } from './paragraphs.ts'
import { pictureFacts } from './picture-file.ts'
import { isTiff, pagesOf } from './tiff.ts'

/** Pages of a document that are recognised; others stay without text. */
const MAX_PAGES = 500

/** Loads the reader of a type, and one that also recognises text, with everything it needs: the disk is not accessible afterwards. */
export async function loadRecognizing(
  mimeType: string,
  load: () => Promise<Reader>,
  limits: Recognition,
  { onProgress, ask }: { onProgress(progress: RecognitionProgress): void; readonly ask: Ask },
): Promise<Reader> {
  const recognizer = await loadRecognizer(limits.languages)
  const model = openModelReader(limits.model, ask)
  const deps = { recognizer, limits, onProgress, model }
  if (isPictureFile(mimeType)) {
    return async (given) => {
      const bytes = Buffer.from(given)
      if (isTiff(bytes)) return recognizeTiff(deps, bytes)
      onProgress({ done: 0, of: 1 })
      return documentOf(await recognizeFile(deps, bytes), model)
    }
  }
  const read = await load()
  if (isOffice(mimeType)) {
    return async (bytes, said) => {
      const places = openPlaces()
      const document = await read(Buffer.from(bytes), said, places)
      return withPictures(deps, bytes, document, places.parts)
    }
  }
  const open = await openPdfPictures(MAX_DECODED)
  return async (bytes) => {
    // A reader may take the bytes with it.
    const document = await read(Buffer.from(bytes))
    const found = await recognizePages({ ...deps, open }, bytes, document.scans ?? [])
    return withRecognized(document, found, model)
  }
}

function recognizeFile(
  { recognizer, model, limits: { pageMs } }: Recognizing,
  bytes: Buffer,
): Promise<Recognized | undefined> {
  const facts = pictureFacts(bytes)
  // What is not measured is not decoded: it may be a bomb.
  if (!facts || facts.width * facts.height > MAX_DECODED) return Promise.resolve(undefined)
  const { orientation } = facts
  return model.read(fileForModel(bytes), () => recognizer.recognize(bytes, pageMs, { orientation }))
}

/** Returns a picture as a document; one without text has a warning that it is not read. */
const documentOf = (found: Recognized | undefined, model: ModelReader): BlockDocument => ({
  blocks: found?.blocks ?? [],
  pages: null,
  warnings: [
    ...(found
      ? marksOf(new Map([[0, found]])).map((mark) => ({ ...mark, pages: [], count: 1 }))
      : warningOf('pictures', { count: 1 })),
    ...model.warnings(),
  ],
})

interface Recognizing {
  readonly recognizer: Recognizer
  readonly limits: Recognition
  readonly model: ModelReader
  onProgress(progress: RecognitionProgress): void
}

/** Reads the pages of a TIFF file; one with a single page is a picture like others. */
async function recognizeTiff(deps: Recognizing, bytes: Buffer): Promise<BlockDocument> {
  const { recognizer, limits, model, onProgress } = deps
  const of = [...pagesOf(Buffer.from(bytes), MAX_PAGES)].length
  if (of <= 1) return documentOf(await recognizeFile(deps, bytes), model)
  const found = new Map<number, Recognized>()
  const until = processorMs() + limits.documentMs
  let done = 0
  for (const { width, height, orientation } of pagesOf(bytes, MAX_PAGES)) {
    onProgress({ done: done++, of })
    const left = until - processorMs()
    if (left <= 0) break
    if (width * height > MAX_DECODED) continue
    const recognized = () => recognizer.recognize(bytes, Math.min(limits.pageMs, left), { orientation })
    // Models do not take TIFF.
    const text = await model.read(undefined, recognized, done)
    if (text) found.set(done, text)
  }
  const pages = Array.from({ length: of }, (_, at) => at + 1)
  const empty: BlockDocument = { blocks: [], pages: of, warnings: warningOf('pages_without_text', { pages }) }
  return withRecognized(empty, found, model)
}

/** Returns the texts of pages by their numbers, until the document's time is over. */
async function recognizePages(
  { recognizer, model, open, limits, onProgress }: Recognizing & { readonly open: OpenPdf },
  bytes: Uint8Array,
  scans: readonly number[],
): Promise<Map<number, Recognized>> {
  const found = new Map<number, Recognized>()
  const wanted = scans.slice(0, MAX_PAGES)
  if (wanted.length === 0) return found
  const until = processorMs() + limits.documentMs
  const pdf = await open(bytes)
  for (const [done, number] of wanted.entries()) {
    onProgress({ done, of: wanted.length })
    const left = until - processorMs()
    if (left <= 0) break
    const page = await pdf.getPage(number)
    const picture = await pictureOfPage(page).catch(() => undefined)
    page.cleanup()
    if (!picture) continue
    const recognized = () => recognizer.recognize(fileOf(picture), Math.min(limits.pageMs, left))
    const text = await model.read(limits.model ? pngOf(picture) : undefined, recognized, number)
    if (text) found.set(number, text)
  }
  return found
}

/** Adds the recognised texts after what is known of their pages. */
function withRecognized(
  document: BlockDocument,
  found: ReadonlyMap<number, Recognized>,
  model: ModelReader,
): BlockDocument {
  if (found.size === 0) return { ...document, warnings: [...document.warnings, ...model.warnings()] }
  const added = [...found].flatMap(([page, { blocks }]) => blocks.map((block): Block => ({ ...block, page })))
  const blocks = [...document.blocks, ...added]
    .map((block, index) => ({ block, index }))
    .toSorted((one, other) => (one.block.page ?? 0) - (other.block.page ?? 0) || one.index - other.index)
    .map(({ block }) => block)
  const others = document.warnings.flatMap((warning) => {
    if (warning.code !== 'pages_without_text') return [warning]
    return warningOf(warning.code, { pages: warning.pages.filter((page) => !found.has(page)) })
  })
  return {
    ...document,
    blocks,
    scans: [],
    warnings: [...others, ...marksOf(found), ...model.warnings()],
  }
}

/** Says which pages were recognised, how certain that is, and which ones a model read. */
function marksOf(found: ReadonlyMap<number, Recognized>): ReadWarning[] {
  const own = [...found].filter(([, { model }]) => model === undefined)
  const pages = [...found].flatMap(([page, { model }]) => (model === undefined ? [] : page))
  const name = [...found.values()].find(({ model }) => model !== undefined)?.model
  const sum = own.reduce((total, [, { confidence }]) => total + confidence, 0)
  return [
    ...(own.length > 0
      ? [
          {
            code: 'recognized' as const,
            pages: own.map(([page]) => page),
            confidence: Math.round(sum / own.length),
          },
        ]
      : []),
    ...(name === undefined ? [] : [{ code: 'recognized_by_model' as const, pages, names: [name] }]),
  ]
}
