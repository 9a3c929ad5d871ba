// Independent readings of documents, to compare with the product's: simple, and right for what they look at.
import { unzipSync } from 'fflate'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface OtherReading {
  readonly text: string
  /** Rows of tables with at least two cells that are not empty. */
  readonly rows: readonly (readonly string[])[]
  /** Texts within which the words follow each other; by default the whole text is one. */
  readonly running?: readonly string[]
  /** Whether only a part of the text is read, so that words next to each other need not be so in the document. */
  readonly isPart?: boolean
}

/** The parts of a format that people see, and its elements: of paragraphs, text, rows and cells. */
interface Format {
  readonly parts: RegExp
  readonly paragraph: string
  /** Elements with text; without it, all text of a paragraph counts. */
  readonly text?: string
  readonly row: string
  readonly cell: string
}

const OPEN_DOCUMENT: Format = {
  parts: /^content\.xml$/,
  paragraph: 'text:[ph]',
  row: 'table:table-row',
  cell: 'table:table-cell',
}
const FORMATS: Readonly<Record<string, Format>> = {
  docx: {
    parts: /^word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml$/,
    paragraph: 'w:p',
    text: 'w:t',
    row: 'w:tr',
    cell: 'w:tc',
  },
  pptx: {
    parts: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
    paragraph: 'a:p',
    text: 'a:t',
    row: 'a:tr',
    cell: 'a:tc',
  },
  odt: OPEN_DOCUMENT,
  odp: OPEN_DOCUMENT,
  ods: OPEN_DOCUMENT,
}

const run = promisify(execFile)

/** Reads a document with another program. Undefined for a format that none reads; rejects for a file that it cannot read. */
export async function otherReading(
  ending: string,
  path: string,
  bytes: Uint8Array,
): Promise<OtherReading | undefined> {
  if (ending === 'pdf') {
    const text = (...options: string[]) =>
      run('pdftotext', ['-q', ...options, path, '-'], { maxBuffer: 1 << 28, timeout: 60_000 })
    const [words, places] = [await text(), await text('-bbox-layout')]
    return { text: withoutHeads(words.stdout), rows: [], running: paragraphsIn(places.stdout) }
  }
  if (ending === 'rtf') return richReading(path, bytes)
  if (ending === 'epub') return bookReading(unzipSync(bytes))
  if (ending === 'html' || ending === 'htm')
    return (await articleReading(path)) ?? pageReading(pageText(bytes))
  if (ending === 'xlsx') return sheetReading(unzipSync(bytes))
  const format = FORMATS[ending]
  return format && officeReading(unzipSync(bytes), format)
}

/** Lines at the edges of a page that can be running heads, and pages that have them. */
const EDGE = 4
const PAGES = 3

/** Leaves out lines at the edges of pages that several pages have, as readers do; page numbers count as equal. */
function withoutHeads(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n').filter((line) => line.trim() !== ''))
  const alike = (line: string) =>
    line
      .replaceAll(/\d+/g, '#')
      .replace(/^[ivxlc]{1,6}$/i, '#')
      .trim()
  const isEdge = (page: readonly string[], index: number) => index < EDGE || index >= page.length - EDGE
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const line of new Set(page.filter((_, index) => isEdge(page, index)).map(alike)))
      counts.set(line, (counts.get(line) ?? 0) + 1)
  const isHead = (page: readonly string[], line: string, index: number) =>
    isEdge(page, index) && (counts.get(alike(line)) ?? 0) >= PAGES
  return pages.flatMap((page) => page.filter((line, index) => !isHead(page, line, index))).join('\n')
}

/** Words of a line of running text at least; words that a line's end cuts end a text. */
const WORDS = 4
const CUT = /\S+[-\u2010\u00ad]\n\S+/

/** Returns the blocks of running text. Between blocks, and in tables, there is more than one right order. */
function paragraphsIn(places: string): string[] {
  const inside = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name} [^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)
  return inside(places, 'block').flatMap((block) => {
    const lines = inside(block, 'line').map((line) => inside(line, 'word').map(decode))
    if (lines.length < 2 || lines.flat().length < WORDS * lines.length) return []
    return lines
      .map((words) => words.join(' '))
      .join('\n')
      .split(CUT)
  })
}

const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  aacute: 'á',
  oacute: 'ó',
  iacute: 'í',
  uacute: 'ú',
  ntilde: 'ñ',
  ccedil: 'ç',
}

const decode = (text: string): string =>
  text
    .replaceAll(/&([a-zA-Z]{2,6});/g, (whole, name: string) => NAMED[name] ?? whole)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&shy;', '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&')

/** Returns the contents of all elements of a name, from the outermost on. */
const elementsOf = (xml: string, name: string): string[] =>
  xml
    .split(new RegExp(`<${name}(?=[\\s>])[^<>]*(?<!/)>`))
    .slice(1)
    .map((part) => part.split(new RegExp(`</${name}>`))[0] ?? '')

const withoutTags = (xml: string): string => decode(xml.replaceAll(/<[^<>]*>/g, ''))

