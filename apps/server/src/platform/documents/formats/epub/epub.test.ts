import { beforeAll, expect, test } from 'vitest'
import { zip } from '../../test/zip.ts'
import type { Reader } from '../reader.ts'
import { loadEpub } from './epub.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadEpub()
})

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'

interface Part {
  readonly body: string
  readonly type?: string
  readonly properties?: string
  readonly linear?: string
  readonly href?: string
}

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`

/** Returns a book; its parts are in the order of reading, in the folder of the package. */
function book(
  parts: Readonly<Record<string, Part>>,
  metadata = '',
  more: Record<string, string> = {},
): Buffer {
  const names = Object.keys(parts)
  const items = names.map((name) => {
    const { type = 'application/xhtml+xml', properties = '', href = name } = parts[name] ?? { body: '' }
    return `<item id="${name}" href="${href}" media-type="${type}" properties="${properties}"/>`
  })
  const places = names.map((name) => `<itemref idref="${name}" linear="${parts[name]?.linear ?? 'yes'}"/>`)
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${items.join('')}</manifest><spine>${places.join('')}</spine></package>`,
    ...Object.fromEntries(names.map((name) => [`OPS/${name}`, page(parts[name]?.body ?? '')])),
    ...more,
  })
}
const textsOf = async (...book_: Parameters<typeof book>) =>
  (await reader(book(...book_))).blocks.map(({ kind, text }) => [kind, text])

test('chapters are read in the order of reading, what is only opened from elsewhere comes last', async () => {
  const parts = {
    'z.xhtml': { body: '<h1>One</h1><p>first' },
    'answers.xhtml': { body: '<p>answers</p>', linear: 'no' },
    'a b.xhtml': { body: '<h2>Two</h2><ul><li>x</li></ul>', href: 'a%20b.xhtml' },
  }
  expect(await textsOf(parts, '<dc:title>The Book</dc:title>')).toEqual([
    ['heading', 'The Book'],
    ['heading', 'One'],
    ['text', 'first'],
    ['heading', 'Two'],
    ['list', '- x'],
    ['text', 'answers'],
  ])
})

test('lists of links for programs are no text', async () => {
  const contents = '<h1>Contents</h1><nav epub:type="toc"><ol><li><a href="a.xhtml">A</a></li></ol></nav>'
  const parts = {
    'nav.xhtml': { body: contents, properties: 'scripted nav' },
    'a.xhtml': { body: '<p>text</p>' },
  }
  expect(await textsOf(parts)).toEqual([['text', 'text']])
  const own = { 'nav.xhtml': { body: `${contents}<p>All of it.</p>`, properties: 'nav' } }
  expect((await textsOf(own)).map(([, text]) => text)).toEqual(['Contents', 'All of it.'])
})

test('notes have their marks in brackets, also hidden ones', async () => {
  const body =
    'Water<sup><a epub:type="noteref" href="#n">1</a></sup> boils.<aside epub:type="footnote" id="n" hidden="hidden"><p>1. At 100 °C. <a role="doc-backlink" href="#r">↩</a></p></aside>'
  expect((await textsOf({ 'a.xhtml': { body } })).map(([, text]) => text)).toEqual([
    'Water[1] boils.',
    '1. At 100 °C.',
  ])
})

test('of the forms of a content one is read', async () => {
  const form = (space: string) =>
    `<epub:switch><epub:case required-namespace="${space}"><math><mi>x</mi></math></epub:case><epub:default><p>other</p></epub:default></epub:switch>`
  expect(await textsOf({ 'a.xhtml': { body: form('http://www.w3.org/1998/Math/MathML') } })).toEqual([
    ['text', '$x$'],
  ])
  expect(await textsOf({ 'a.xhtml': { body: form('http://a.example/music') } })).toEqual([['text', 'other']])
})

test('the pages of a book with a fixed layout are its documents', async () => {
  const parts = {
    'a.xhtml': { body: '<p>one</p>' },
    'b.xhtml': { body: '<img src="b.png"/>' },
    'c.xhtml': { body: '<p>three</p>' },
  }
  const layout = '<meta property="rendition:layout">pre-paginated</meta>'
  const { blocks, pages, warnings } = await reader(book(parts, layout))
  expect(blocks.map(({ text, page: at }) => [text, at])).toEqual([
    ['one', 1],
    ['three', 3],
  ])
  expect(pages).toBe(3)
  expect(warnings).toEqual([
    { code: 'pictures', pages: [], count: 1 },
    { code: 'pages_without_text', pages: [2] },
  ])
})

const locked = (path: string, method: string) => ({
  'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${method}"/><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`,
})
const AES = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'

test('encrypted chapters are said, encrypted fonts do not matter', async () => {
  const parts = { 'a.xhtml': { body: '<p>open</p>' }, 'b.xhtml': { body: '<p>locked</p>' } }
  const { blocks, warnings } = await reader(book(parts, '', locked('OPS/b.xhtml', AES)))
  expect(blocks.map(({ text }) => text)).toEqual(['open'])
  expect(warnings).toEqual([{ code: 'encrypted_parts', pages: [], names: ['OPS/b.xhtml'] }])
  const fonts = locked('OPS/f.otf', 'http://www.idpf.org/2008/embedding')
  expect((await reader(book(parts, '', fonts))).warnings).toEqual([])
  await expect(async () =>
    reader(book({ 'b.xhtml': { body: 'x' } }, '', locked('OPS/b.xhtml', AES))),
  ).rejects.toThrow('encrypted')
})

test('pictures in the order of reading are counted, and what has a substitute is read as it', async () => {
  const parts = {
    'p.png': { body: '', type: 'image/png' },
    'd.svg': { body: '<svg><text>label</text></svg>', type: 'image/svg+xml' },
  }
  const { blocks, warnings } = await reader(book(parts))
  expect(blocks.map(({ text }) => text)).toEqual(['label'])
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 1 }])
})

test('a book without a package is damaged', async () => {
  await expect(async () => reader(zip({ mimetype: 'application/epub+zip' }))).rejects.toThrow('missing')
})

test('a chapter that is named many times is read once', async () => {
  const places = '<itemref idref="a"/>'.repeat(50_000)
  const bytes = zip({
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${places}</spine></package>`,
    'OPS/a.xhtml': page('<p>once</p>'),
  })
  expect((await reader(bytes)).blocks.map(({ text }) => text)).toEqual(['once'])
})
