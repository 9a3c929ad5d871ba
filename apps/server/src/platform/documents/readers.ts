// One reader per kind of document; libraries are loaded when their kind comes.

type Reader = (bytes: Uint8Array) => Promise<string>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

const READERS: Readonly<Record<string, Reader>> = {
  'application/pdf': readPdf,
  [`${OFFICE}.wordprocessingml.document`]: readWord,
  [`${OFFICE}.spreadsheetml.sheet`]: readOffice('xlsx'),
  [`${OFFICE}.presentationml.presentation`]: readOffice('pptx'),
  [`${OPEN}.text`]: readOffice('odt'),
  [`${OPEN}.spreadsheet`]: readOffice('ods'),
  [`${OPEN}.presentation`]: readOffice('odp'),
  'application/rtf': readOffice('rtf'),
  'text/html': readHtml,
  'text/csv': readCsv,
  'image/svg+xml': (bytes) => Promise.resolve(decode(bytes)),
}

/** The text of a document of a known type. Rejects for an unknown type and for what its library cannot read. */
export async function readDocument(mimeType: string, bytes: Uint8Array): Promise<string> {
  const reader = READERS[mimeType]
  if (!reader) throw new Error(`no reader for ${mimeType}`)
  return reader(bytes)
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function readPdf(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text.map((page, index) => `[Page ${index + 1}]\n${page}`).join('\n\n')
}

async function readWord(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    // Pictures, those at outside addresses too, are left out: nothing is fetched and nothing is inlined.
    {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  )
  return toMarkdown(value)
}

async function readHtml(bytes: Uint8Array): Promise<string> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  const html = decode(bytes)
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, object'))
    hidden.remove()
  const whole = document.body?.innerHTML ?? ''
  const article = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0]).parse()
  const title = article?.title ? `# ${article.title}\n\n` : ''
  return title + (await toMarkdown(article?.content || whole))
}

async function toMarkdown(html: string): Promise<string> {
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.remove(['script', 'style'])
  turndown.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) =>
      (node as { getAttribute(name: string): string | null }).getAttribute('alt') ?? '',
  })
  return turndown.turndown(html)
}

async function readCsv(bytes: Uint8Array): Promise<string> {
  const { default: papa } = await import('papaparse')
  const { data } = papa.parse<string[]>(decode(bytes), { skipEmptyLines: true })
  return data.map((row) => row.join(' | ')).join('\n')
}

function readOffice(fileType: 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'rtf'): Reader {
  return async (bytes) => {
    const { OfficeParser } = await import('officeparser')
    const read = await OfficeParser.parseOffice(Buffer.from(bytes), {
      fileType,
      ocr: false,
      extractAttachments: false,
    })
    return (await read.to('text')).value as string
  }
}
