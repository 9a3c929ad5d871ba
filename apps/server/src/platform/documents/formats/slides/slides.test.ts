import { beforeAll, expect, test } from 'vitest'
import { zip } from '../../test/zip.ts'
import type { Reader } from '../reader.ts'
import { loadSlides } from './slides.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadSlides()
})

const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPACES = `xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:dgm="d" xmlns:mc="mc" xmlns:r="${LINKS}"`
const links = (targets: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(targets)
    .map(
      ([id, target]) =>
        `<Relationship Id="${id}" Type="${LINKS}/${id.replace(/\d+$/, '')}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const p = (text: string, properties = '', attributes = '') =>
  `<a:p><a:pPr ${attributes}>${properties}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (content: string, { ph = '', place = '', hidden = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr ${hidden}/><p:nvPr>${ph && `<p:ph ${ph}/>`}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody>${content}</p:txBody></p:sp>`
const at = (x: number, y: number) => `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="90" cy="90"/></a:xfrm>`
const title = (text: string) => shape(p(text), { ph: 'type="title"' })
const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`
const slide = (shapes: string, attributes = '') =>
  `<p:sld ${SPACES} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

const BULLET = '<a:buChar char="•"/>'
const MASTER = `<p:sldMaster ${SPACES}><p:cSld><p:spTree/></p:cSld><p:txStyles><p:titleStyle/><p:bodyStyle><a:lvl1pPr>${BULLET}</a:lvl1pPr><a:lvl2pPr>${BULLET}</a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>`
const LAYOUT = `<p:sldLayout ${SPACES}><p:cSld><p:spTree>${shape('<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>', { ph: 'type="body" idx="7"' })}</p:spTree></p:cSld></p:sldLayout>`

/** Reads a presentation of these slides; `parts` are further files, by the links of the slides to them. */
async function read(slides: readonly string[], parts: Readonly<Record<string, string>> = {}) {
  const targets = Object.fromEntries(Object.keys(parts).map((id) => [id, `../${id}.xml`]))
  const order = slides.map((_, index) => index + 1)
  return reader(
    zip({
      'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldIdLst>${order.map((n) => `<p:sldId id="${n}" r:id="slide${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      // The names of the files are in the other direction.
      'ppt/_rels/presentation.xml.rels': links({
        ...Object.fromEntries(order.map((n) => [`slide${n}`, `slides/s${slides.length - n}.xml`])),
        commentAuthors: 'authors.xml',
      }),
      ...Object.fromEntries(
        order.flatMap((n) => [
          [`ppt/slides/s${slides.length - n}.xml`, slides[n - 1] ?? ''],
          [
            `ppt/slides/_rels/s${slides.length - n}.xml.rels`,
            links({ slideLayout: '../layout.xml', ...targets }),
          ],
        ]),
      ),
      'ppt/layout.xml': LAYOUT,
      'ppt/_rels/layout.xml.rels': links({ slideMaster: 'master.xml' }),
      'ppt/master.xml': MASTER,
      'ppt/authors.xml': '<p:cmAuthorLst><p:cmAuthor id="4" name="Mira"/></p:cmAuthorLst>',
      ...Object.fromEntries(Object.entries(parts).map(([id, content]) => [`ppt/${id}.xml`, content])),
    }),
  )
}
const textsOf = async (shapes: string, parts?: Readonly<Record<string, string>>) =>
  (await read([slide(shapes)], parts)).blocks.map(({ text }) => text)

test('slides are pages in the order of the show, each with its title first', async () => {
  const cover = slide(
    shape(p('Plan 2027'), { ph: 'type="ctrTitle"' }) + shape(p('For all'), { ph: 'type="subTitle" idx="7"' }),
  )
  expect(await read([cover, slide(shape(p('Box')) + title('Costs'))])).toEqual({
    blocks: [
      { kind: 'heading', text: 'Plan 2027', level: 1, page: 1 },
      { kind: 'text', text: 'For all', page: 1 },
      { kind: 'heading', text: 'Costs', level: 2, page: 2 },
      { kind: 'text', text: 'Box', page: 2 },
    ],
    pages: 2,
    warnings: [],
  })
})

