// EPUB: the documents of a book in the order of reading, each read as HTML.
import { warningOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import { isXhtml, loadHtmlText, withTitle, type ReadHtml } from '../html.ts'
import { attribute, childrenOf, ELEMENT, nameOf, type HtmlNode } from '../html/elements.ts'
import type { Reader } from '../reader.ts'
import { openZip, type Zip } from '../unzip.ts'
import { decodeXml, loadXml, type ParseXml } from '../xml.ts'
import { showNotes } from './notes.ts'
import { openBook, type Book, type Chapter } from './package.ts'

/** Chapters that are unpacked at once: each pass over the archive reads its whole directory. */
const TOGETHER = 100

/** Loads the reader of EPUB. */
export async function loadEpub(): Promise<Reader> {
  const [parse, readHtml] = await Promise.all([loadXml(), loadHtmlText()])
  return (bytes) => Promise.resolve(read(openZip(bytes), parse, readHtml))
}

function read(zip: Zip, parse: ParseXml, readHtml: ReadHtml): BlockDocument {
  const book = openBook(zip, parse)
  const blocks: Block[] = []
  const warnings: ReadWarning[] = []
  const locked: string[] = []
  let pictures = 0
  let parts: ReadonlyMap<string, Uint8Array> = new Map()
  book.chapters.forEach(({ path, mediaType, isNavigation }, index) => {
    if (index % TOGETHER === 0) parts = unpacked(zip, book.chapters.slice(index, index + TOGETHER))
    if (book.encrypted.has(path)) locked.push(path)
    else if (isPicture(mediaType)) pictures++
    else {
      const bytes = parts.get(path)
      const chapter = bytes && readChapter(decodeXml(bytes), readHtml)
      if (!chapter || (isNavigation && chapter.blocks.every(({ kind }) => kind === 'heading'))) return
      for (const block of chapter.blocks) blocks.push(book.isPaged ? { ...block, page: index + 1 } : block)
      for (const warning of chapter.warnings) warnings.push(warning)
    }
  })
  if (blocks.length === 0 && locked.length > 0) throw new Error('the document is encrypted')
  return {
    blocks: withTitle(book.title, blocks),
    pages: book.isPaged ? book.chapters.length : null,
    warnings: [
      ...joined(warnings, pictures),
      ...warningOf('encrypted_parts', { names: locked }),
      ...warningOf('pages_without_text', { pages: emptyPages(book, blocks) }),
    ],
  }
}

const isPicture = (mediaType: string): boolean =>
  mediaType.startsWith('image/') && mediaType !== 'image/svg+xml'

const unpacked = (zip: Zip, chapters: readonly Chapter[]): ReadonlyMap<string, Uint8Array> =>
  zip.parts(chapters.filter(({ mediaType }) => !isPicture(mediaType)).map(({ path }) => path))

const readChapter = (html: string, readHtml: ReadHtml): BlockDocument =>
  readHtml(html, { isPage: false, isXml: isXhtml(html), prepare: showNotes, skips: isNoText })

/** Lists of links for programs, and the forms of a content that is there in several. */
function isNoText(node: HtmlNode, name: string): boolean {
  if (name === 'nav') return true
  if ((name !== 'case' && name !== 'default') || !node.parentNode || nameOf(node.parentNode) !== 'switch')
    return false
  for (const form of childrenOf(node.parentNode))
    if (form.nodeType === ELEMENT && nameOf(form) === 'case' && isFormula(form)) return form !== node
  return name === 'case'
}

const isFormula = (form: HtmlNode): boolean => attribute(form, 'required-namespace').endsWith('/MathML')

function joined(warnings: readonly ReadWarning[], pictures: number): ReadWarning[] {
  const cut = warnings.find(({ code }) => code === 'cells_cut')
  const counts = warnings.map(({ code, count = 0 }) => (code === 'pictures' ? count : 0))
  return [
    ...(cut ? [cut] : []),
    ...warningOf('pictures', { count: counts.reduce((sum, count) => sum + count, pictures) }),
  ]
}

function emptyPages({ isPaged, chapters }: Book, blocks: readonly Block[]): number[] {
  if (!isPaged || blocks.length === 0) return []
  const filled = new Set(blocks.map(({ page }) => page))
  return chapters.map((_, index) => index + 1).filter((page) => !filled.has(page))
}