function officeReading(files: Record<string, Uint8Array>, format: Format): OtherReading {
  const xml = Object.keys(files)
    .filter((name) => format.parts.test(name))
    .map((name) => Buffer.from(files[name] ?? []).toString())
    .join('\n')
  const textOf = (part: string) =>
    elementsOf(part, format.paragraph)
      .map((paragraph) => {
        const spaced = paragraph.replaceAll(
          /<(?:w:tab|w:br|a:br|text:tab|text:s|text:line-break)\b[^<>]*>/g,
          ' ',
        )
        return format.text ? elementsOf(spaced, format.text).map(decode).join('') : withoutTags(spaced)
      })
      .join('\n')
  return { text: textOf(xml), rows: rowsOf(xml, format, textOf) }
}

function rowsOf(
  xml: string,
  { row, cell }: Pick<Format, 'row' | 'cell'>,
  textOf: (part: string) => string,
): string[][] {
  return elementsOf(xml, row)
    .map((part) =>
      elementsOf(part, cell)
        .map(textOf)
        .filter((text) => text.trim() !== ''),
    )
    .filter((cells) => cells.length > 1)
}

function sheetReading(files: Record<string, Uint8Array>): OtherReading {
  const xmlOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  const textOf = (part: string) => elementsOf(part, 't').map(decode).join('')
  const shared = elementsOf(xmlOf('xl/sharedStrings.xml'), 'si').map((item) =>
    textOf(item.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, '')),
  )
  const states = elementsOf(xmlOf('xl/workbook.xml'), 'sheets').join('')
  if (/state="(?:hidden|veryHidden)"/.test(states)) return { text: '', rows: [] }
  const rows = Object.keys(files)
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .filter((name) => !/hidden="(?:1|true)"/.test(xmlOf(name)))
    .flatMap((name) => elementsOf(xmlOf(name), 'row'))
    .map((row) =>
      [...row.matchAll(/<c\b([^<>]*)>([\s\S]*?)<\/c>/g)].flatMap(([, attributes = '', inner = '']) => {
        if (attributes.includes('t="s"')) return [shared[Number(withoutTags(inner))] ?? '']
        return attributes.includes('t="inlineStr"') ? [textOf(inner)] : []
      }),
    )
  return { text: rows.flat().join('\n'), rows: rows.filter((cells) => cells.length > 1), isPart: true }
}

/** Returns the text of a page by its mark, as UTF-8, or as what it declares. */
function pageText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const start = Buffer.from(bytes.subarray(0, 4_000)).toString('latin1')
    return new TextDecoder(/charset=["']?([\w-]{1,40})/i.exec(start)?.[1] ?? 'windows-1252').decode(bytes)
  }
}

/** Returns the article that the tests of newspaper expect of a page, which stands in another folder. */
async function articleReading(path: string): Promise<OtherReading | undefined> {
  const expected = join(dirname(path), '..', 'text', basename(path).replace(/\.html?$/i, '.txt'))
  const text = await readFile(expected, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { text, rows: [], isPart: true }
}

/** Elements of a page that are no part of its text. */
const UNSEEN =
  /<(script|style|noscript|template|title|select|svg|iframe|nav|footer)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi

function pageReading(html: string): OtherReading {
  const seen = html.replaceAll(UNSEEN, ' ')
  const textOf = (part: string) =>
    withoutTags(part.replaceAll(/<\/?(?:p|div|li|tr|td|th|br|h\d)\b[^<>]*>/gi, ' '))
  const lower = seen.replaceAll(
    /<(\/?)(tr|td|th)\b/gi,
    (_, end: string, name: string) => `<${end}${name.toLowerCase()}`,
  )
  return {
    text: textOf(seen),
    rows: rowsOf(lower.replaceAll(/<(\/?)th\b/g, '<$1td'), { row: 'tr', cell: 'td' }, textOf),
  }
}

/** Reads RTF with LibreOffice. A file without the mark of RTF is a part of one, which LibreOffice reads as plain text. */
async function richReading(path: string, bytes: Uint8Array): Promise<OtherReading | undefined> {
  if (!Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('{\\rtf'))) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'plg-rtf-'))
  try {
    const own = `-env:UserInstallation=file://${join(tmpdir(), 'plg-libreoffice')}`
    await run('soffice', [own, '--headless', '--convert-to', 'html:HTML', '--outdir', folder, path], {
      timeout: 120_000,
    })
    const html = join(folder, basename(path).replace(/\.rtf$/i, '.html'))
    return pageReading(await readFile(html, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the text of the documents of a book in the order of reading. */
function bookReading(files: Record<string, Uint8Array>): OtherReading {
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  const valueOf = (tag: string, name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? ''
  const path = valueOf(/<rootfile\b[^<>]*>/.exec(textOf('META-INF/container.xml'))?.[0] ?? '', 'full-path')
  const root = textOf(path)
  const items = [...root.matchAll(/<(?:opf:)?item\b[^<>]*>/g)].map(([tag]) => tag)
  const chapters = [...root.matchAll(/<(?:opf:)?itemref\b[^<>]*>/g)].flatMap(([place]) => {
    const item = items.find((tag) => valueOf(tag, 'id') === valueOf(place, 'idref')) ?? ''
    if (!/html/.test(valueOf(item, 'media-type'))) return []
    const { pathname } = new URL(valueOf(item, 'href'), `http://book/${path}`)
    return [pageReading(textOf(decodeURIComponent(pathname).slice(1)))]
  })
  return { text: chapters.map(({ text }) => text).join('\n'), rows: chapters.flatMap(({ rows }) => rows) }
}
