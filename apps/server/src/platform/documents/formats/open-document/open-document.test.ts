import { beforeAll, expect, test } from 'vitest'
import { zip } from '../../test/zip.ts'
import type { Reader } from '../reader.ts'
import { loadOpenDocument } from './open-document.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadOpenDocument()
})

const content = (body: string, styles = '') =>
  `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`
const read = (text: string, { styles = '', parts = {} } = {}) =>
  reader(zip({ 'content.xml': content(`<office:text>${text}</office:text>`, styles), ...parts }))
const textsOf = async (text: string, more?: { styles?: string; parts?: Record<string, string> }) =>
  (await read(text, more)).blocks.map((block) => block.text)
const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`
const item = (content_: string, attributes = '') =>
  `<text:list-item ${attributes}>${content_}</text:list-item>`
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text && p(text)}</table:table-cell>`
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`

const NUMBERS = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>`
const OUTLINE = `<office:document-styles><office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles></office:document-styles>`

test('spaces, tabs, breaks, notes and deleted text are as people see them', async () => {
  const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('gone')}</text:deletion></text:changed-region></text:tracked-changes>`
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('At the foot')}</text:note-body></text:note>`
  const line = p(
    `A<text:s text:c="3"/>line\n   with<text:tab/>a tab<text:line-break/>and a break.${note} After.`,
  )
  expect(await textsOf(deleted + line)).toEqual([
    'A   line with\ta tab\nand a break.[1] After.',
    '[1] At the foot',
  ])
})

test('headings have their automatic numbers', async () => {
  const h = (level: number, text: string, more = '') =>
    `<text:h text:outline-level="${level}" ${more}>${text}</text:h>`
  const { blocks } = await read(
    h(1, 'Aim') +
      h(2, 'Who') +
      h(2, 'What') +
      h(1, 'Free', 'text:is-list-header="true"') +
      h(1, 'Rules') +
      h(2, 'Scope'),
    {
      parts: { 'styles.xml': OUTLINE },
    },
  )
  expect(blocks.map(({ text, level }) => `${level} ${text}`)).toEqual([
    '1 1 Aim',
    '2 1.1 Who',
    '2 1.2 What',
    '1 Free',
    '1 2 Rules',
    '2 2.1 Scope',
  ])
})

test('lists have their levels and numbers, and go on where they say so', async () => {
  const list = (items: string, more = '') => `<text:list text:style-name="L" ${more}>${items}</text:list>`
  const sub = `<text:list>${item(p('deep'))}${item(p('deeper'))}</text:list>`
  const text =
    list(item(p('one') + sub) + item(p('two') + p('more of two'))) +
    p('between') +
    list(item(p('three')), 'text:continue-numbering="true"') +
    list(item(p('again'), 'text:start-value="5"')) +
    `<text:list>${item(p('bullet'))}</text:list>`
  expect(await textsOf(text, { styles: NUMBERS })).toEqual([
    '1. one\n  (a) deep\n  (b) deeper\n2. two',
    'more of two',
    'between',
    '3. three\n5. again\n- bullet',
  ])
})

