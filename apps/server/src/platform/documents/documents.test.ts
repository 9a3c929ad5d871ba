import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { DocumentUnreadable, openDocuments } from './index.ts'

const documents = openDocuments()
afterAll(() => documents.close())

const OOXML = 'application/vnd.openxmlformats-officedocument'

/** A zip of stored entries; `claims` replaces the unpacked size in the directory. */
function zip(files: Record<string, string>, claims?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data])
    if (claims !== undefined) common.writeUInt32LE(claims, 18)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, tail, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

const word = (text: string) => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${OOXML}.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
})

function pdf(text: string): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 6>>\n%%EOF`)
}

test.each([
  ['text/markdown', Buffer.from('# Größe'), '# Größe'],
  ['text/plain', Buffer.from('\ufeffUTF-16', 'utf16le'), 'UTF-16'],
  ['text/csv', Buffer.from('a;b\n1;2\n'), 'a | b\n1 | 2'],
  ['text/html', Buffer.from('<h1>Head</h1><p>Body <b>bold</b></p><script>evil()</script>'), 'Body **bold**'],
  ['image/svg+xml', Buffer.from('<svg><text>Label</text></svg>'), 'Label'],
  ['application/pdf', pdf('Angebot Los 2'), 'Angebot Los 2'],
  ['application/rtf', Buffer.from('{\\rtf1\\ansi Hello rich text\\par}'), 'Hello rich text'],
  [`${OOXML}.wordprocessingml.document`, zip(word('Leistungsbeschreibung')), 'Leistungsbeschreibung'],
])('reads %s', async (mimeType, bytes, expected) => {
  expect(await documents.extract({ mimeType, bytes })).toContain(expected)
})

test.each([
  ['a damaged PDF', 'application/pdf', Buffer.from('%PDF-1.7 nothing')],
  ['an archive without a directory', `${OOXML}.wordprocessingml.document`, Buffer.from('PK\x03\x04 nothing')],
  ['an archive that claims gigabytes', `${OOXML}.spreadsheetml.sheet`, zip(word('x'), 4_000_000_000)],
  [
    'an archive of thousands of entries',
    `${OOXML}.presentationml.presentation`,
    zip(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`f${n}`, '']))),
  ],
])('refuses %s', async (_, mimeType, bytes) => {
  await expect(documents.extract({ mimeType, bytes })).rejects.toThrow(DocumentUnreadable)
})

test('reading ends when its time is over, and the next document is read', async () => {
  const hasty = openDocuments({ timeMs: 1, atOnce: 1 })
  await expect(hasty.extract({ mimeType: 'application/pdf', bytes: pdf('x') })).rejects.toThrow('too long')
  await expect(hasty.extract({ mimeType: 'application/pdf', bytes: pdf('x') })).rejects.toThrow('too long')
  hasty.close()
})

test('reading ends when it takes too much memory', async () => {
  const small = openDocuments({ memoryMb: 20 })
  await expect(small.extract({ mimeType: 'application/pdf', bytes: pdf('x') })).rejects.toThrow(
    DocumentUnreadable,
  )
  small.close()
})
