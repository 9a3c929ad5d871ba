import { utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zip } from '../../test/zip.ts'
import { loadSpreadsheet } from './spreadsheet.ts'

test('charts, text boxes and SmartArt of sheets are read with them, and those of hidden sheets are not', async () => {
  const relations = (...links: readonly (readonly [id: string, type: string, target: string])[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`
  const SPACES =
    'xmlns:xdr="x" xmlns:a="a" xmlns:c="c" xmlns:mc="mc" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const points = (texts: readonly string[]) =>
    texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')
  const anchor = (inner: string) => `<xdr:twoCellAnchor>${inner}</xdr:twoCellAnchor>`
  const box = (text: string) =>
    anchor(`<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`)
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['City'], ['Varna']]), 'Plan')
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Key'], ['secret']]), 'Hidden')
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  const parts = unzipSync(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  const text = (name: string, content: string) => (parts[name] = Buffer.from(content))
  for (const sheet of [1, 2]) {
    text(
      `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
      relations(['d', 'drawing', `../drawings/drawing${sheet}.xml`]),
    )
    text(
      `xl/drawings/_rels/drawing${sheet}.xml.rels`,
      relations(['c', 'chart', '../charts/chart1.xml'], ['m', 'diagramData', '../diagrams/data1.xml']),
    )
    text(
      `xl/drawings/drawing${sheet}.xml`,
      `<xdr:wsDr ${SPACES}>${box(`Note ${sheet}`)}${anchor(`<mc:AlternateContent><mc:Choice><xdr:graphicFrame><c:chart r:id="c"/></xdr:graphicFrame></mc:Choice><mc:Fallback>${box('Cannot be shown')}</mc:Fallback></mc:AlternateContent>`)}${anchor(`<mc:AlternateContent><mc:Choice><xdr:graphicFrame><slicer/></xdr:graphicFrame></mc:Choice><mc:Fallback>${box('Slicers are supported in later versions')}</mc:Fallback></mc:AlternateContent>`)}${anchor('<xdr:graphicFrame><dgm:relIds r:dm="m"/></xdr:graphicFrame>')}</xdr:wsDr>`,
    )
  }
  text(
    'xl/charts/chart1.xml',
    `<c:chartSpace ${SPACES}><c:chart><c:title><a:p><a:t>Visits</a:t></a:p></c:title><c:plotArea><c:ser><c:tx><c:v>Guests</c:v></c:tx><c:cat>${points(['May', 'June'])}</c:cat><c:val>${points(['3', '4.5'])}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
  )
  text(
    'xl/diagrams/data1.xml',
    '<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:t>Apply</a:t></a:p></dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t><a:p><a:t>Check</a:t></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>',
  )
  const { blocks, warnings } = await (await loadSpreadsheet())(Buffer.from(zipSync(parts)))
  expect(blocks.map((block) => block.text)).toEqual([
    'Plan',
    'City\nVarna',
    'Note 1',
    'Visits',
    ' | Guests\nMay | 3\nJune | 4.5',
    '- Apply\n  - Check',
  ])
  expect(warnings).toEqual([{ code: 'hidden_sheets', pages: [], names: ['Hidden'] }])
})

test('charts and text boxes of OpenDocument sheets are read with theirs, also out of a cell', async () => {
  const OPEN = 'urn:oasis:names:tc:opendocument:xmlns'
  const SPACES = `xmlns:office="${OPEN}:office:1.0" xmlns:table="${OPEN}:table:1.0" xmlns:text="${OPEN}:text:1.0" xmlns:draw="${OPEN}:drawing:1.0" xmlns:chart="${OPEN}:chart:1.0" xmlns:style="${OPEN}:style:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`
  const p = (text: string) => `<text:p>${text}</text:p>`
  const cell = (content: string) =>
    `<table:table-cell office:value-type="string">${content}</table:table-cell>`
  const row = (...cells: readonly string[]) =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`
  const object = (name: string) =>
    `<draw:frame><draw:object xlink:href="./${name}"/><draw:image/></draw:frame>`
  const box = (text: string) => `<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`
  const chart = (title: string) =>
    `<office:document-content ${SPACES}><office:body><office:chart><chart:chart><chart:title>${p(title)}</chart:title><table:table table:name="local-table">${row('', p('Guests'))}${row(p('May'), p('3'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`
  const sheets = [
    `<table:table table:name="R&amp;D"><table:shapes><draw:g>${object('Object 1')}${box('Draft')}</draw:g><draw:rect/></table:shapes>${row(p('City'))}${row(p('Varna') + object('Object 2'))}</table:table>`,
    `<table:table table:name="Hidden" table:style-name="h"><table:shapes>${object('Object 3')}</table:shapes>${row(p('secret'))}</table:table>`,
    `<table:table table:name="Last"><table:shapes><draw:custom-shape>${p('In a shape')}<draw:enhanced-geometry/></draw:custom-shape></table:shapes>${row(p('end'))}</table:table>`,
  ]
  const styles =
    '<office:automatic-styles><style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>'
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${SPACES}>${styles}<office:body><office:spreadsheet>${sheets.join('')}</office:spreadsheet></office:body></office:document-content>`,
    'Object 1/content.xml': chart('Visits'),
    'Pictures/photo.png': 'no picture',
    'Object 2/content.xml': chart('In a cell'),
    'Object 3/content.xml': chart('Of a hidden sheet'),
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
  }
  const { blocks, warnings } = await (await loadSpreadsheet())(zip(parts))
  expect(blocks.map((block) => block.text)).toEqual([
    'R&D',
    'City\nVarna',
    'Visits',
    ' | Guests\nMay | 3',
    'Draft',
    'In a cell',
    ' | Guests\nMay | 3',
    'Last',
    'end',
    'In a shape',
  ])
  expect(warnings).toEqual([
    { code: 'hidden_sheets', pages: [], names: ['Hidden'] },
    { code: 'charts', pages: [], count: 1 },
    { code: 'pictures', pages: [], count: 1 },
  ])
})

test('hidden rows and columns of OpenDocument sheets are left out, also filtered and repeated ones', async () => {
  const text = (content: string) =>
    `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`
  const row = (attributes: string, ...texts: readonly string[]) =>
    `<table:table-row ${attributes}>${texts.map(text).join('')}</table:table-row>`
  const sheet = `<table:table table:name="Plan"><table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/><table:table-column/>${row('', 'Name', 'secret', 'secret', 'Place')}${row('table:number-rows-repeated="3" table:visibility="filter"', 'gone', '', '', 'gone')}${row('', 'Ada', '1', '2', 'Varna')}${row('table:number-rows-repeated="1048000" table:visibility="collapse"')}</table:table>`
  // Values of another file, which the sheet computes with.
  const cache = `<table:table table:name="'file:///C:/rates.xlsx'#Rates"><table:table-source/>${row('', 'cached', '1')}</table:table>`
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet>${cache}${sheet}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  }
  const { blocks, warnings, pages } = await (await loadSpreadsheet())(zip(parts))
  expect(pages).toBe(1)
  expect(blocks.map((block) => block.text)).toEqual(['Plan', 'Name | Place\nAda | Varna'])
  expect(warnings).toEqual([{ code: 'hidden_cells', pages: [], names: ['Plan'] }])
})
