// One reader per document type; its libraries are loaded on demand, before the document is parsed.
import type { Block, BlockDocument } from './blocks.ts'
import { decodeHtml, decodeText } from './decode.ts'
import { shallow } from './html.ts'
import { markdownBlocks, textBlocks } from './markdown-blocks.ts'
import { officeBlocks } from './office-blocks.ts'
import { loadPdf, loadPdfLines } from './pdf.ts'

type Reader = (bytes: Uint8Array) => Promise<BlockDocument>
/** Loads a reader with everything it needs: the disk is not accessible afterwards. */
type Loads = () => Promise<Reader>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

const READERS: Readonly<Record<string, Loads>> = {
  'text/plain': () => Promise.resolve((bytes) => Promise.resolve(unpaged(textBlocks(bytes)))),
  'text/markdown': () => Promise.resolve((bytes) => Promise.resolve(unpaged(textBlocks(bytes)))),
  'application/pdf': loadPdf,
  [`${OFFICE}.wordprocessingml.document`]: loadOffice('docx'),
  [`${OFFICE}.spreadsheetml.sheet`]: loadOffice('xlsx'),
  [`${OFFICE}.presentationml.presentation`]: loadOffice('pptx'),
  [`${OPEN}.text`]: loadOffice('odt'),
  [`${OPEN}.spreadsheet`]: loadOffice('ods'),
  [`${OPEN}.presentation`]: loadOffice('odp'),
  'application/rtf': loadOffice('rtf'),
  'application/epub+zip': loadOffice('epub'),
  'message/rfc822': loadMail,
  'text/html': loadHtml,
  'text/csv': loadCsv,
  'image/svg+xml': () =>
    Promise.resolve((bytes) => Promise.resolve(unpaged([{ kind: 'code', text: decodeText(bytes).trim() }]))),
}

/** Above this number of pieces a page is converted whole: finding its article takes a second per 50,000. */
const ARTICLE_PIECES = 50_000
/** An article with less of the page's text than this share is taken for a mistake. */
const ARTICLE_SHARE = 1 / 3
const MAX_CELLS = 200_000

/** Simpler readers, for documents that the first ones cannot read. */
const SECOND_READERS: Readonly<Record<string, Loads>> = { 'application/pdf': loadPdfLines }

export const hasSecondReader = (mimeType: string): boolean => Object.hasOwn(SECOND_READERS, mimeType)

/** Loads the reader of a type. Rejects for an unknown type; the reader rejects for content that its library cannot read. */
export async function loadReader(mimeType: string, isSecond: boolean): Promise<Reader> {
  const readers = isSecond ? SECOND_READERS : READERS
  const load = Object.hasOwn(readers, mimeType) ? readers[mimeType] : undefined
  if (!load) throw new Error(`no reader for ${mimeType}`)
  return load()
}

/** Returns the document as it is indexed: of a drawing only its text. */
export function forIndex(mimeType: string, document: BlockDocument): BlockDocument {
  if (mimeType !== 'image/svg+xml') return document
  return { ...document, blocks: document.blocks.map(textOfDrawing).filter(({ text }) => text !== '') }
}

function textOfDrawing({ text }: Block): Block {
  const lines = betweenTags(text).flatMap((part) => part.split('\n'))
  return {
    kind: 'text',
    text: lines
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
  }
}

/** Returns the texts between the tags of a markup, in linear time also for a markup that only opens tags. */
function betweenTags(markup: string): string[] {
  const parts: string[] = []
  let at = 0
  for (let start = markup.indexOf('<'); start >= 0; start = markup.indexOf('<', at)) {
    const end = markup.indexOf('>', start)
    if (end < 0) break
    parts.push(markup.slice(at, start))
    at = end + 1
  }
  return [...parts, markup.slice(at)]
}

const unpaged = (blocks: readonly Block[]): BlockDocument => ({
  blocks: blocks.filter(({ text }) => text !== ''),
  pages: null,
  warnings: [],
})

async function loadHtml(): Promise<Reader> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  const toMarkdown = await loadMarkdown()
  return (bytes) => {
    const { html, pieces } = shallow(decodeHtml(bytes))
    const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, object'))
      hidden.remove()
    const whole = document.body?.innerHTML ?? ''
    const letters = document.body?.textContent?.length ?? 0
    type Page = ConstructorParameters<typeof Readability>[0]
    const found = pieces > ARTICLE_PIECES ? undefined : new Readability(document as unknown as Page).parse()
    const article = (found?.textContent?.length ?? 0) >= letters * ARTICLE_SHARE ? found : undefined
    const title = found?.title ? `# ${found.title}\n\n` : ''
    return Promise.resolve(unpaged(markdownBlocks(title + toMarkdown(article?.content || whole))))
  }
}

async function loadMail(): Promise<Reader> {
  const { default: PostalMime } = await import('postal-mime')
  const toMarkdown = await loadMarkdown()
  return async (bytes) => {
    const { subject, from, to, date, text, html } = await PostalMime.parse(bytes, { maxNestingDepth: 50 })
    const names = (list: readonly { name?: string; address?: string }[]) =>
      list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
    const head = [from && names([from]), to && names(to), date].filter(Boolean).join('\n')
    const body = text ?? (html ? toMarkdown(shallow(html).html) : '')
    return unpaged([
      ...(subject ? [{ kind: 'heading' as const, text: subject, level: 1 }] : []),
      ...(head ? [{ kind: 'text' as const, text: head }] : []),
      ...markdownBlocks(body),
    ])
  }
}

async function loadMarkdown(): Promise<(html: string) => string> {
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.remove(['script', 'style'])
  turndown.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) =>
      (node as { getAttribute(name: string): string | null }).getAttribute('alt') ?? '',
  })
  turndown.addRule('rows', {
    filter: 'tr',
    replacement: (_, node) => {
      const cells = Array.from(node.childNodes, ({ textContent }) =>
        (textContent ?? '').replace(/\s+/g, ' ').trim(),
      )
      return `| ${cells.filter(Boolean).join(' | ')} |\n`
    },
  })
  turndown.addRule('tables', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` })
  // Turndown loads its HTML parser on first use.
  turndown.turndown('<p>x</p>')
  return (html) => turndown.turndown(html)
}

async function loadCsv(): Promise<Reader> {
  const { default: papa } = await import('papaparse')
  return (bytes) => {
    const { data } = papa.parse<string[]>(decodeText(bytes), { skipEmptyLines: true })
    let cells = 0
    const rows = data.filter((row) => (cells += row.length) <= MAX_CELLS)
    const lines = rows.map((row) => row.join(' | ').trim())
    const [head] = lines
    const blocks = head === undefined ? [] : [{ kind: 'table' as const, text: lines.join('\n'), head }]
    const warnings = rows.length < data.length ? [{ code: 'cells_cut' as const, pages: [] }] : []
    return Promise.resolve({ ...unpaged(blocks), warnings })
  }
}

function loadOffice(fileType: 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf' | 'epub'): Loads {
  return async () => {
    const { OfficeParser } = await import('officeparser')
    return async (bytes) => {
      const read = await OfficeParser.parseOffice(Buffer.from(bytes), {
        fileType,
        ocr: false,
        extractAttachments: false,
        ignoreComments: true,
        ignoreSlideMasters: true,
      })
      return officeBlocks(read.content)
    }
  }
}
