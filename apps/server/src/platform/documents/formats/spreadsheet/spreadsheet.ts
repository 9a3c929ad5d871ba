// Spreadsheets as they show themselves: formatted values, empty and merged cells in their place, hidden parts left out and named.
import type { WorkBook } from '@e965/xlsx'
import { append, warningOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import type { Reader } from '../reader.ts'
import { openCells, type Formats } from './cells.ts'
import { decodeXml, loadXml, type ParseXml } from '../xml.ts'
import { openDrawings, type Drawings } from './drawings.ts'
import { CellCount, gridOf } from './grid.ts'
import { hide, prepared } from './open-document.ts'
import { inCapitals, textWithRuns } from './other-programs.ts'
import { pageOfFonts } from './old-pages.ts'
import { openSheetDrawings } from './open-drawings.ts'
import { sheetBlocks } from './regions.ts'

/** Loads the reader of xlsx, xlsm, xlsb, xls, also as one XML file, and ods. */
export async function loadSpreadsheet(): Promise<Reader> {
  const { read, set_cptable: setCodepages } = await import('@e965/xlsx')
  // The letters of old workbooks.
  setCodepages(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const formats: Formats = await import('numfmt')
  const parse = await loadXml()
  const options = {
    type: 'buffer',
    dense: true,
    cellStyles: true,
    cellNF: true,
    bookFiles: true,
  } as const
  return (bytes) => {
    const xml = parse.anew()
    const { bytes: whole, open } = prepared(inUtf8(Buffer.from(bytes)), xml)
    // Formulas of old workbooks always have a value.
    const isZip = whole.subarray(0, 2).toString('latin1') === 'PK'
    const codepage = isZip ? undefined : pageOfFonts(whole)
    const readBook = (file: Buffer) =>
      read(file, { ...options, cellFormula: isZip, ...(codepage && { codepage }) })
    const found = readBook(whole)
    const changed = isZip && !open ? inCapitals(found, whole) : undefined
    const book = changed ? readBook(changed) : found
    if (open) hide(book, open.sheets)
    const drawings = open ? openSheetDrawings(bytes, open.sheets, xml) : openDrawings(bytes, xml)
    const parts = open?.parts ?? (book as { keys?: string[] }).keys ?? []
    return Promise.resolve(documentOf(book, { formats, drawings, parts, xml }))
  }
}

/** Returns a workbook of one XML file in UTF-8, the only encoding that SheetJS reads it in; others as they are. */
const inUtf8 = (bytes: Buffer): Buffer =>
  /^(?:<|\u00ef\u00bb\u00bf<|\u00ff\u00fe<|\u00fe\u00ff\0<)/.test(bytes.toString('latin1', 0, 4))
    ? Buffer.from(decodeXml(bytes))
    : bytes

interface Read {
  readonly formats: Formats
  readonly drawings: Drawings
  readonly parts: readonly string[]
  readonly xml: ParseXml
}

function documentOf(book: WorkBook, { formats, drawings, parts, xml }: Read): BlockDocument {
  const textOf = openCells(formats, {
    is1904: book.Workbook?.WBProps?.date1904 ?? false,
    hasShown: book.bookType === 'ods',
    textOf: (cell) => textWithRuns(cell, xml),
  })
  const count = new CellCount()
  const blocks: Block[] = []
  const hidden: string[] = []
  const unread: string[] = []
  const withHidden: string[] = []
  const withoutValues: string[] = []
  let formulas = 0
  let pages = 0
  book.SheetNames.forEach((key, index) => {
    const said = book.Workbook?.Sheets?.[index]
    // SheetJS leaves entities in the names of OpenDocument sheets.
    const name = said?.name || key
    if (isCache(name)) return
    // SheetJS leaves a sheet out that it cannot read.
    const sheet = book.Sheets[key]
    if (!sheet) {
      unread.push(name)
      return
    }
    pages += 1
    if (said?.Hidden) {
      hidden.push(name)
      return
    }
    const grid = gridOf(sheet, textOf, count)
    if (grid.hasHidden) withHidden.push(name)
    if (grid.formulas > 0) withoutValues.push(name)
    formulas += grid.formulas
    const page = pages
    const found = [...sheetBlocks(grid, page), ...drawings.blocksOf(name, page)]
    if (found.length > 0) append(blocks, [{ kind: 'heading', text: name, level: 1, page }, ...found])
  })
  if (pages === 0 && unread.length > 0) throw new Error('no sheet can be read')
  return {
    blocks,
    pages: pages || null,
    warnings: [
      ...warningOf('sheets_not_read', { names: unread }),
      ...(count.isCut ? [{ code: 'cells_cut' as const, pages: [] }] : []),
      ...warningOf('hidden_sheets', { names: hidden }),
      ...warningOf('hidden_cells', { names: withHidden }),
      ...warningOf('formulas', { count: formulas, names: withoutValues }),
      ...partsNotRead(parts, drawings.charts()),
    ],
  }
}

/** OpenDocument keeps values of other files in sheets that nobody can open, named by address and sheet. */
const isCache = (name: string): boolean => /^'[a-z]{2,}:\/\/.*'#/i.test(name)

const BINARY = /^\/?xl\/workbook\.bin$/i

/** Counts charts and pictures by the parts of the file, without the charts that were read. */
function partsNotRead(parts: readonly string[], charts: number): ReadWarning[] {
  const count = (pattern: RegExp) => parts.filter((part) => pattern.test(part)).length
  return [
    ...warningOf('charts', {
      count: Math.max(
        0,
        count(/^\/?(?:xl\/charts\/chart(?:ex)?\d*\.xml|Object \d+\/content\.xml)$/i) - charts,
      ),
    }),
    ...warningOf('pictures', {
      count: count(/^\/?(?:xl\/media|Pictures)\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$/i),
    }),
    // Text boxes of binary workbooks are not read.
    ...warningOf('objects', {
      count:
        count(/^\/?xl\/embeddings\/[^/]+$/i) +
        (count(BINARY) > 0 ? count(/^\/?xl\/drawings\/[^/]+\.xml$/i) : 0),
    }),
  ]
}