test('tables keep covered and repeated cells in their place', async () => {
  const rows =
    `<table:table-header-rows>${row(cell('Region', 'table:number-columns-spanned="2"') + '<table:covered-table-cell/>' + cell('2026'))}</table:table-header-rows>` +
    row(cell('North') + cell('', 'table:number-columns-repeated="2"') + cell('4')) +
    row(cell('South') + cell('x', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
    row(cell('hidden') + cell('row'), 'table:visibility="collapse"')
  const { blocks } = await read(`<table:table>${rows}</table:table>`)
  expect(blocks).toEqual([
    {
      kind: 'table',
      text: 'Region |  | 2026\nNorth |  |  | 4\nSouth | x | x\nSouth | x | x',
      head: 'Region |  | 2026',
    },
  ])
})

test('a table that repeats its cells two thousand million times is bounded', async () => {
  const many = '2147483647'
  const table = `<table:table>${row(cell('x', `table:number-columns-repeated="${many}"`), `table:number-rows-repeated="${many}"`)}</table:table>`
  const begin = performance.now()
  const { blocks, warnings } = await read(table)
  expect(blocks[0]?.text.length).toBeLessThan(1_000_000)
  expect(warnings).toEqual([{ code: 'cells_cut', pages: [] }])
  expect(performance.now() - begin).toBeLessThan(5_000)
})

test('hidden sections and passages are left out and counted', async () => {
  const styles =
    '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>'
  const text = `<text:section text:display="none">${p('secret')}</text:section>${p('seen <text:span text:style-name="H">not</text:span>here')}`
  const { blocks, warnings } = await read(text, { styles })
  expect(blocks.map((block) => block.text)).toEqual(['seen here'])
  expect(warnings).toEqual([{ code: 'hidden_text', pages: [], count: 2 }])
})

test('heads and feet are read once, without numbers of pages', async () => {
  const master = `<office:document-styles><office:master-styles><style:master-page style:name="Standard"><style:header>${p('Contract 7')}</style:header><style:header-first>${p('Contract 7')}</style:header-first><style:footer>${p('Page <text:page-number>3</text:page-number>')}${p('Seal Ltd')}</style:footer></style:master-page><style:master-page style:name="Other"><style:header>${p('unused')}</style:header></style:master-page></office:master-styles></office:document-styles>`
  expect(await textsOf(p('Text'), { parts: { 'styles.xml': master } })).toEqual([
    'Contract 7',
    'Text',
    'Seal Ltd',
  ])
})

test('formulas, charts, boxes, ruby, fields and comments are read', async () => {
  const chart = `<office:document-content><office:body><office:chart><chart:chart><chart:title>${p('Sales')}</chart:title><table:table>${row(cell('') + cell('A'))}${row(cell('Q1') + '<table:table-cell office:value-type="float" office:value="4"/>')}</table:table></chart:chart></office:chart></office:body></office:document-content>`
  const math =
    '<math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>π</mi><mn>2</mn></mfrac></mrow><annotation>x^2</annotation></semantics></math>'
  const frame = (inside: string) => `<draw:frame>${inside}</draw:frame>`
  const object = (name: string) => frame(`<draw:object xlink:href="./${name}"/><draw:image/>`)
  const text =
    p(
      `Area ${object('Formula')} of <text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>`,
    ) +
    p(object('Chart')) +
    p(`Box${frame(`<draw:text-box>${p('inside')}</draw:text-box>`)}`) +
    p(
      `<text:date>1 May</text:date><office:annotation><dc:creator>Mira</dc:creator><dc:date>2026-01-01</dc:date>${p('Check')}</office:annotation>`,
    ) +
    p(frame('<draw:image/><svg:desc>A map</svg:desc>'))
  const { blocks, warnings } = await read(text, {
    parts: { 'Formula/content.xml': math, 'Chart/content.xml': chart },
  })
  expect(blocks.map((block) => block.text)).toEqual([
    'Area $x^{2} = \\frac{\\pi}{2}$ of 東京',
    'Sales',
    ' | A\nQ1 | 4',
    'Box',
    'inside',
    '1 May',
    '[Comment by Mira: Check]',
    '[A map]',
  ])
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 1 }])
})

test('slides are pages with title, text and notes; hidden ones are named', async () => {
  const styles =
    '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${text}</draw:text-box></draw:frame>`
  const slides =
    `<draw:page>${frame('outline', `<text:list>${item(p('One'))}${item(p('Two'))}</text:list>`)}${frame('title', p('Costs'))}${frame('page-number', p('7'))}<draw:g><draw:custom-shape>${p('In a group')}</draw:custom-shape></draw:g><presentation:notes>${frame('notes', p('Say hello'))}</presentation:notes></draw:page>` +
    `<draw:page draw:style-name="dp">${frame('title', p('Salaries'))}</draw:page>`
  const bytes = zip({
    'content.xml': content(`<office:presentation>${slides}</office:presentation>`, styles),
  })
  expect(await reader(bytes)).toEqual({
    blocks: [
      { kind: 'heading', text: 'Costs', level: 2, page: 1 },
      { kind: 'list', text: '- One\n- Two', page: 1 },
      { kind: 'text', text: 'In a group', page: 1 },
      { kind: 'text', text: 'Notes: Say hello', page: 1 },
    ],
    pages: 2,
    warnings: [{ code: 'hidden_slides', pages: [], names: ['2 Salaries'] }],
  })
})

