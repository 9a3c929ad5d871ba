import { MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { OOXML, word, zip } from '#platform/documents/test/zip.ts'
import { check, cleanName } from './rules.ts'

const PDF = 'application/pdf'
const WORD = `${OOXML}.wordprocessingml.document`
const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(600),
  Buffer.from('EncryptedPackage', 'utf16le'),
])

const limits = { maxBytes: 10_000_000, types: { text: TEXT_MODEL_TYPES, multimodal: MULTIMODAL_TYPES } }

const b64 = (content: string | Uint8Array) => Buffer.from(content as string).toString('base64')
const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const heic = Buffer.from('00000018667479706865696300000000', 'hex')
const tiff = Buffer.from('49492a0008000000', 'hex')
const upload = (name: string, mime_type: string, base64: string) => ({ name, mime_type, base64 })

test.each([
  ['an image for a model with image input', upload('a.png', 'image/png', b64(png)), true, 'image/png'],
  ['text', upload('a.txt', 'text/plain; charset=utf-8', b64('hello')), false, 'text/plain'],
  ['Markdown declared as plain text', upload('a.md', 'text/plain', b64('# x')), false, 'text/markdown'],
  ['Markdown without a type', upload('a.MD', '', b64('# x')), false, 'text/markdown'],
  ['a PDF', upload('a.pdf', 'application/pdf', b64('%PDF-1.7 …')), false, 'application/pdf'],
  ['a PDF without a type', upload('a.pdf', '', b64('%PDF-1.7 …')), false, 'application/pdf'],
  ['a PDF without an ending', upload('scan', 'application/octet-stream', b64('%PDF-1.7')), false, PDF],
  ['a PDF with another ending', upload('a.docx', '', b64('%PDF-1.7 …')), false, PDF],
  ['Word without a type', upload('a.docx', '', b64(zip(word('x')))), false, WORD],
  ['Word as bytes', upload('a.docx', 'application/octet-stream', b64(zip(word('x')))), false, WORD],
  ['Word as an archive', upload('a.zip', 'application/zip', b64(zip(word('x')))), false, WORD],
  ['text in UTF-16', upload('a.txt', '', b64(Buffer.from('\uFEFFGröße', 'utf16le'))), false, 'text/plain'],
  ['a source of a program', upload('a.ts', 'video/mp2t', b64('const a = 1')), false, 'text/plain'],
])('accepts %s', (_, file, images, mimeType) => {
  expect(check(file, { images }, limits)).toMatchObject({ mimeType })
})

test.each([
  ['an image for a model without image input', upload('a.png', 'image/png', b64(png)), false, ['mime_type']],
  ['a program', upload('a.exe', 'application/x-msdownload', b64('MZ')), true, ['mime_type']],
  ['a program declared as an image', upload('a.png', 'image/png', b64('MZ\0\0')), true, ['content']],
  ['a photo of a phone named .jpg', upload('a.jpg', 'image/jpeg', b64(heic)), true, ['foreign_picture']],
  ['a TIFF named .jpg', upload('a.jpg', 'image/jpeg', b64(tiff)), true, ['foreign_picture']],
  ['a program declared as text', upload('a.txt', 'text/plain', b64('MZ\0\0')), true, ['content']],
  ['another archive', upload('a.zip', 'application/zip', b64(zip({ 'a.txt': 'x' }))), true, ['mime_type']],
  ['an encrypted document', upload('a.docx', WORD, b64(encrypted)), true, ['encrypted']],
  ['HTML declared as a PDF', upload('a.pdf', 'application/pdf', b64('<html>')), true, ['content']],
  ['content that is not base64', upload('a.txt', 'text/plain', 'data:text/plain,x'), true, ['content']],
  ['base64 with a space', upload('a.txt', 'text/plain', 'aGVs bG8'), true, ['content']],
  ['base64url', upload('a.txt', 'text/plain', 'aGV-bG8_'), true, ['content']],
  ['base64 with padding in its middle', upload('a.txt', 'text/plain', 'aGk=aGk='), true, ['content']],
  ['a non-ASCII base64 letter', upload('a.txt', 'text/plain', `${'aGVs'.repeat(9)}aGVŁ`), true, ['content']],
  ['an empty file', upload('a.txt', 'text/plain', ''), true, ['content']],
  [
    'a file that is too large and of the wrong type',
    upload('a.bin', 'x/y', b64(Buffer.alloc(10_000_001, 65))),
    true,
    ['mime_type', 'size'],
  ],
])('refuses %s', (_, file, images, refusals) => {
  expect(check(file, { images }, limits)).toEqual(refusals)
})

test('allowed types and sizes come from the configuration; a limit of -1 allows any size', () => {
  const small = { maxBytes: 3, types: { text: ['text/plain'], multimodal: ['image/png'] } }
  const four = upload('a.txt', 'text/plain', b64('four'))
  expect(check(four, { images: false }, small)).toEqual(['size'])
  expect(check(four, { images: true }, small)).toEqual(['mime_type', 'size'])
  expect(check(four, { images: false }, { ...small, maxBytes: -1 })).toMatchObject({ name: 'a.txt' })
  expect(check(upload('a.md', '', b64('# x')), { images: false }, small)).toMatchObject({
    mimeType: 'text/markdown',
  })
  expect(check(upload('a.csv', '', b64('a,b')), { images: false }, small)).toEqual(['mime_type'])
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\x\\Plan.docx', 'Plan.docx'],
  ['evil\u202Efdp.exe', 'evilfdp.exe'],
  ['a\r\nb\0.txt', 'ab.txt'],
  ['///', 'file'],
  ['👨‍👩‍👧 می‌خواهم\u2028x.txt', '👨‍👩‍👧 می‌خواهم x.txt'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(196)}.pdf`],
  ['half \ud83d.txt', 'half \ufffd.txt'],
])('shows the name %j as %j', (name, shown) => {
  expect(cleanName(name)).toBe(shown)
})
