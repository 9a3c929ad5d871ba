import { beforeAll, expect, test } from 'vitest'
import { zip } from '../../test/zip.ts'
import type { Reader } from '../reader.ts'
import { loadWord } from './word.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadWord()
})

const SPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const part = (root: string, content: string) => `<w:${root} ${SPACES}>${content}</w:${root}>`
const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`
const styled = (style: string, text: string) => p(text, `<w:pStyle w:val="${style}"/>`)
const listed = (num: number, level: number, text: string) =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`)
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const row = (...cells: readonly string[]) => `<w:tr>${cells.join('')}</w:tr>`

/** Reads a document with this body; `parts` are further parts by the type of their link. */
async function read(body: string, parts: Readonly<Record<string, string>> = {}) {
  const links = Object.keys(parts).map(
    (type) => `<Relationship Id="${type}" Type="${LINKS}/${type}" Target="${type}.xml"/>`,
  )
  return reader(
    zip({
      'word/document.xml': part('document', `<w:body>${body}</w:body>`),
      'word/_rels/document.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
      ...Object.fromEntries(Object.entries(parts).map(([type, text]) => [`word/${type}.xml`, text])),
    }),
  )
}
const textsOf = async (body: string, parts?: Readonly<Record<string, string>>) =>
  (await read(body, parts)).blocks.map(({ text }) => text)

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const numbering = part(
  'numbering',
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1', '<w:pStyle w:val="berschrift1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Sub"/>')}</w:abstractNum>
   <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '(%2)')}${level(2, 'bullet', '·')}</w:abstractNum>
   <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
   <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
   <w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
)
const styles = part(
  'styles',
  `<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Clause"/><w:basedOn w:val="Base"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>`,
)

test('headings have their levels and their automatic numbers', async () => {
  const body = `${styled('berschrift1', 'Aim')}${styled('berschrift1', 'Rules')}${styled('Sub', 'Who')}${styled('Sub', 'Scope')}`
  const { blocks } = await read(body, { styles, numbering })
  expect(blocks).toEqual([
    { kind: 'heading', text: '1 Aim', level: 1 },
    { kind: 'heading', text: '2 Rules', level: 1 },
    { kind: 'heading', text: '2.1 Who', level: 2 },
    { kind: 'heading', text: '2.2 Scope', level: 2 },
  ])
})

test('lists have their numbers, letters and levels, and begin again where Word does', async () => {
  const body = `${listed(2, 0, 'a')}${listed(2, 1, 'b')}${listed(2, 1, 'c')}${listed(2, 2, 'd')}${listed(2, 0, 'e')}${listed(2, 1, 'f')}${listed(3, 0, 'g')}${listed(0, 0, 'h')}`
  expect(await textsOf(body, { numbering })).toEqual([
    '1. a\n  (a) b\n  (b) c\n    - d\n2. e\n  (a) f\n5. g',
    'h',
  ])
})

test('merged, missing and nested cells of a table stay where they are', async () => {
  const nested = `<w:tbl>${row(cell(p('n1')), cell(p('n2')))}</w:tbl>`
  const table = `<w:tbl>${row(cell(p('A')), cell(p('B')), cell(p('C')))}${row(cell(p('wide'), '<w:gridSpan w:val="2"/>'), cell(p('c')))}<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(p('b') + p('b2'), '<w:vMerge w:val="restart"/>')}${cell(nested)}</w:tr>${row(cell(p('last')), cell(p('lost'), '<w:vMerge/>'), cell(p('z')))}</w:tbl>`
  const { blocks } = await read(table)
  expect(blocks).toEqual([
    { kind: 'table', text: 'A | B | C\nwide |  | c\n | b / b2', head: 'A | B | C' },
    { kind: 'table', text: 'n1 | n2', head: 'n1 | n2' },
    { kind: 'table', text: 'last |  | z', head: 'A | B | C' },
  ])
})

