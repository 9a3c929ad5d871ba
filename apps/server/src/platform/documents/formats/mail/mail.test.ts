import { expect, test } from 'vitest'
import { pdfOf } from '#test/pdf.ts'
import { sheet, word, zip } from '../../test/zip.ts'
import { loadReader } from '../index.ts'

const MAIL = 'message/rfc822'
const HEAD = 'From: Ada <ada@a.example>\r\nTo: Bea <bea@b.example>\r\nSubject: Rates\r\nMIME-Version: 1.0\r\n'

interface MimeFile {
  readonly type: string
  readonly name?: string
  readonly content: string | Uint8Array
  readonly head?: string
}

const partOf = ({ type, name, content, head = '' }: MimeFile) => {
  const disposition = name === undefined ? '' : `Content-Disposition: attachment; filename="${name}"\r\n`
  const body = Buffer.from(content)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
  return `Content-Type: ${type}\r\n${disposition}${head}Content-Transfer-Encoding: base64\r\n\r\n${body}\r\n`
}
const multipart = (kind: string, parts: readonly string[], boundary = 'b') =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
const mailOf = (...files: readonly MimeFile[]) => Buffer.from(HEAD + multipart('mixed', files.map(partOf)))
const text = (content: string, charset = 'utf-8'): MimeFile => ({
  type: `text/plain; charset=${charset}`,
  content,
})

async function read(mail: Buffer, isSecond = false) {
  const { blocks, warnings } = await (await loadReader(MAIL, isSecond, mail))(mail)
  return { texts: blocks.slice(2).map(({ kind, text: own }) => [kind, own]), warnings, blocks }
}

const WORD = zip(word('Leistungen'))

test('attached files are read as documents of their own, below their names', async () => {
  const mail = mailOf(
    text('See the files.'),
    { type: 'application/octet-stream', name: 'a.docx', content: WORD },
    { type: 'application/pdf', name: 'b.pdf', content: pdfOf([[[24, 700, 'Angebot']]]) },
    { type: 'text/csv', name: 'c.csv', content: 'Room;Price\nBlue;80\n' },
    { type: 'application/vnd.ms-excel', name: 'd.xlsx', content: zip(sheet('Sofia')) },
    { type: 'application/rtf', name: 'e.rtf', content: '{\\rtf1 rich}' },
    { type: 'text/html', name: 'f.html', content: '<h1>Page</h1><p>of a site' },
    { type: 'application/octet-stream', name: 'g.log', content: 'a line' },
  )
  const { texts, warnings, blocks } = await read(mail)
  expect(texts.map(([, own]) => own)).toEqual([
    ...'See the files.;a.docx;Leistungen;b.pdf;Angebot;c.csv'.split(';'),
    'Room | Price\nBlue | 80',
    ...'d.xlsx;__proto__;Sofia;e.rtf;rich;f.html;Page;of a site;g.log;a line'.split(';'),
  ])
  expect(warnings).toEqual([])
  expect(blocks.find(({ text: own }) => own === 'a.docx')?.level).toBe(2)
  expect(blocks.find(({ text: own }) => own === 'Page')?.level).toBe(3)
  expect(blocks.every(({ page }) => page === undefined)).toBe(true)
})

test('files that are not read are named', async () => {
  const mail = mailOf(
    text('x'),
    { type: 'application/ms-tnef', name: 'winmail.dat', content: Buffer.from('789f3e22000001', 'hex') },
    { type: 'image/png', name: 'scan.png', content: Buffer.from('89504e470d0a1a0a00', 'hex') },
    { type: 'application/pdf', name: 'cut.pdf', content: '%PDF-1.7 nothing' },
    { type: 'application/zip', name: 'more.zip', content: zip({ a: 'x' }) },
    {
      type: 'application/octet-stream',
      name: 'locked.docx',
      content: Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    },
    {
      type: 'application/octet-stream',
      name: 'bomb.docx',
      content: zip({ ...word('x'), a: Buffer.alloc(9_000_000) }, { deflate: true }),
    },
  )
  const { texts, warnings } = await read(mail)
  expect(texts).toEqual([['text', 'x']])
  expect(warnings).toEqual([
    {
      code: 'attachments',
      pages: [],
      names: ['winmail.dat', 'scan.png', 'cut.pdf', 'more.zip', 'bomb.docx'],
    },
    { code: 'encrypted_parts', pages: [], names: ['locked.docx'] },
  ])
})

test('a mail in a mail is read, up to five within each other', async () => {
  const nested = (depth: number): Buffer =>
    depth === 0
      ? mailOf(text('the innermost'))
      : mailOf(text(`mail ${depth}`), { type: MAIL, name: 'inner.eml', content: nested(depth - 1) })
  const inner = await read(nested(2))
  expect(inner.texts.map(([, own]) => own)).toContain('the innermost')
  const deep = await read(nested(7))
  expect(deep.texts.map(([, own]) => own)).not.toContain('the innermost')
  expect(deep.warnings).toEqual([{ code: 'attachments', pages: [], names: ['inner.eml'] }])
})

test('at most fifty files are read', async () => {
  const files = Array.from({ length: 60 }, (_, n) => ({
    type: 'text/plain',
    name: `${n}.txt`,
    content: `text ${n}`,
  }))
  const { texts, warnings } = await read(mailOf(...files))
  expect(texts.filter(([kind]) => kind === 'text')).toHaveLength(50)
  expect(warnings[0]?.names?.[0]).toBe('50.txt')
})

