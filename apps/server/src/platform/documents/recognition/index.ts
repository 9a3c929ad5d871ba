// Reads documents together with the text that is in their pictures: pages of PDF without text, picture files (decision 106), and pictures
// of office documents..
import { warningOf, type Block, type BlockDocument } from '../blocks.ts'
import type { Recognition, RecognitionProgress } from '../child.ts'
import { openPdf, type OpenPdf } from '../formats/pdf/open.ts'
import { openPlaces } from '../formats/picture-marks.ts'
import type { Reader } from '../formats/reader.ts'
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
  onProgress: (progress: RecognitionProgress) => void,
): Promise<Reader> {
  const recognizer = await loadRecognizer(limits.languages)
  if (isPictureFile(mimeType)) {
    return async (given) => {
      const bytes = Buffer.from(given)
      if (isTiff(bytes)) return recognizeTiff({ recognizer, limits, onProgress }, bytes)
      onProgress({ done: 0, of: 1 })
      return documentOf(await recognizeFile(recognizer, bytes, limits))
    }
  }
  const read = await load()
  if (isOffice(mimeType)) {
    return async (bytes, said) => {
      const places = openPlaces()
      const document = await read(Buffer.from(bytes), said, places)
      return withPictures({ recognizer, limits, onProgress }, bytes, document, places.parts)
    }
  }
  const open = await openPdf(MAX_DECODED)
  return async (bytes) => {
    // A reader may take the bytes with it.
    const document = await read(Buffer.from(bytes))
    const found = await recognizePages({ recognizer, open, limits, onProgress }, bytes, document.scans ?? [])
    return found.size === 0 ? document : withRecognized(document, found)
  }
}

function recognizeFile(
  recognizer: Recognizer,
  bytes: Buffer,
  { pageMs }: Recognition,
): Promise<Recognized | undefined> {
  const facts = pictureFacts(bytes)
  // What is not measured is not decoded: it may be a bomb.
  if (!facts || facts.width * facts.height > MAX_DECODED) return Promise.resolve(undefined)
  return recognizer.recognize(bytes, pageMs, { orientation: facts.orientation })
}

/** Returns a picture as a document; one without text has a warning that it is not read. */
const documentOf = (found: Recognized | undefined): BlockDocument => ({
  blocks: found?.blocks ?? [],
  pages: null,
  warnings: found
    ? [{ code: 'recognized', pages: [], count: 1, confidence: found.confidence }]
    : warningOf('pictures', { count: 1 }),
})

interface Recognizing {
  readonly recognizer: Recognizer
  readonly limits: Recognition
  onProgress(progress: RecognitionProgress): void
}

/** Reads the pages of a TIFF file; one with a single page is a picture like others. */
async function recognizeTiff(
  { recognizer, limits, onProgress }: Recognizing,
  bytes: Buffer,
): Promise<BlockDocument> {
  const of = [...pagesOf(Buffer.from(bytes), MAX_PAGES)].length
  if (of <= 1) return documentOf(await recognizeFile(recognizer, bytes, limits))
  const found = new Map<number, Recognized>()
  const until = processorMs() + limits.documentMs
  let done = 0
  for (const { width, height, orientation } of pagesOf(bytes, MAX_PAGES)) {
    onProgress({ done: done++, of })
    const left = until - processorMs()
    if (left <= 0) break
    if (width * height > MAX_DECODED) continue
    const text = await recognizer.recognize(bytes, Math.min(limits.pageMs, left), { orientation })
    if (text) found.set(done, text)
  }
  const pages = Array.from({ length: of }, (_, at) => at + 1)
  const empty: BlockDocument = { blocks: [], pages: of, warnings: warningOf('pages_without_text', { pages }) }
  return found.size === 0 ? empty : withRecognized(empty, found)
}

/** Returns the texts of pages by their numbers, until the document's time is over. */
async function recognizePages(
  { recognizer, open, limits, onProgress }: Recognizing & { readonly open: OpenPdf },
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
    const text = picture && (await recognizer.recognize(fileOf(picture), Math.min(limits.pageMs, left)))
    if (text) found.set(number, text)
  }
  return found
}

/** Adds the recognised texts after what is known of their pages. */
function withRecognized(document: BlockDocument, found: ReadonlyMap<number, Recognized>): BlockDocument {
  const pages = [...found.keys()]
  const added = [...found].flatMap(([page, { blocks }]) => blocks.map((block): Block => ({ ...block, page })))
  const blocks = [...document.blocks, ...added]
    .map((block, index) => ({ block, index }))
    .toSorted((one, other) => (one.block.page ?? 0) - (other.block.page ?? 0) || one.index - other.index)
    .map(({ block }) => block)
  const sum = [...found.values()].reduce((total, { confidence }) => total + confidence, 0)
  const others = document.warnings.flatMap((warning) => {
    if (warning.code !== 'pages_without_text') return [warning]
    return warningOf(warning.code, { pages: warning.pages.filter((page) => !found.has(page)) })
  })
  return {
    ...document,
    blocks,
    scans: [],
    warnings: [...others, { code: 'recognized', pages, confidence: Math.round(sum / found.size) }],
  }
}