test('hidden slides are left out and named', async () => {
  const { blocks, pages, warnings } = await read([
    slide(title('Shown')),
    slide(title('Salaries'), 'show="0"'),
  ])
  expect(blocks.map(({ text }) => text)).toEqual(['Shown'])
  expect(pages).toBe(2)
  expect(warnings).toEqual([{ code: 'hidden_slides', pages: [], names: ['2 Salaries'] }])
})

test('a presentation whose slides are all hidden is read', async () => {
  const { blocks, warnings } = await read([slide(title('One'), 'show="0"'), slide(title('Two'), 'show="0"')])
  expect(blocks.map(({ text }) => text)).toEqual(['One', 'Two'])
  expect(warnings).toEqual([])
})

test('bodies are lists with levels and numbers, as their layout and master say', async () => {
  const number = '<a:buAutoNum type="alphaLcParenR" startAt="3"/>'
  const body =
    p('One') + p('Two', '', 'lvl="1"') + p('Plain', '<a:buNone/>') + p('Third', number) + p('Fourth', number)
  expect(
    await textsOf(shape(body, { ph: 'idx="1"' }) + shape(p('Lead'), { ph: 'type="body" idx="7"' })),
  ).toEqual(['- One\n  - Two', 'Plain', 'c) Third\nd) Fourth', 'Lead'])
})

test('numbers of slides, dates, feet and hidden shapes are no text', async () => {
  const repeated = ['sldNum', 'dt', 'ftr']
    .map((type) => shape(p(type), { ph: `type="${type}" idx="9"` }))
    .join('')
  const number = '<a:p><a:r><a:t>Page </a:t></a:r><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'
  expect(await textsOf(repeated + shape(p('gone'), { hidden: 'hidden="1"' }) + shape(number))).toEqual([
    'Page',
  ])
})

const cell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody>${text && p(text)}</a:txBody></a:tc>`

test('the lists in a cell have their bullets and numbers', async () => {
  const item = (bullet: string, text: string) =>
    `<a:p><a:pPr>${bullet}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
  const number = '<a:buAutoNum type="arabicPeriod"/>'
  const cell = (content: string) => `<a:tc><a:txBody>${content}</a:txBody></a:tc>`
  const table = `<a:tbl><a:tr>${cell(item('', 'Valve'))}${cell(item('', 'Do') + item(number, 'open') + item(number, 'close') + item('<a:buChar char="•"/>', 'note'))}</a:tr></a:tbl>`
  const { blocks } = await read([slide(frame(table))])
  expect(blocks.map(({ text }) => text)).toEqual(['Valve | Do / 1. open / 2. close / - note'])
})

test('cells that a merged cell covers keep their place, and not their text', async () => {
  const rows = [
    cell('Region', 'gridSpan="2"') + cell('covered', 'hMerge="1"') + cell('2026'),
    cell('North', 'rowSpan="2"') + cell('Kiel') + cell('4'),
    cell('covered', 'vMerge="1"') + cell('') + cell('5'),
  ]
  const table = `<a:tbl>${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl>`
  const { blocks } = await read([slide(frame(table))])
  expect(blocks).toEqual([
    { kind: 'table', text: 'Region |  | 2026\nNorth | Kiel | 4\n |  | 5', head: 'Region |  | 2026', page: 1 },
  ])
})

