// Mails that pack their content: winmail.dat, signatures of S/MIME, split mails, mailboxes and archived pages.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sheet, word, zip } from '../../test/zip.ts'
import { outlookMail } from '../../test/outlook.ts'
import { toldType } from '../../types/by-bytes.ts'
import { loadReader } from '../index.ts'

const MAIL = 'message/rfc822'
const HEAD = 'From: Ada <ada@a.example>\r\nSubject: Rates\r\nMIME-Version: 1.0\r\n'

async function read(mail: Buffer, mimeType = MAIL) {
  const { blocks, warnings } = await (await loadReader(mimeType, false, mail))(mail)
  return { texts: blocks.map(({ text }) => text), warnings }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/(.{76})/g, '$1\r\n')
const partOf = (type: string, bytes: Buffer, name: string) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n`
const mixed = (...parts: readonly string[]) =>
  Buffer.from(
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}`).join('')}--b--\r\n`,
  )
const TEXT = 'Content-Type: text/plain\r\n\r\nSee the file.\r\n'

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const grouped = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** Returns a property whose value says how long it is; `kind` is its number and type. */
const property = (kind: number, value: Buffer, name = Buffer.alloc(0)) =>
  Buffer.concat([number(kind), name, number(1), number(value.length), grouped(value)])
const unicode = (text: string) => Buffer.from(`${text}\0`, 'utf16le')
const properties = (...list: readonly Buffer[]) => Buffer.concat([number(list.length), ...list])

/** Returns what Outlook packs a mail into, of attributes by their number and type. */
function tnef(...attributes: readonly (readonly [kind: number, value: Buffer])[]): Buffer {
  const parts = attributes.map(([kind, value]) =>
    Buffer.concat([Buffer.of(1), number(kind), number(value.length), value, Buffer.alloc(2)]),
  )
  return Buffer.concat([Buffer.from('789f3e220100', 'hex'), ...parts])
}

const SUBJECT = 0x18004
const BODY = 0x2800c
const PAGE = 0x69007
const MAIL_PROPERTIES = 0x69003
const FILE = 0x69002
const TITLE = 0x18010
const DATA = 0x6800f
const FILE_PROPERTIES = 0x69005

const NAMED = Buffer.concat([Buffer.alloc(16), number(1), number(6), grouped(Buffer.from('abc', 'utf16le'))])
const WINMAIL = tnef(
  [PAGE, number(1_251)],
  [SUBJECT, Buffer.from('cff0e8e2e5f200', 'hex')],
  [BODY, Buffer.from('See the file.\0')],
  [
    MAIL_PROPERTIES,
    properties(property(0x8001001f, unicode('x'), NAMED), property(0x0c1a001f, unicode('Jürgen'))),
  ],
  [FILE, Buffer.alloc(14)],
  [TITLE, Buffer.from('LEIST~1.DOC\0')],
  [DATA, zip(word('Leistungen'))],
  [FILE_PROPERTIES, properties(property(0x3707001f, unicode('Leistungen Größe.docx')))],
  [FILE, Buffer.alloc(14)],
  [TITLE, Buffer.from('rates.xlsx\0')],
  [DATA, zip(sheet('Sofia'))],
)

test('the files of winmail.dat are those of the mail, whose text is read once', async () => {
  const mail = mixed(TEXT, partOf('application/ms-tnef', WINMAIL, 'winmail.dat'))
  const { texts, warnings } = await read(mail)
  expect(texts).toEqual([
    'Rates',
    'Ada <ada@a.example>',
    'See the file.',
    'Leistungen Größe.docx',
    'Leistungen',
    'rates.xlsx',
    '__proto__',
    'Sofia',
  ])
  expect(warnings).toEqual([])
})

test('the text of winmail.dat is read when the mail has none, in any letters of its code page', async () => {
  const rich = Buffer.from('{\\rtf1 Rich text}')
  const packed = Buffer.concat([
    number(rich.length + 12),
    number(rich.length),
    Buffer.from('MELA'),
    number(0),
    rich,
  ])
  const inner = tnef([PAGE, number(1_251)], [MAIL_PROPERTIES, properties(property(0x10090102, packed))])
  expect((await read(mixed(partOf('application/ms-tnef', inner, 'winmail.dat')))).texts.slice(2)).toEqual([
    'Rich text',
  ])
  const alone = await read(WINMAIL, 'application/ms-tnef')
  expect(alone.texts.slice(0, 3)).toEqual(['Привет', 'Jürgen', 'See the file.'])
})

test('a mail in winmail.dat is read, and pictures within its text are counted', async () => {
  const inner = tnef([BODY, Buffer.from('the inner text')])
  const object = Buffer.concat([Buffer.alloc(16), inner])
  const shown = properties(property(0x3712001f, unicode('a@b')), property(0x3707001f, unicode('a.png')))
  const outer = tnef(
    [FILE, Buffer.alloc(14)],
    [FILE_PROPERTIES, properties(property(0x3701000d, object), property(0x3001001f, unicode('Offer')))],
    [FILE, Buffer.alloc(14)],
    [DATA, Buffer.from('89504e470d0a1a0a', 'hex')],
    [FILE_PROPERTIES, shown],
  )
  const { texts, warnings } = await read(
    mixed(TEXT, partOf('application/octet-stream', outer, 'winmail.dat')),
  )
  expect(texts.slice(3)).toEqual(['Offer', 'the inner text'])
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 1 }])
})

test('damaged winmail.dat is read as far as it goes, and named without anything', async () => {
  expect(toldType(WINMAIL, 'application/octet-stream')).toEqual({ mimeType: 'application/ms-tnef' })
  for (let end = 6; end < WINMAIL.length; end += 40) {
    const { texts } = await read(
      mixed(TEXT, partOf('application/ms-tnef', WINMAIL.subarray(0, end), 'winmail.dat')),
    )
    expect(texts.slice(0, 3)).toEqual(['Rates', 'Ada <ada@a.example>', 'See the file.'])
  }
})

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.of(tag, 0x84), size, content])
}
/** Returns an element without a length. */
const ber = (tag: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.alloc(2)])
const SIGNED = Buffer.from('06092a864886f70d010702', 'hex')
const ENVELOPED = Buffer.from('06092a864886f70d010703', 'hex')
const COMPRESSED = Buffer.from('060b2a864886f70d0109100109', 'hex')
const DATA_ID = Buffer.from('06092a864886f70d010701', 'hex')
const sealed = (kind: Buffer, octets: Buffer, element = der) =>
  element(
    0x30,
    kind,
    element(
      0xa0,
      element(0x30, Buffer.of(2, 1, 1), element(0x31), element(0x30, DATA_ID, element(0xa0, octets))),
    ),
  )

const INNER = Buffer.from('Content-Type: text/plain\r\n\r\nWhat was signed.')
const halves = [INNER.subarray(0, 20), INNER.subarray(20)].map((half) => der(4, half))

test.each([
  ['signed', sealed(SIGNED, der(4, INNER))],
  ['signed without lengths, in pieces', sealed(SIGNED, ber(0x24, ...halves), ber)],
  ['compressed', sealed(COMPRESSED, der(4, deflateSync(INNER)))],
  [
    'signed twice',
    sealed(
      SIGNED,
      der(4, Buffer.from(partOf('application/pkcs7-mime', sealed(SIGNED, der(4, INNER)), 'smime.p7m'))),
    ),
  ],
])('the content of a mail that is %s is read', async (_, content) => {
  const mail = Buffer.from(
    HEAD + partOf('application/pkcs7-mime; smime-type=signed-data', content, 'smime.p7m'),
  )
  expect(await read(mail)).toEqual({
    texts: ['Rates', 'Ada <ada@a.example>', 'What was signed.'],
    warnings: [],
  })
})

test('a signed document in a mail is read as what it is; an encrypted one is said', async () => {
  const signed = sealed(SIGNED, der(4, zip(word('Vertrag'))))
  const locked = sealed(ENVELOPED, der(4, INNER))
  const type = 'application/pkcs7-mime'
  const { texts, warnings } = await read(
    mixed(TEXT, partOf(type, signed, 'offer.docx.p7m'), partOf(type, locked, 'smime.p7m')),
  )
  expect(texts.slice(3)).toEqual(['offer.docx', 'Vertrag'])
  expect(warnings).toEqual([{ code: 'encrypted_parts', pages: [], names: ['smime.p7m'] }])
})

test('a signed mail that Outlook stores is read', async () => {
  const properties = { '0037001F': 'Rates', '001A001F': 'IPM.Note.SMIME' }
  const files = [{ name: 'smime.p7m', bytes: sealed(SIGNED, der(4, INNER)) }]
  const { texts, warnings } = await read(outlookMail({ properties, files }), 'application/vnd.ms-outlook')
  expect(texts).toEqual(['Rates', 'smime', 'What was signed.'])
  expect(warnings).toEqual([])
})

test('of a split mail the first part is read, and the others are named', async () => {
  const split = (part: number, content: string) =>
    Buffer.from(`${HEAD}Content-Type: message/partial; id="x@y"; number=${part}; total=3\r\n\r\n${content}`)
  const first = await read(split(1, 'Subject: Minutes\r\nContent-Type: text/plain\r\n\r\nWhat was decided'))
  expect(first.texts.slice(2)).toEqual([MAIL, 'Minutes', 'What was decided'])
  expect(first.warnings).toEqual([
    { code: 'attachments', pages: [], names: ['message/partial 2/3', 'message/partial 3/3'] },
  ])
  const second = await read(split(2, 'UEsDBBQAAAAIAJ1'))
  expect(second.texts.slice(2)).toEqual([])
  expect(second.warnings).toEqual([{ code: 'attachments', pages: [], names: ['message/partial 2/3'] }])
})

test('all mails of a mailbox are read, each below its subject', async () => {
  const mail = (subject: string, text: string) =>
    `From ada@a.example Mon Nov 30 10:11:12 2026\nSubject: ${subject}\nContent-Type: text/plain\n\n${text}\n\n`
  const { texts } = await read(
    Buffer.from(mail('One', 'First.\n\nFrom here on it rains.') + mail('Two', 'Second.')),
  )
  expect(texts).toEqual(['One', 'First.', 'From here on it rains.', 'Two', 'Second.'])
})

test('a mail as the program of Apple stores it is read without its settings', async () => {
  const mail = 'Subject: One\nContent-Type: text/plain\n\nFirst.\n'
  const { texts } = await read(Buffer.from(`${mail.length}      \n${mail}<?xml version="1.0"?><plist/>`))
  expect(texts).toEqual(['One', 'First.'])
})

test('a base64 mail within a mail has its files read', async () => {
  const inner = mixed(TEXT, partOf('application/octet-stream', zip(word('Leistungen')), 'a.docx'))
  const { texts } = await read(mixed(TEXT, partOf(MAIL, inner, 'inner.eml')))
  expect(texts).toContain('Leistungen')
})
