import { crc32, deflateRawSync } from 'node:zlib'

export const OOXML = 'application/vnd.openxmlformats-officedocument'

/** Returns a zip of these files, optionally deflated; `claims` overrides the declared unpacked sizes. */
export function zip(
  files: Readonly<Record<string, string | Buffer>>,
  { claims, deflate = false }: { claims?: number; deflate?: boolean } = {},
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as string)
    const data = deflate ? deflateRawSync(plain, { level: 9 }) : plain
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(deflate ? 8 : 0, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(claims ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data])
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

const XML = '<?xml version="1.0"?>'
const TYPES = 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const SHEETS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const SHEET_PARTS = [
  ['workbook', 'sheet.main'],
  ['worksheets/sheet1', 'worksheet'],
  ['sharedStrings', 'sharedStrings'],
] as const

/** Returns the parts of a Word document with this body; `before` is inserted before the root element. */
export const word = (body: string, before = ''): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types ${TYPES}><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${OOXML}.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships ${RELATIONS}><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `${XML}${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${body}</w:t></w:r></w:p></w:body></w:document>`,
})

/** Returns the parts of a spreadsheet with one sheet and one shared string. */
export const sheet = (shared: string, { before = '', dimension = 'A1' } = {}): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types ${TYPES}>${SHEET_PARTS.map(([part, type]) => `<Override PartName="/xl/${part}.xml" ContentType="${OOXML}.spreadsheetml.${type}+xml"/>`).join('')}</Types>`,
  'xl/workbook.xml': `${XML}<workbook ${SHEETS} xmlns:r="${OFFICE}"><sheets><sheet name="__proto__" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships ${RELATIONS}><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/sharedStrings.xml': `${XML}${before}<sst ${SHEETS} count="1" uniqueCount="1"><si><t>${shared}</t></si></sst>`,
  'xl/worksheets/sheet1.xml': `${XML}<worksheet ${SHEETS}><dimension ref="${dimension}"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
})