test('charts, diagrams, notes and comments belong to their slide', async () => {
  const points = (values: readonly string[]) =>
    values.map((v, idx) => `<c:pt idx="${idx}"><c:v>${v}</c:v></c:pt>`).join('')
  const label = (idx: number, text: string) =>
    `<c:dLbl><c:idx val="${idx}"/><c:tx><c:rich>${p(text)}</c:rich></c:tx></c:dLbl>`
  const parts = {
    chart: `<c:chartSpace ${SPACES}><c:chart><c:title>${p('Sales by quarter')}</c:title><c:plotArea><c:ser><c:tx><c:v>Sales</c:v></c:tx><c:dLbls>${label(0, '[VALUE]')}${label(1, 'record')}</c:dLbls><c:cat>${points(['Q1', 'Q2'])}</c:cat><c:val>${points(['3', '4.5'])}</c:val></c:ser><c:catAx><c:title>${p('Quarter')}</c:title></c:catAx><c:valAx><c:title>${p('EUR million')}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
    diagramData: `<dgm:dataModel ${SPACES}><dgm:ptLst><dgm:pt modelId="1" type="doc"/><dgm:pt modelId="2"><dgm:t>${p('Step')}</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`,
    notesSlide: slide(
      shape(p('Say hello'), { ph: 'type="body" idx="1"' }) +
        shape(p('1'), { ph: 'type="sldNum" idx="2"' }) +
        frame(
          `<a:tbl><a:tr>${cell('Step')}${cell('Minutes')}</a:tr><a:tr>${cell('Hello')}${cell('2')}</a:tr></a:tbl>`,
        ),
    ),
    comments: `<p:cmLst ${SPACES}><p:cm authorId="4"><p:text>Check this</p:text></p:cm></p:cmLst>`,
  }
  const shapes = frame('<c:chart r:id="chart"/>') + frame('<dgm:relIds r:dm="diagramData"/>')
  const { blocks, warnings } = await read([slide(shapes)], parts)
  expect(blocks.map(({ text }) => text)).toEqual([
    'Sales by quarter\nQuarter / EUR million',
    ' | Sales\nQ1 | 3\nQ2 | 4.5 (record)',
    '- Step',
    'Notes: Say hello',
    'Step | Minutes\nHello | 2',
    '[Comment by Mira: Check this]',
  ])
  expect(blocks.every(({ page }) => page === 1)).toBe(true)
  expect(warnings).toEqual([])
})

test('groups are read in their place; free boxes against the direction of reading by their places', async () => {
  const group = `<p:grpSp>${shape(p('in'))}${shape(p('a group'))}</p:grpSp>`
  expect(await textsOf(shape(p('before')) + group + shape(p('after')))).toEqual([
    'before',
    'in',
    'a group',
    'after',
  ])
  const boxes = [at(0, 600), at(300, 400), at(0, 400), at(0, 0)]
  expect(await textsOf(boxes.map((place, index) => shape(p(String(index)), { place })).join(''))).toEqual([
    '3',
    '2',
    '1',
    '0',
  ])
})

test('pictures show their descriptions, and what is not read is counted', async () => {
  const picture = (descr: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr descr="${descr}"/><p:nvPr/></p:nvPicPr></p:pic>`
  const { blocks, warnings } = await read([
    slide(picture('A map of Sofia') + picture('image1.png') + picture(':Assets:Plan A.PNG')),
    slide(picture('') + frame('<p:oleObj progId="Excel.Sheet"/>') + frame('<c:chart r:id="none"/>')),
  ])
  expect(blocks.map(({ text }) => text)).toEqual(['[A map of Sofia]'])
  expect(warnings).toEqual([
    { code: 'pictures', pages: [], count: 4 },
    { code: 'charts', pages: [], count: 1 },
    { code: 'objects', pages: [], count: 1 },
    { code: 'pages_without_text', pages: [2] },
  ])
})

test('two forms of one content are read once', async () => {
  const both = `<mc:AlternateContent><mc:Choice>${shape(p('new form'))}</mc:Choice><mc:Fallback>${shape(p('old form'))}</mc:Fallback></mc:AlternateContent>`
  expect(await textsOf(both)).toEqual(['new form'])
})

test('a presentation that names a slide many times has it once', async () => {
  const { pages } = await reader(
    zip({
      'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldIdLst>${'<p:sldId r:id="slide1"/>'.repeat(100_000)}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': links({ slide1: 's.xml' }),
      'ppt/s.xml': slide(title('One')),
    }),
  )
  expect(pages).toBe(1)
})
