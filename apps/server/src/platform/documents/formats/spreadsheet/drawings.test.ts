import { utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { loadSpreadsheet } from './spreadsheet.ts'

test('charts and text boxes of sheets are read with them, and those of hidden sheets are not', async () => {
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
    text(`xl/drawings/_rels/drawing${sheet}.xml.rels`, relations(['c', 'chart', '../charts/chart1.xml']))
    text(
      `xl/drawings/drawing${sheet}.xml`,
      `<xdr:wsDr ${SPACES}>${box(`Note ${sheet}`)}${anchor(`<mc:AlternateContent><mc:Choice><xdr:graphicFrame><c:chart r:id="c"/></xdr:graphicFrame></mc:Choice><mc:Fallback>${box('Cannot be shown')}</mc:Fallback></mc:AlternateContent>`)}${anchor(`<mc:AlternateContent><mc:Choice><xdr:graphicFrame><slicer/></xdr:graphicFrame></mc:Choice><mc:Fallback>${box('Slicers are supported in later versions')}</mc:Fallback></mc:AlternateContent>`)}</xdr:wsDr>`,
    )
  }
  text(
    'xl/charts/chart1.xml',
    `<c:chartSpace ${SPACES}><c:chart><c:title><a:p><a:t>Visits</a:t></a:p></c:title><c:plotArea><c:ser><c:tx><c:v>Guests</c:v></c:tx><c:cat>${points(['May', 'June'])}</c:cat><c:val>${points(['3', '4.5'])}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
  )
  const { blocks, warnings } = await (await loadSpreadsheet())(Buffer.from(zipSync(parts)))
  expect(blocks.map((block) => block.text)).toEqual([
    'Plan',
    'City\nVarna',
    'Note 1',
    'Visits',
    ' | Guests\nMay | 3\nJune | 4.5',
  ])
  expect(warnings).toEqual([{ code: 'hidden_sheets', pages: [], names: ['Hidden'] }])
})
