// Malicious parts of documents: whatever the part, reading ends within its limits, and says what is cut.
import { afterAll, expect, test } from 'vitest'
import { openDocuments, type Block, type ReadWarning } from './index.ts'
import { OOXML, word, zip } from './test/zip.ts'

const documents = openDocuments()
afterAll(() => documents.close())

const WORD = `${OOXML}.wordprocessingml.document`
const SLIDES = `${OOXML}.presentationml.presentation`
const ODT = 'application/vnd.oasis.opendocument.text'
const EPUB = 'application/epub+zip'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

let count = 0
async function read(mimeType: string, files: Readonly<Record<string, string>>, deflate = false) {
  const bytes = zip(files, { deflate })
  const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
  const { json, warnings } = await documents.read(file, { key: `${++count}` })
  return { blocks: JSON.parse(json.toString()) as Block[], warnings: warnings as readonly ReadWarning[] }
}

const laughs = `<!DOCTYPE x [<!ENTITY a "haha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`

/** A Word document with parts that its text links to, and this text. */
function linked(text: string, parts: Readonly<Record<string, string>>): Record<string, string> {
  const links = Object.keys(parts).map(
    (type) => `<Relationship Id="${type}" Type="${LINKS}/${type}" Target="${type}.xml"/>`,
  )
  return {
    ...word(text),
    'word/_rels/document.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    ...Object.fromEntries(Object.entries(parts).map(([type, part]) => [`word/${type}.xml`, part])),
  }
}
const inRun = (content: string) => `</w:t>${content}<w:t>`
const chart = (content: string) =>
  `<c:chartSpace><c:chart><c:plotArea><c:barChart>${content}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
const shown = inRun('<w:drawing><wp:inline><c:chart r:id="chart"/></wp:inline></w:drawing>')
const point = (at: number, text: string) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`

