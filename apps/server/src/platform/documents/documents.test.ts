import { afterAll, expect, test, vi } from 'vitest'
import { pdfOf } from '#test/pdf.ts'
import { DocumentUnreadable, openDocuments, type Block } from './index.ts'
import { endReadersDuring, ownReaders } from './test/processes.ts'
import { OOXML, word, zip } from './test/zip.ts'

const anna = { key: '1' }
const documents = openDocuments()
afterAll(() => documents.close())

const pdf = (text: string) => pdfOf([[[24, 700, text]]])

const mail = (subject: string, text: string) =>
  Buffer.from(
    [
      'From: Anna <anna@example.org>',
      'To: ben@example.org',
      `Subject: ${subject}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
    ].join('\r\n'),
  )

/** The parts of an EPUB with one chapter. */
const book = (heading: string): Record<string, string> => ({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
  'c.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>${heading}</h1><p>Es war einmal.</p></body></html>`,
})

test.each([
  ['text/markdown', Buffer.from('# Größe'), '# Größe'],
  ['text/plain', Buffer.from('\ufeffUTF-16', 'utf16le'), 'UTF-16'],
  ['text/csv', Buffer.from('a;b\n1;2\n'), 'a | b\n1 | 2'],
  ['text/html', Buffer.from('<h1>Head</h1><p>Body <b>bold</b></p><script>evil()</script>'), 'Body bold'],
  ['image/svg+xml', Buffer.from('<svg><text>Label</text></svg>'), 'Label'],
  ['application/pdf', pdf('Angebot Los 2'), 'Angebot Los 2'],
  ['application/rtf', Buffer.from('{\\rtf1\\ansi Hello rich text\\par}'), 'Hello rich text'],
  [`${OOXML}.wordprocessingml.document`, zip(word('Leistungsbeschreibung')), 'Leistungsbeschreibung'],
  [
    'text/html',
    Buffer.from('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>'),
    'A | B\n1 | 2',
  ],
  ['message/rfc822', mail('Angebot', 'Mit freundlichen Grüßen'), '# Angebot'],
  ['message/rfc822', mail('Angebot', 'Mit freundlichen Grüßen'), 'Mit freundlichen Grüßen'],
  ['application/epub+zip', zip(book('Erstes Kapitel')), 'Erstes Kapitel'],
])('reads %s', async (mimeType, bytes, expected) => {
  const { text, hasText } = await documents.extract({ mimeType, bytes }, anna)
  expect(text).toContain(expected)
  expect(hasText).toBe(true)
})

test.each([
  [
    'macros',
    'word.document.macroEnabled',
    { 'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1Shell', 'latin1') },
  ],
  ['a template', 'openxmlformats-officedocument.wordprocessingml.template', {}],
])('a Word document that is one with %s is read like others', async (_, kind, more) => {
  const parts = word('Rates')
  const types = (parts['[Content_Types].xml'] ?? '').replace(
    /ContentType="[^"]*document\.main\+xml"/,
    `ContentType="application/vnd.${kind}.main+xml"`,
  )
  const bytes = zip({ ...parts, '[Content_Types].xml': types, ...more })
  const mimeType = `${OOXML}.wordprocessingml.document`
  expect((await documents.extract({ mimeType, bytes }, anna)).text).toBe('Rates')
})

test.each([
  ['is empty', ' '],
  ['only points to it', 'View this mail in HTML.'],
])('the HTML part of a mail is read when the plain one %s', async (_, plain) => {
  const bytes = Buffer.from(
    [
      'From: Bank <info@bank.example>\r\nCc: ben@example.org\r\nSubject: Statement',
      'Content-Type: multipart/alternative; boundary="b"\r\n',
      `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${plain}\r\n`,
      '--b\r\nContent-Type: text/html; charset=utf-8\r\n',
      '<p>Your balance is <b>1,250.40 EUR</b> on 11 January, and nothing is due before May.</p>\r\n--b--',
    ].join('\r\n'),
  )
  const { text } = await documents.extract({ mimeType: 'message/rfc822', bytes }, anna)
  expect(text).toContain('Your balance is 1,250.40 EUR on 11 January')
  expect(text).toContain('Cc: <ben@example.org>')
})

test.each([
  ['a damaged PDF', 'application/pdf', Buffer.from('%PDF-1.7 nothing')],
  ['an archive without a directory', `${OOXML}.wordprocessingml.document`, Buffer.from('PK\x03\x04 nothing')],
  [
    'an archive that claims gigabytes',
    `${OOXML}.spreadsheetml.sheet`,
    zip(word('x'), { claims: 4_000_000_000 }),
  ],
  [
    'an archive of thousands of entries',
    `${OOXML}.presentationml.presentation`,
    zip(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`f${n}`, '']))),
  ],
])('refuses %s', async (_, mimeType, bytes) => {
  await expect(documents.extract({ mimeType, bytes }, anna)).rejects.toThrow(DocumentUnreadable)
})