test('notes and comments follow their paragraph; heads and feet are there once', async () => {
  const reference = (kind: string) => `<w:r><w:${kind}Reference w:id="7"/></w:r>`
  const body = `<w:p>${run('Said')}${reference('footnote')}${run(' and done')}${reference('endnote')}${reference('comment')}</w:p>${p('Next')}<w:sectPr><w:headerReference r:id="header"/></w:sectPr><w:sectPr><w:headerReference r:id="header"/><w:footerReference r:id="footer"/></w:sectPr>`
  const parts = {
    footnotes: part('footnotes', `<w:footnote w:id="7">${p('by whom')}</w:footnote>`),
    endnotes: part('endnotes', `<w:endnote w:id="7">${p('the end')}</w:endnote>`),
    comments: part('comments', `<w:comment w:id="7" w:author="Anna">${p('sure?')}</w:comment>`),
    header: part('hdr', p('Contract 2026-77')),
    footer: part('ftr', `<w:p>${run('Page ')}<w:fldSimple w:instr=" PAGE ">${run('3')}</w:fldSimple></w:p>`),
  }
  expect(await textsOf(body, parts)).toEqual([
    'Contract 2026-77',
    'Said[1] and done[i]',
    '[1] by whom',
    '[i] the end',
    '[Anna: sure?]',
    'Next',
  ])
})

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
test.each([
  [
    'the result of a field',
    `${mark('begin')}<w:r><w:instrText>REF x</w:instrText></w:r>${mark('separate')}${run('Annex')}${mark('end')}`,
    'Annex',
  ],
  [
    'kept and deleted changes',
    `<w:ins>${run('new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>`,
    'new',
  ],
  ['hidden text', `${run('seen')}${run('unseen', '<w:vanish/>')}`, 'seen'],
  [
    'a tick',
    '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent/></w:sdt>',
    '☒',
  ],
  [
    'an old tick',
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r>${mark('end')}`,
    '☐',
  ],
  [
    'the base of ruby',
    `<w:r><w:ruby><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby></w:r>`,
    '東',
  ],
  ['a sign', '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>', '☑'],
  [
    'a fraction',
    '<m:oMath><m:f><m:num><m:r><m:t>α</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>',
    '$\\frac{\\alpha}{2}$',
  ],
  [
    'a text box once',
    '<w:r><mc:AlternateContent><mc:Choice><w:drawing><x><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></x></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>',
    'box',
  ],
])('reads %s', async (_, content, text) => {
  expect(await textsOf(`<w:p>${content}</w:p>`)).toEqual([text])
})

test('deep tables and repeated notes take linear time', async () => {
  const begun = performance.now()
  await read(`${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${p('x')}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`)
  const note = part('footnotes', `<w:footnote w:id="1">${p('x'.repeat(100_000))}</w:footnote>`)
  const { blocks } = await read(`<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(20_000)}</w:p>`, {
    footnotes: note,
  })
  expect(blocks).toHaveLength(2)
  // Copying the note for each mark would be two gigabytes.
  expect(performance.now() - begun).toBeLessThan(5_000)
})

const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'

test('the data of a chart is a table', async () => {
  const points = (values: readonly string[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
  const series = (name: string, values: readonly string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['Q1', 'Q2'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`
  const chart = `<c:chartSpace xmlns:c="${CHART}"><c:chart><c:plotArea><c:barChart>${series('Plan', ['10', '12'])}${series('Spent', ['9', '7'])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
  const body = `<w:p><w:r><w:drawing><wp:inline><c:chart xmlns:c="${CHART}" r:id="chart"/></wp:inline></w:drawing></w:r></w:p>`
  const { blocks, warnings } = await read(body, { chart })
  expect(blocks.map(({ text }) => text)).toContain(' | Plan | Spent\nQ1 | 10 | 9\nQ2 | 12 | 7')
  expect(warnings).toEqual([])
})

test('the texts of a diagram are a list', async () => {
  const point = (id: number, text: string) =>
    `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const diagramData = `<dgm:dataModel xmlns:dgm="${DIAGRAM}" xmlns:a="a"><dgm:ptLst>${point(1, 'Plan')}${point(2, 'Build')}</dgm:ptLst></dgm:dataModel>`
  const body = `<w:p><w:r><w:drawing><wp:inline><dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="diagramData"/></wp:inline></w:drawing></w:r></w:p>`
  expect((await textsOf(body, { diagramData })).join('\n')).toMatch(/Plan[\s\S]*Build/)
})

test('strict documents have other addresses for the same names', async () => {
  const strict = part('document', `<w:body>${p('Strict')}</w:body>`)
    .replaceAll(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    )
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006',
      'http://purl.oclc.org/ooxml/officeDocument',
    )
  const { blocks } = await reader(zip({ 'word/document.xml': strict }))
  expect(blocks).toEqual([{ kind: 'text', text: 'Strict' }])
})