test('a presentation whose slides are all hidden is read', async () => {
  const styles =
    '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const slide = `<draw:page draw:style-name="dp"><draw:frame presentation:class="title"><draw:text-box>${p('Salaries')}</draw:text-box></draw:frame></draw:page>`
  const bytes = zip({ 'content.xml': content(`<office:presentation>${slide}</office:presentation>`, styles) })
  expect(await reader(bytes)).toMatchObject({ blocks: [{ text: 'Salaries' }], warnings: [] })
})

test('charts of slides are read with the titles of their axes, also beside an empty paragraph', async () => {
  const axis = (title: string) => `<chart:axis><chart:title>${p(title)}</chart:title></chart:axis>`
  const value = (number: string) =>
    `<table:table-cell office:value-type="float" office:value="${number}">${p(number)}</table:table-cell>`
  const chart = `<office:document-content><office:body><office:chart><chart:chart><chart:title>${p('Output')}</chart:title><chart:subtitle>${p('without pilots')}</chart:subtitle><chart:plot-area>${axis('Year')}${axis('Million euros')}</chart:plot-area><table:table>${row(cell('') + cell(p('North')))}${row(cell(p('2024')) + value('4.5'))}${row(cell(p('2025')) + value('NaN'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`
  const object =
    '<draw:frame><draw:object xlink:href="./Object 1"><loext:p/></draw:object><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
  const bytes = zip({
    'content.xml': content(`<office:presentation><draw:page>${object}</draw:page></office:presentation>`),
    'Object 1/content.xml': chart,
  })
  const { blocks, warnings } = await reader(bytes)
  expect(blocks).toEqual([
    { kind: 'text', text: 'Output\nwithout pilots\nYear / Million euros', page: 1 },
    { kind: 'table', text: ' | North\n2024 | 4.5\n2025', page: 1, head: ' | North' },
  ])
  expect(warnings).toEqual([])
})

test('shapes of a slide are read by their places if the file has them against the direction of reading', async () => {
  const shape = (left: string, top: string, text: string) =>
    `<draw:custom-shape svg:x="${left}" svg:y="${top}" svg:width="5cm" svg:height="2cm">${p(text)}</draw:custom-shape>`
  const slide = (shapes: string) =>
    zip({
      'content.xml': content(`<office:presentation><draw:page>${shapes}</draw:page></office:presentation>`),
    })
  const backwards =
    shape('1cm', '120mm', 'third') + shape('8cm', '6cm', 'second right') + shape('1cm', '6.2cm', 'second')
  const title = shape('1cm', '1in', 'first')
  const { blocks } = await reader(slide(backwards + title))
  expect(blocks.map(({ text }) => text)).toEqual(['first', 'second', 'second right', 'third'])
  const body =
    '<draw:frame presentation:class="outline" svg:x="1cm" svg:y="9cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>body</text:p></draw:text-box></draw:frame>'
  const kept = await reader(slide(backwards + body + title))
  expect(kept.blocks.map(({ text }) => text)).toEqual(['third', 'second right', 'second', 'body', 'first'])
})

test.each(['content.xml', 'encrypted-package'])('a document whose %s is encrypted says so', async (name) => {
  const manifest = `<manifest:manifest><manifest:file-entry manifest:full-path="${name}"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`
  const bytes = zip({ [name]: 'x', 'META-INF/manifest.xml': manifest })
  await expect(Promise.resolve().then(() => reader(bytes))).rejects.toThrow('encrypted')
})