test('what warns in a file warns in the mail, with counts added up', async () => {
  const page = '<p>x<img src=a><img src=b>'
  const { warnings } = await read(
    mailOf(
      { type: 'text/html', content: page },
      { type: 'text/html', name: 'a.html', content: page },
      { type: 'image/png', content: 'x', head: 'Content-ID: <a>\r\n' },
    ),
  )
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 5 }])
})

test('an invitation is read once', async () => {
  const event = 'BEGIN:VCALENDAR\nSUMMARY:Review\nEND:VCALENDAR'
  const form = partOf({ type: 'text/calendar; method=REQUEST', content: event })
  const body = multipart('alternative', [partOf(text('Please come.')), form], 'i')
  const file = partOf({ type: 'application/ics', name: 'invite.ics', content: event })
  const { texts } = await read(Buffer.from(HEAD + multipart('mixed', [body, file])))
  expect(texts).toEqual([
    ['text', 'Please come.'],
    ['heading', 'invite.ics'],
    ['code', event],
  ])
})

test.each([
  [
    'PGP/MIME',
    Buffer.from(
      HEAD +
        multipart('encrypted; protocol="application/pgp-encrypted"', [
          partOf(text('Version: 1')),
          partOf(text('secret')),
        ]),
    ),
    'PGP',
  ],
  [
    'S/MIME',
    Buffer.from(
      HEAD +
        partOf({ type: 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', content: 'x' }),
    ),
    'smime.p7m',
  ],
  ['PGP in the text', mailOf(text('-----BEGIN PGP MESSAGE-----\nhQ\n-----END PGP MESSAGE-----')), 'PGP'],
])('encrypted parts are said: %s', async (_, mail, name) => {
  const { texts, warnings } = await read(mail)
  expect(texts).toEqual([])
  expect(warnings).toEqual([{ code: 'encrypted_parts', pages: [], names: [name] }])
})

test('the signature of a mail is no file', async () => {
  const signature = partOf({ type: 'application/pgp-signature', name: 'signature.asc', content: 'x' })
  const mail = Buffer.from(HEAD + multipart('signed', [partOf(text('signed text')), signature]))
  expect(await read(mail)).toMatchObject({ texts: [['text', 'signed text']], warnings: [] })
})

test('the form in HTML is read when the plain one is a longer note', async () => {
  const plain = `Your program does not show this mail. Open it here: https://a.example/${'x'.repeat(400)}`
  const html = `<p>${'The new rates hold from May. '.repeat(80)}`
  const body = multipart('alternative', [partOf(text(plain)), partOf({ type: 'text/html', content: html })])
  expect((await read(Buffer.from(HEAD + body))).texts[0]?.[1]).toMatch(/^The new rates/)
})

const koi = Buffer.from('f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f20eee520c6c1cac4c520ebcfd4cff7', 'hex')

test('letters are decoded as declared if they are in it, else guessed with a warning', async () => {
  const declared = await read(mailOf({ type: 'text/plain; charset=koi8-r', content: koi }))
  expect(declared.texts[0]?.[1]).toMatch(/^Привет, как дела/)
  expect(declared.warnings).toEqual([])
  const bytes = Buffer.from('Gr\u00fc\u00dfe aus K\u00f6ln', 'latin1')
  const wrong = await read(mailOf({ type: 'text/plain; charset=utf-8', content: bytes }))
  expect(wrong.texts).toEqual([['text', 'Grüße aus Köln']])
  expect(wrong.warnings).toMatchObject([{ code: 'encoding_guessed' }])
})

test('a head in another encoding than UTF-8 is read', async () => {
  const head =
    'From: J\u00fcrgen <j@a.example>\r\nSubject: Gr\u00f6\u00dfe\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nK\u00f6ln'
  const { blocks } = await read(Buffer.from(head, 'latin1'))
  expect(blocks.map(({ text: own }) => own)).toEqual(['Größe', 'Jürgen <j@a.example>', 'Köln'])
})

test('lines of flowed text are joined', async () => {
  const { texts } = await read(
    mailOf({ type: 'text/plain; format=flowed', content: 'one \r\nline\r\nanother' }),
  )
  expect(texts).toEqual([['text', 'one line\nanother']])
})

test('the second reader names the files only', async () => {
  const mail = mailOf(text('x'), { type: 'text/plain', name: 'a.txt', content: 'inside' })
  expect(await read(mail, true)).toMatchObject({
    texts: [['text', 'x']],
    warnings: [{ code: 'attachments', pages: [], names: ['a.txt'] }],
  })
})

test('a sound whose bytes could be those of a text is named, not read', async () => {
  const sound = { content: Buffer.from('7e2aa8ecb6a57e87deca79b6ae76', 'hex'), type: 'audio/basic' }
  const { texts, warnings } = await read(mailOf(text('Listen.'), sound))
  expect(texts[0]).toEqual(['text', 'Listen.'])
  expect(warnings).toContainEqual({ code: 'attachments', pages: [], names: ['audio/basic'] })
  expect(texts.flat()).not.toContain('audio/basic')
})
