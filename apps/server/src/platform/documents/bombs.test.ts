// Malicious files (INPUT-2, INPUT-3): each ends with an error within its limits of time and memory.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '#test/full.ts'
import { DocumentUnreadable, openDocuments } from './index.ts'
import { OOXML, sheet, word, zip } from './test/zip.ts'

const documents = openDocuments()
afterAll(() => documents.close())

const WORD = `${OOXML}.wordprocessingml.document`
const SHEET = `${OOXML}.spreadsheetml.sheet`
const SLIDES = `${OOXML}.presentationml.presentation`
const PDF = 'application/pdf'

const OPEN = 'application/vnd.oasis.opendocument'

const openText = (text: string) => ({
  'content.xml': `<office:document-content><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
})

/** Returns the parts of a presentation with so many slides of the same shapes. */
function slidesOf(slides: number, shapes: string): Record<string, string> {
  const numbers = Array.from({ length: slides }, (_, index) => index)
  return {
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${numbers.map((n) => `<p:sldId r:id="r${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${numbers.map((n) => `<Relationship Id="r${n}" Type="a/slide" Target="slides/${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      numbers.map((n) => [
        `ppt/slides/${n}.xml`,
        `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  }
}

let count = 0
/** Returns a file's text or its error. Each file has its own user, so that none waits for another. */
async function read(mimeType: string, bytes: Uint8Array, gone?: AbortSignal): Promise<string> {
  try {
    return (await documents.extract({ mimeType, bytes }, { key: `${++count}`, gone })).text
  } catch (error) {
    if (error instanceof DocumentUnreadable) return `refused: ${error.message}`
    throw error
  }
}

const zeros = Buffer.alloc(90_000_000)
const laughs = (root: string) =>
  `<!DOCTYPE ${root} [<!ENTITY a "haha">${'bcdefghij'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
    .join('')}]>`
const outside = (root: string, address: string) => `<!DOCTYPE ${root} [<!ENTITY x SYSTEM "${address}">]>`

function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.map((object, index) =>
    Buffer.concat([
      Buffer.from(`${index + 1} 0 obj`),
      Buffer.from(object as string),
      Buffer.from('endobj\n'),
    ]),
  )
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...parts,
    Buffer.from(`trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`),
  ])
}

function pdf(stream: Buffer, filter = '', kids = '[3 0 R]', pages = 1): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
    `<</Type/Pages/Kids${kids}/Count ${pages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    Buffer.concat([
      Buffer.from(`<</Length ${stream.length}${filter}>>stream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}
const shown = Buffer.from('BT /F1 24 Tf 72 700 Td (shown) Tj ET')
const nested = Array.from({ length: 2 }).reduce<Buffer>((data) => deflateSync(data, { level: 9 }), zeros)

test.each<[name: string, mimeType: string, bytes: Buffer, outcome: RegExp]>([
  ['a zip bomb in Word', WORD, zip({ ...word('x'), 'word/a': zeros }, { deflate: true }), /bomb/],
  ['a zip bomb in slides', SLIDES, zip({ 'ppt/a.xml': zeros }, { deflate: true }), /bomb/],
  [
    'a zip directory with false sizes',
    SHEET,
    zip({ ...sheet('x'), 'xl/a.xml': zeros }, { deflate: true, claims: 1_000 }),
    /more than it says/,
  ],
  [
    'many entries',
    SHEET,
    zip(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`xl/${n}`, '']))),
    /too many entries/,
  ],
  [
    'an archive that contains archives',
    WORD,
    zip({ ...word('outside'), 'word/embeddings/a.zip': zip({ a: zip({ b: zeros }, { deflate: true }) }) }),
    /^outside$/,
  ],
  [
    'a quarter of a million runs in Word',
    WORD,
    zip(word('a</w:t></w:r><w:r><w:t>'.repeat(250_000))),
    /^a{10}/,
  ],
  [
    'a million runs in Word',
    WORD,
    zip(word('a</w:t></w:r><w:r><w:t>'.repeat(1_000_000))),
    /^a{10}|too much memory/,
  ],
  [
    'elements within each other in Word',
    WORD,
    zip(word(`${'<w:sdt><w:sdtContent>'.repeat(200_000)}x${'</w:sdtContent></w:sdt>'.repeat(200_000)}`)),
    /^x?|refused/,
  ],
  ['half of a Word document', WORD, zip(word('x'.repeat(1_000))).subarray(0, 900), /no directory/],
  ['paths out of the archive', WORD, zip({ ...word('inside'), '../../../etc/passwd': 'x' }), /^inside$/],
  [
    'a sheet that claims to have 17 billion cells',
    SHEET,
    zip(sheet('cell', { dimension: 'A1:XFD1048576' })),
    /cell/,
  ],
  ['a billion laughs in Word', WORD, zip(word('&j;', laughs('w:document'))), /^(?!.*haha)/s],
  ['a billion laughs in a sheet', SHEET, zip(sheet('&j;', { before: laughs('sst') })), /^(?!.*haha)/s],
  [
    'a billion laughs in SVG',
    'image/svg+xml',
    Buffer.from(`${laughs('svg')}<svg><text>&j;</text></svg>`),
    /<text>&j;<\/text>/,
  ],
  [
    'an external entity in Word',
    WORD,
    zip(word('&x;', outside('w:document', 'file:///etc/passwd'))),
    /^(?!.*root:)/s,
  ],
  [
    'an external entity in a sheet',
    SHEET,
    zip(sheet('&x;', { before: outside('sst', 'file:///etc/passwd') })),
    /^(?!.*root:)/s,
  ],
  ['nested compression', PDF, pdf(nested, '/Filter[/FlateDecode/FlateDecode]'), /Page 1|refused/],
  ['a hundred thousand missing pages', PDF, pdf(shown, '', '[3 0 R]', 100_000), /shown|refused/],
  ['pages that contain themselves', PDF, pdf(shown, '', '[2 0 R]', 2), /shown|no text|refused/],
  ['JavaScript and a page', PDF, pdf(shown), /^\[Page 1\]\nshown$/],
  [
    'groups of shapes in groups, a hundred thousand deep',
    SLIDES,
    zip(
      slidesOf(
        1,
        `${'<p:grpSp>'.repeat(100_000)}<p:sp><p:txBody><a:p><a:r><a:t>deep</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(100_000)}`,
      ),
    ),
    /no text/,
  ],
  ['nine hundred slides', SLIDES, zip(slidesOf(900, '<p:sp><p:txBody><a:p/></p:txBody></p:sp>')), /no text/],
  [
    'a table with two thousand million repeated cells',
    `${OPEN}.text`,
    zip(
      openText(
        '<table:table><table:table-row table:number-rows-repeated="2147483647"><table:table-cell table:number-columns-repeated="2147483647"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ),
    /^x \| x/,
  ],
  [
    'lists in lists, a hundred thousand deep',
    `${OPEN}.text`,
    zip(
      openText(
        `${'<text:list><text:list-item>'.repeat(100_000)}<text:p>deep</text:p>${'</text:list-item></text:list>'.repeat(100_000)}`,
      ),
    ),
    /no text/,
  ],
  [
    'HTML of one and a half million bytes of nested elements',
    'text/html',
    Buffer.from('<div>x'.repeat(250_000)),
    /^x/,
  ],
])('stays within the limits: %s', async (_, mimeType, bytes, outcome) => {
  const begin = performance.now()
  const memory = process.memoryUsage().rss
  expect((await read(mimeType, bytes)).slice(0, 2_000)).toMatch(outcome)
  expect(performance.now() - begin).toBeLessThan(25_000)
  // The memory was in the child process and is freed with it.
  expect(process.memoryUsage().rss - memory).toBeLessThan(300_000_000)
})

test('a truncated PDF is refused or its remaining text is returned', async () => {
  const whole = pdf(shown)
  const tenths = isFull ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 5, 9]
  const cut = tenths.map((tenth) => whole.subarray(0, (tenth * whole.length) / 10))
  for (const outcome of await Promise.all(cut.map((bytes) => read(PDF, bytes))))
    expect(outcome).toMatch(/^refused: |shown|no text/)
}, 60_000)

test('resources that a document links to are not requested', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  server.on('connection', () => asked.push('a connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const html = `<link rel="stylesheet" href="${address}/a"><img src="${address}/b">seen<iframe src="${address}/c"></iframe>`
  expect(await read('text/html', Buffer.from(html))).toContain('seen')
  await read(WORD, zip(word('&x;', outside('w:document', `${address}/d`))))
  await read('image/svg+xml', Buffer.from(`<svg><image href="${address}/e"/></svg>`))
  server.close()
  expect(asked).toEqual([])
})

test('a document cannot pollute the prototypes of the server or of the next document', async () => {
  const polluted = zip({
    ...sheet('kept'),
    'xl/__proto__': 'polluted',
    'docProps/core.xml': '<a><__proto__><polluted>yes</polluted></__proto__></a>',
  })
  expect(await read(SHEET, polluted)).toContain('kept')
  expect(await read('text/csv', Buffer.from('__proto__,constructor\npolluted,1'))).toContain('polluted')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  expect(await read(WORD, zip(word('afterwards')))).toBe('afterwards')
})

test('reading ends when its caller aborts, and frees its slot', async () => {
  const narrow = openDocuments({ atOnce: 1, smallMs: 60_000 })
  const gone = new AbortController()
  const slow = narrow.extract(
    { mimeType: 'text/html', bytes: Buffer.from('<b>x</b>'.repeat(1_000_000)) },
    { key: '1', gone: gone.signal },
  )
  const refused = expect(slow).rejects.toThrow('nobody waits')
  const next = narrow.extract({ mimeType: PDF, bytes: pdf(shown) }, { key: '2' })
  gone.abort()
  await refused
  expect((await next).text).toContain('shown')
  narrow.close()
})

test('a small file has less time than a large one', async () => {
  const hasty = openDocuments({ smallMs: 1, perMegabyteMs: 20_000 })
  const page = (padding: number) => Buffer.from(`<p>text</p><!--${' '.repeat(padding)}-->`)
  const ask = (bytes: Buffer) => hasty.extract({ mimeType: 'text/html', bytes }, { key: `${++count}` })
  await expect(ask(page(0))).rejects.toThrow('too long')
  expect((await ask(page(1_500_000))).text).toBe('text')
  hasty.close()
})