test.each<[part: string, mimeType: string, files: Record<string, string>]>([
  ['styles', WORD, linked('kept', { styles: `${laughs}<w:styles><w:style w:styleId="&j;"/></w:styles>` })],
  ['numbering', WORD, linked('kept', { numbering: `${laughs}<w:numbering>&j;</w:numbering>` })],
  [
    'footnotes',
    WORD,
    linked(`kept${inRun('<w:footnoteReference w:id="1"/>')}`, {
      footnotes: `${laughs}<w:footnotes><w:footnote w:id="1"><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    }),
  ],
  [
    'a chart',
    WORD,
    linked(`kept${shown}`, { chart: laughs + chart(`<c:ser><c:val>${point(0, '&j;')}</c:val></c:ser>`) }),
  ],
  [
    'links',
    WORD,
    { ...word('kept'), 'word/_rels/document.xml.rels': `${laughs}<Relationships>&j;</Relationships>` },
  ],
  ['the list of types', WORD, { ...word('kept'), '[Content_Types].xml': `${laughs}<Types>&j;</Types>` }],
  [
    'slides',
    SLIDES,
    {
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/slide" Target="a.xml"/></Relationships>',
      'ppt/a.xml': `${laughs}<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>kept&j;</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    },
  ],
  [
    'styles of OpenDocument',
    ODT,
    {
      'content.xml':
        '<office:document-content><office:body><office:text><text:p>kept</text:p></office:text></office:body></office:document-content>',
      'styles.xml': `${laughs}<office:document-styles>&j;</office:document-styles>`,
    },
  ],
  [
    'a chapter of a book',
    EPUB,
    {
      'META-INF/container.xml': `${laughs}<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`,
      'a.opf': `${laughs}<package><metadata><dc:title>&j;</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
      'a.xhtml': `${laughs}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>kept &j;</p></body></html>`,
    },
  ],
])('a billion laughs in %s are not expanded', async (_, mimeType, files) => {
  const { blocks } = await read(mimeType, files)
  const text = blocks.map((block) => block.text).join('\n')
  expect(text).toContain('kept')
  expect(text).not.toContain('haha')
})

const many = (times: number, part: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => part(at)).join('')

test('lists that share a definition with very many levels are read in linear time', async () => {
  const levels = many(100_000, () => '<w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl>')
  const lists = many(50_000, (at) => `<w:num w:numId="${at}"><w:abstractNumId w:val="0"/></w:num>`)
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum>${lists}</w:numbering>`
  const { blocks } = await read(WORD, linked('kept', { numbering }))
  expect(blocks.map(({ text }) => text)).toEqual(['kept'])
})

test('numbers of any size have a mark of a few characters', async () => {
  const level = `<w:lvl w:ilvl="0"><w:start w:val="9007199254740991"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="${'%1'.repeat(5_000)}"/></w:lvl>`
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
  const item =
    '</w:t></w:r></w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>item'
  const { blocks } = await read(WORD, linked(`kept${item}`, { numbering }))
  expect(blocks[1]?.text.length).toBeLessThan(100)
  expect(blocks[1]?.text).toMatch(/item$/)
})

test('a chart with far points and many empty series has a bounded table', async () => {
  const far = chart(
    `<c:ser><c:val>${point(4_000_000_000, '1')}${point(1e300, '2')}${point(-1, '3')}${point(2, '4')}</c:val></c:ser>`,
  )
  const { blocks } = await read(WORD, linked(`kept${shown}`, { chart: far }))
  expect(blocks.map(({ text }) => text)).toEqual(['kept', '4'])
  const series = `<c:ser><c:cat>${many(5_000, (at) => point(at, 'x'))}</c:cat></c:ser>${many(5_000, () => `<c:ser><c:val>${point(0, '1')}</c:val></c:ser>`)}`
  const wide = await read(WORD, linked(`kept${shown}`, { chart: chart(series) }))
  const lines = wide.blocks[1]?.text.split('\n') ?? []
  expect(lines.length * (lines[1]?.split(' | ').length ?? 0)).toBeLessThan(110_000)
})

test('a newer chart with very many columns has a bounded table', async () => {
  const points = many(5_000, () => '<cx:pt>1</cx:pt>')
  const chartEx = `<cx:chartSpace><cx:chartData><cx:data><cx:numDim><cx:lvl>${points}</cx:lvl></cx:numDim>${many(20_000, () => '<cx:numDim><cx:lvl><cx:pt>2</cx:pt></cx:lvl></cx:numDim>')}</cx:data></cx:chartData></cx:chartSpace>`
  const drawing = inRun('<w:drawing><wp:inline><cx:chart r:id="chartEx"/></wp:inline></w:drawing>')
  const { blocks } = await read(WORD, linked(`kept${drawing}`, { chartEx }))
  const lines = blocks[1]?.text.split('\n') ?? []
  expect(lines).toHaveLength(5_000)
  expect(lines[0]?.split(' | ')).toHaveLength(100)
})

test('wide cells make a bounded number of empty ones, with a warning', async () => {
  const cells =
    '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="200"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr>'
  const table = `</w:t></w:r></w:p><w:tbl>${cells.repeat(60_000)}</w:tbl><w:p><w:r><w:t>after`
  const { blocks, warnings } = await read(WORD, word(`kept${table}`), false)
  expect(blocks[0]?.text).toBe('kept')
  expect(blocks.at(-1)?.text).toBe('after')
  expect(warnings).toEqual([{ code: 'cells_cut', pages: [] }])
}, 60_000)

test('a text box with very many paragraphs, and a note, are read whole', async () => {
  const paragraphs = many(200_000, () => '<w:p><w:r><w:t>x</w:t></w:r></w:p>')
  const box = inRun(`<w:pict><v:textbox><w:txbxContent>${paragraphs}</w:txbxContent></v:textbox></w:pict>`)
  expect((await read(WORD, word(`kept${box}`))).blocks).toHaveLength(200_001)
  const note = linked(`kept${inRun('<w:footnoteReference w:id="1"/>')}`, {
    footnotes: `<w:footnotes><w:footnote w:id="1">${paragraphs}</w:footnote></w:footnotes>`,
  })
  expect((await read(WORD, note)).blocks).toHaveLength(200_001)
}, 60_000)

test.each<[what: string, mimeType: string, files: Record<string, string>]>([
  [
    'Word',
    WORD,
    word(
      `kept${inRun(`${'<w:smartTag>'.repeat(200)}<w:r><w:t>deep</w:t></w:r>${'</w:smartTag>'.repeat(200)}`)}`,
    ),
  ],
  [
    'slides',
    SLIDES,
    {
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/slide" Target="a.xml"/></Relationships>',
      'ppt/a.xml': `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>kept</a:t></a:r></a:p></p:txBody></p:sp>${'<p:grpSp>'.repeat(200)}<p:sp><p:txBody><a:p><a:r><a:t>deep</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(200)}</p:spTree></p:cSld></p:sld>`,
    },
  ],
  [
    'OpenDocument',
    ODT,
    {
      'content.xml': `<office:document-content><office:body><office:text><text:p>kept</text:p>${'<text:section>'.repeat(200)}<text:p>deep</text:p>${'</text:section>'.repeat(200)}</office:text></office:body></office:document-content>`,
    },
  ],
])(
  'text in more than 150 elements within each other is said to be left out: %s',
  async (_, mimeType, files) => {
    const { blocks, warnings } = await read(mimeType, files)
    expect(blocks[0]?.text).toBe('kept')
    expect(warnings).toContainEqual({ code: 'objects', pages: [], count: 1 })
  },
)
