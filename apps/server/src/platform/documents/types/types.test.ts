import { fileTypeOf, TOLD_BY_CONTENT } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { OOXML, sheet, word, zip } from '../test/zip.ts'
import { fetchedType, toldType } from '../index.ts'

const WORD = `${OOXML}.wordprocessingml.document`
const SHEET = `${OOXML}.spreadsheetml.sheet`
const XLS = 'application/vnd.ms-excel'
const MSG = 'application/vnd.ms-outlook'
const ODT = 'application/vnd.oasis.opendocument.text'
const old = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')])
const docx = zip(word('x'))

const SAVED_PAGE = Buffer.from(
  'Date: Mon, 30 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b',
)

const FOREIGN_PICTURES = {
  HEIC: '00000018667479706865696300000000',
  'HEIC of several pictures': '0000001c667479706d73663100000000',
  HEIF: '00000018667479706d69663100000000',
  AVIF: '0000001c667479706176696600000000',
  Photoshop: '38425053000100000000000000030000',
  'JPEG 2000': '0000000c6a5020200d0a870a00000014',
  'JPEG XL': '0000000c4a584c200d0a870a00000014',
}

test.each<[what: string, bytes: Buffer, assumed: string, mimeType: string]>([
  ['a docx with an ending', docx, WORD, WORD],
  ['a docx without one', docx, TOLD_BY_CONTENT, WORD],
  ['a docx named as a sheet', docx, SHEET, WORD],
  ['a docx whose end is missing', docx.subarray(0, docx.length - 300), TOLD_BY_CONTENT, WORD],
  ['a sheet named .xls', zip(sheet('x')), XLS, SHEET],
  ['a text document', zip({ mimetype: ODT, 'content.xml': '' }), TOLD_BY_CONTENT, ODT],
  [
    'a text document that packs its type',
    zip({ mimetype: ODT, a: '' }, { deflate: true }),
    TOLD_BY_CONTENT,
    ODT,
  ],
  ['a template', zip({ mimetype: `${ODT}-template`, 'content.xml': '' }), TOLD_BY_CONTENT, ODT],
  ['a book', zip({ mimetype: 'application/epub+zip', a: '' }), TOLD_BY_CONTENT, 'application/epub+zip'],
  [
    'slides',
    zip({ '[Content_Types].xml': '', 'ppt/presentation.xml': '' }),
    'text/plain',
    `${OOXML}.presentationml.presentation`,
  ],
  ['an old sheet', old('Workbook'), TOLD_BY_CONTENT, XLS],
  ['an older sheet without a container', Buffer.from('0902060000001000', 'hex'), XLS, XLS],
  [
    'a mail of Outlook with a sheet',
    old('__properties_version1.0 Workbook EncryptedPackage'),
    TOLD_BY_CONTENT,
    MSG,
  ],
  ['an old sheet with a mail', old('__properties_version1.0 Workbook'), XLS, XLS],
  ['a page named .xls', Buffer.from('<html><table>'), XLS, 'text/html'],
  ['values named .xls', Buffer.from('a\tb\n1\t2'), XLS, 'text/csv'],
  ['a PDF after a header', Buffer.from('X-Printer: 1\n%PDF-1.4'), 'application/pdf', 'application/pdf'],
  [
    'a PDF with a damaged header',
    Buffer.from('%1.4\n1 0 obj\nstartxref\n9\n%%EOF\n'),
    'application/pdf',
    'application/pdf',
  ],
  ['a text about PDF', Buffer.from('Files begin with %PDF-1.4'), 'text/plain', 'text/plain'],
  [
    'a page without an ending',
    Buffer.from('\uFEFF <!-- x -->\n<!DOCTYPE html><p>Hello'),
    TOLD_BY_CONTENT,
    'text/html',
  ],
  ['an XHTML page without one', Buffer.from('<?xml version="1.0"?><html>'), TOLD_BY_CONTENT, 'text/html'],
  ['a text about pages', Buffer.from('Write <html> first'), TOLD_BY_CONTENT, 'text/plain'],
  ['a text without an ending', Buffer.from('Hello'), TOLD_BY_CONTENT, 'text/plain'],
  ['a mail named .msg', Buffer.from('Received: from a\r\nSubject: b\r\n\r\nc'), MSG, 'message/rfc822'],
  ['a log that ends with NULs', Buffer.from('started\n\0\0\0'), 'text/plain', 'text/plain'],
  [
    'a mail with the bytes of a file',
    Buffer.from('Subject: x\n\nMZ\0\0\x01\xff'),
    'message/rfc822',
    'message/rfc822',
  ],
  ['a page of a wiki named .doc', SAVED_PAGE, TOLD_BY_CONTENT, 'message/rfc822'],
  ['a report named .xls', SAVED_PAGE, XLS, 'message/rfc822'],
  ['RTF named .doc', Buffer.from('{\\rtf1 x}'), TOLD_BY_CONTENT, 'application/rtf'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFГрад', 'utf16le'), 'text/plain', 'text/plain'],
  ['UTF-16 without a mark', Buffer.from('Name;City', 'utf16le'), 'text/csv', 'text/csv'],
  ['a TIFF named .jpg', Buffer.from('49492a0008000000', 'hex'), 'image/jpeg', 'image/tiff'],
  ['a picture named as another', Buffer.from('ffd8ffe000', 'hex'), 'image/png', 'image/jpeg'],
])('the bytes of %s tell its type', (_, bytes, assumed, mimeType) => {
  expect(toldType(bytes, assumed)).toEqual({ mimeType })
})

test.each<[what: string, bytes: Buffer, assumed: string, refused: string]>([
  ['an encrypted document', old('EncryptedPackage'), WORD, 'encrypted'],
  ['an old text document', old('WordDocument'), TOLD_BY_CONTENT, 'unknown_type'],
  [
    'an archive whose first file unpacks to much',
    zip({ mimetype: Buffer.alloc(9_000) }, { deflate: true }),
    TOLD_BY_CONTENT,
    'unknown_type',
  ],
  ['another archive', zip({ 'notes.txt': 'x' }), TOLD_BY_CONTENT, 'unknown_type'],
  ['a program', Buffer.from('MZ\0\0\x01\xff'), TOLD_BY_CONTENT, 'unknown_type'],
  ['a program named .txt', Buffer.from('MZ\0\0\x01\xff', 'latin1'), 'text/plain', 'type_mismatch'],
  ...Object.entries(FOREIGN_PICTURES).map(([name, hex]): [string, Buffer, string, string] => [
    `${name} named .jpg`,
    Buffer.from(hex, 'hex'),
    'image/jpeg',
    'foreign_picture',
  ]),
  [
    'a photo of a phone without an ending',
    Buffer.from(FOREIGN_PICTURES.HEIC, 'hex'),
    TOLD_BY_CONTENT,
    'foreign_picture',
  ],
  ['a film of a phone', Buffer.from('00000018667479706d703432', 'hex'), TOLD_BY_CONTENT, 'unknown_type'],
  ['text named .pdf', Buffer.from('hello'), 'application/pdf', 'type_mismatch'],
  ['text named .msg', Buffer.from('hello'), MSG, 'type_mismatch'],
  ['text named .docx', Buffer.from('hello'), WORD, 'type_mismatch'],
])('%s is refused with its reason', (_, bytes, assumed, refused) => {
  expect(toldType(bytes, assumed)).toEqual({ refused })
})

test.each([
  ['Report.PDF', '', 'application/pdf'],
  ['a.docx', 'application/zip', WORD],
  ['a.msg', 'application/octet-stream', MSG],
  ['a.docm', 'application/vnd.ms-word.document.macroenabled.12', WORD],
  ['a.dotx', '', WORD],
  ['a.dotm', '', WORD],
  ['a.xltx', '', SHEET],
  ['a.xltm', '', SHEET],
  ['a.xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', SHEET],
  ['a.ppsm', '', `${OOXML}.presentationml.presentation`],
  ['a.potx', '', `${OOXML}.presentationml.presentation`],
  ['a.potm', '', `${OOXML}.presentationml.presentation`],
  ['a.ots', '', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a.otp', '', 'application/vnd.oasis.opendocument.presentation'],
  ['main.rs', 'application/octet-stream', 'text/plain'],
  ['a.tsv', 'text/tab-separated-values', 'text/csv'],
  ['notes', 'text/markdown; charset=utf-8', 'text/markdown'],
  ['notes.unknown', 'text/x-anything', 'text/plain'],
  ['scan', '', TOLD_BY_CONTENT],
  ['a.zip', 'application/x-zip-compressed', TOLD_BY_CONTENT],
  ['minutes.doc', 'application/msword', TOLD_BY_CONTENT],
  ['winmail.dat', 'application/ms-tnef', TOLD_BY_CONTENT],
  ['inbox.mbox', 'application/octet-stream', 'message/rfc822'],
  ['page.mhtml', 'multipart/related', 'message/rfc822'],
  ['a.exe', 'application/octet-stream', undefined],
  ['a.constructor', '', undefined],
])('the name %s of a file of type “%s” means %s', (name, declared, type) => {
  expect(fileTypeOf(name, declared)).toBe(type)
})

test.each([
  ['https://a.example/prices.html', 'application/pdf', 'application/pdf'],
  ['https://a.example/notes.md', 'text/plain; charset=utf-8', 'text/markdown'],
  ['https://a.example/x.docx', 'application/octet-stream', WORD],
  ['https://a.example/data.json', 'application/json', 'text/plain'],
  ['https://a.example/page.php', 'text/html', 'text/html'],
  ['https://a.example/page', 'application/xhtml+xml', 'text/html'],
  ['https://a.example/film', 'video/mp4', undefined],
])('%s, sent as “%s”, is %s', (url, declared, type) => {
  expect(fetchedType(url, declared)).toBe(type)
})

test.each([
  ['marks of archives', Buffer.from('PK\u0003\u0004'.repeat(2_000_000), 'latin1')],
  ['NULs', Buffer.alloc(8_000_000)],
])('8 MB of %s are told in linear time', (_, bytes) => {
  const begun = performance.now()
  toldType(bytes, TOLD_BY_CONTENT)
  expect(performance.now() - begun).toBeLessThan(2_000)
})
