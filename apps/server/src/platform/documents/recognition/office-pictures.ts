// Recognises the text in the pictures of office documents, and puts it where they stand.
import { warningOf, type Block, type BlockDocument, type ReadWarning } from '../blocks.ts'
import type { Recognition, RecognitionProgress } from '../child.ts'
import { marksIn, withoutMarks } from '../formats/picture-marks.ts'
import { openZip } from '../formats/unzip.ts'
import { PICTURE_SIGN } from './installed.ts'
import { processorMs, SURE, type Recognizer } from './engine.ts'
import { MAX_DECODED } from './page-picture.ts'
import type { Recognized } from './paragraphs.ts'
import { pictureFacts } from './picture-file.ts'

/** Pictures of a document that are looked at, and the pixels of the smallest: signs and bullets have no text. */
const MAX_PICTURES = 200
const LEAST_PIXELS = 10_000
const LEAST_HEIGHT = 20

interface Recognizing {
  readonly recognizer: Recognizer
  readonly limits: Recognition
  onProgress(progress: RecognitionProgress): void
}

/** Returns a document with the texts of its pictures instead of their marks. `parts` are the pictures by the numbers of the marks. */
export async function withPictures(
  deps: Recognizing,
  bytes: Uint8Array,
  document: BlockDocument,
  parts: readonly string[],
): Promise<BlockDocument> {
  const found = await recognizeParts(deps, bytes, [...new Set(parts)])
  const told = new Set<string>()
  const blocks: Block[] = []
  for (const block of document.blocks) {
    const { head, ...rest } = block
    const text = withoutMarks(block.text)
    if (text !== '')
      blocks.push({ ...rest, text, ...(head === undefined ? {} : { head: withoutMarks(head) }) })
    for (const part of marksIn(block.text).map((number) => parts[number] ?? '')) {
      const recognized = found.get(part)
      // The same picture on every page, such as a letterhead, is read once.
      if (!recognized || told.has(part)) continue
      told.add(part)
      blocks.push(blockOf(recognized, block.page))
    }
  }
  return { ...document, blocks, warnings: warningsOf(document, { blocks, found, parts }) }
}

function blockOf({ blocks }: Recognized, page: number | undefined): Block {
  const text = `${PICTURE_SIGN} ${blocks.map((block) => block.text).join('\n')}`
  return { kind: 'text', text, ...(page === undefined ? {} : { page }) }
}

async function recognizeParts(
  { recognizer, limits, onProgress }: Recognizing,
  bytes: Uint8Array,
  names: readonly string[],
): Promise<Map<string, Recognized>> {
  const found = new Map<string, Recognized>()
  const wanted = names.slice(0, MAX_PICTURES)
  if (wanted.length === 0) return found
  const zip = openZip(bytes)
  const until = processorMs() + limits.documentMs
  for (const [done, name] of wanted.entries()) {
    onProgress({ done, of: wanted.length })
    const left = until - processorMs()
    if (left <= 0) break
    const picture = Buffer.from(zip.part(name) ?? [])
    const facts = pictureFacts(picture)
    if (!facts || !isReadable(facts)) continue
    const text = await recognizer.recognize(picture, Math.min(limits.pageMs, left), {
      orientation: facts.orientation,
      isUpright: true,
    })
    // Photographs and drawings look like words to a recogniser.
    if (text && text.confidence >= SURE) found.set(name, text)
  }
  return found
}

/** What is not measured is not decoded: it may be a bomb. */
function isReadable({ width, height }: { width: number; height: number }): boolean {
  const pixels = width * height
  return pixels >= LEAST_PIXELS && height >= LEAST_HEIGHT && pixels <= MAX_DECODED
}

interface RecognizedPictures {
  readonly blocks: readonly Block[]
  readonly found: ReadonlyMap<string, Recognized>
  readonly parts: readonly string[]
}

/** Counts only those pictures as not read that are not. */
function warningsOf(document: BlockDocument, { blocks, found, parts }: RecognizedPictures): ReadWarning[] {
  if (found.size === 0) return [...document.warnings]
  const count = parts.filter((part) => found.has(part)).length
  const filled = new Set(blocks.map(({ page }) => page))
  const others = document.warnings.flatMap((warning) => {
    const { code, pages } = warning
    if (code === 'pictures') return warningOf(code, { count: (warning.count ?? 0) - count })
    if (code === 'pages_without_text')
      return warningOf(code, { pages: pages.filter((page) => !filled.has(page)) })
    return [warning]
  })
  const sum = [...found.values()].reduce((total, { confidence }) => total + confidence, 0)
  const read = warningOf('recognized_pictures', { count })
  return [...others, ...read.map((one) => ({ ...one, confidence: Math.round(sum / found.size) }))]
}
