// One reader per document type; its libraries are loaded on demand, before the document is parsed.
import { shallow } from './html.ts'

type Reader = (bytes: Uint8Array) => Promise<string>
/** Loads a reader with everything it needs: the disk is not accessible afterwards. */
type Loads = () => Promise<Reader>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

const READERS: Readonly<Record<string, Loads>> = {
  'application/pdf': loadPdf,
  [`${OFFICE}.wordprocessingml.document`]: loadWord,
  [`${OFFICE}.spreadsheetml.sheet`]: loadOffice('xlsx'),
  [`${OFFICE}.presentationml.presentation`]: loadOffice('pptx'),
  [`${OPEN}.text`]: loadOffice('odt'),
  [`${OPEN}.spreadsheet`]: loadOffice('ods'),
  [`${OPEN}.presentation`]: loadOffice('odp'),
  'application/rtf': loadOffice('rtf'),
  'text/html': loadHtml,
  'text/csv': loadCsv,
  'image/svg+xml': () => Promise.resolve((bytes) => Promise.resolve(decode(bytes))),
}

/** Above this number of pieces a page is converted whole: finding its article takes a second per 50,000. */
const ARTICLE_PIECES = 50_000

/** Loads the reader of a type. Rejects for an unknown type; the reader rejects for content that its library cannot read. */
export async function loadReader(mimeType: string): Promise<Reader> {
  const load = Object.hasOwn(READERS, mimeType) ? READERS[mimeType] : undefined
  if (!load) throw new Error(`no reader for ${mimeType}`)
  return load()
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function loadPdf(): Promise<Reader> {
  const { extractText, getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  await getResolvedPDFJS()
  return async (bytes) => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
    return text.map((page, index) => `[Page ${index + 1}]\n${page}`).join('\n\n')
  }
}

async function loadWord(): Promise<Reader> {
  const { default: mammoth } = await import('mammoth')
  const toMarkdown = await loadMarkdown()
  return async (bytes) => {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      // Drops images, including remote ones: nothing is fetched or inlined.
      {
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        externalFileAccess: false,
      },
    )
    return toMarkdown(shallow(value).html)
  }
}

async function loadHtml(): Promise<Reader> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  const toMarkdown = await loadMarkdown()
  return (bytes) => {
    const { html, pieces } = shallow(decode(bytes))
    const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, object'))
      hidden.remove()
    const whole = document.body?.innerHTML ?? ''
    type Page = ConstructorParameters<typeof Readability>[0]
    const article = pieces > ARTICLE_PIECES ? undefined : new Readability(document as unknown as Page).parse()
    const title = article?.title ? `# ${article.title}\n\n` : ''
    return Promise.resolve(title + toMarkdown(article?.content || whole))
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
  // Turndown loads its HTML parser on first use.
  turndown.turndown('<p>x</p>')
  return (html) => turndown.turndown(html)
}

async function loadCsv(): Promise<Reader> {
  const { default: papa } = await import('papaparse')
  return (bytes) => {
    const { data } = papa.parse<string[]>(decode(bytes), { skipEmptyLines: true })
    return Promise.resolve(data.map((row) => row.join(' | ')).join('\n'))
  }
}

function loadOffice(fileType: 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf'): Loads {
  return async () => {
    const { OfficeParser } = await import('officeparser')
    return async (bytes) => {
      const read = await OfficeParser.parseOffice(Buffer.from(bytes), {
        fileType,
        ocr: false,
        extractAttachments: false,
      })
      return (await read.to('text')).value as string
    }
  }
}