test('an archive with a broken part is damaged, not too large', async () => {
  const bytes = zip(word('x'.repeat(500)), { deflate: true })
  // The first bits of a block: those of a kind that does not exist.
  const part = bytes.indexOf('word/document.xml') + 'word/document.xml'.length
  bytes[part] = 0xff
  const mimeType = `${OOXML}.wordprocessingml.document`
  const longer = zip(word('x'.repeat(500)), { deflate: true, claims: 20 })
  for (const broken of [bytes, longer])
    await expect(documents.extract({ mimeType, bytes: broken }, anna)).rejects.toMatchObject({
      code: 'damaged',
    })
})

const note = (text: string) => {
  const bytes = Buffer.from(text)
  return { mimeType: 'text/markdown', size: bytes.length, bytes: () => [bytes] }
}

test('one reader, which stays, reads small texts; a text that it does not finish gets a reader of its own', async () => {
  await documents.read(note('# One'), anna)
  // Those of the tests before are ending.
  const kept = await vi.waitFor(async () => {
    const readers = await ownReaders()
    expect(readers).toHaveLength(1)
    return readers
  }, 20_000)
  await Promise.all(['1', '2', '3'].map((key) => documents.read(note('# Two'), { key })))
  const plain = { mimeType: 'text/plain', bytes: Buffer.from('# as it is') }
  expect((await documents.extract(plain, anna)).text).toBe('# as it is')
  expect(await ownReaders()).toEqual(kept)
  const hasty = openDocuments({ sharedMs: 1 })
  const { json } = await hasty.read(note('# Three'), anna)
  expect(JSON.parse(json.toString())).toEqual([{ kind: 'heading', level: 1, text: 'Three' }])
  hasty.close()
})

test('small texts do not wait for slow documents of others', async () => {
  const left = new AbortController()
  const bytes = Buffer.from(`<table>${'<tr><td>x<td>y'.repeat(100_000)}`)
  let over = 0
  const slow = ['2', '3'].map((key) =>
    documents
      .extract({ mimeType: 'text/html', bytes }, { key, gone: left.signal })
      .catch(() => undefined)
      .finally(() => over++),
  )
  expect((await documents.read(note('# Four'), { key: '4' })).characters).toBe(4)
  expect(over).toBe(0)
  left.abort()
  await Promise.all(slow)
})

test('a document that ended its reader twice is refused', async () => {
  const bytes = Buffer.from('<b>x</b>'.repeat(300_000))
  const read = documents.extract({ mimeType: 'text/html', bytes }, anna)
  const refused = expect(read).rejects.toMatchObject({ code: 'interrupted' })
  // The reader of texts may still be there.
  expect(await endReadersDuring(read)).toBeGreaterThanOrEqual(2)
  await refused
})

test('reading ends at its time limit, also for the next document', async () => {
  const hasty = openDocuments({ timeMs: 1, atOnce: 1 })
  for (let round = 0; round < 2; round++)
    await expect(hasty.extract({ mimeType: 'application/pdf', bytes: pdf('x') }, anna)).rejects.toThrow(
      'too long',
    )
  hasty.close()
})

test('reading ends when it takes too much memory', async () => {
  const small = openDocuments({ memoryMb: 20 })
  await expect(small.extract({ mimeType: 'application/pdf', bytes: pdf('x') }, anna)).rejects.toThrow(
    DocumentUnreadable,
  )
  small.close()
})

test('detects PDF headings by font size, and omits text that repeats on most pages', async () => {
  const page = (number: number, chapter: string) =>
    [
      [8, 760, 'Travel rules of Examplia'],
      [20, 700, chapter],
      [11, 660, `The office pays for journeys of chapter ${number}, if they were agreed before,`],
      [11, 646, 'and for the home-'],
      [11, 632, 'office of everybody who works there.'],
      [8, 40, `Page ${number} of 4`],
    ] as const
  const bytes = pdfOf(['Hotels', 'Trains', 'Meals', 'Taxis'].map((name, index) => page(index + 1, name)))
  const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
  const { json, pages } = await documents.read(file, anna)
  const blocks = JSON.parse(json.toString()) as Block[]
  expect(pages).toBe(4)
  expect(blocks.filter(({ kind }) => kind === 'heading').map(({ text, page: at }) => [text, at])).toEqual([
    ['Hotels', 1],
    ['Trains', 2],
    ['Meals', 3],
    ['Taxis', 4],
  ])
  const text = blocks.map((block) => block.text).join('\n')
  expect(text).toContain('homeoffice of everybody')
  expect(text).not.toContain('Travel rules')
  expect(text).not.toContain('of 4')
})
