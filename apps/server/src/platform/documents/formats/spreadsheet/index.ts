// Spreadsheets as they show themselves: formatted values, empty and merged cells in their place, hidden parts left out and named.
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { warningOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import type { Reader } from '../reader.ts'
import { openCells, type Formats } from './cells.ts'
import { withStyles } from './open-document.ts'
import { regionBlocks, type Row } from './regions.ts'

/** Cells of a workbook; more are left out with a warning. */
const MAX_CELLS = 200_000

/** Loads the reader of xlsx, xlsm, xls and ods. */
export async function loadSpreadsheet(): Promise<Reader> {
  const { read, set_cptable: setCodepages } = await import('@e965/xlsx')
  // The letters of old workbooks.
  setCodepages(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const formats: Formats = await import('numfmt')
  const options = {
    type: 'buffer',
    dense: true,
    cellStyles: true,
    cellNF: true,
    cellFormula: false,
    bookFiles: true,
  } as const
  return (bytes) => Promise.resolve(documentOf(read(withStyles(Buffer.from(bytes)), options), formats))
}

function documentOf(book: WorkBook, formats: Formats): BlockDocument {
  const textOf = openCells(formats, book.Workbook?.WBProps?.date1904 ?? false)
  const blocks: Block[] = []
  const hidden: string[] = []
  const withHidden: string[] = []
  let left = MAX_CELLS
  book.SheetNames.forEach((name, index) => {
    const sheet = book.Sheets[name]
    if (!sheet) return
    if (book.Workbook?.Sheets?.[index]?.Hidden) {
      hidden.push(name)
      return
    }
    const read = rowsOf(sheet, textOf, left)
    left = read.left
    if (read.isCut) withHidden.push(name)
    if (read.rows.length === 0) return
    blocks.push(
      { kind: 'heading', text: name, level: 1, page: index + 1 },
      ...regionBlocks(read.rows, index + 1),
    )
  })
  return {
    blocks,
    pages: book.SheetNames.length || null,
    warnings: [
      ...(left < 0 ? [{ code: 'cells_cut' as const, pages: [] }] : []),
      ...warningOf('hidden_sheets', { names: hidden }),
      ...warningOf('hidden_cells', { names: withHidden }),
      ...partsNotRead(book),
    ],
  }
}

interface ReadRows {
  readonly rows: Row[]
  /** Whether hidden rows or columns with content were left out. */
  readonly isCut: boolean
  readonly left: number
}

/** Returns the shown rows with content. `left` cells may be read; a negative rest says that there were more. */
function rowsOf(sheet: WorkSheet, textOf: (cell: CellObject) => string, left: number): ReadRows {
  const data = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const hiddenColumns = new Set((sheet['!cols'] ?? []).flatMap((column, at) => (column?.hidden ? [at] : [])))
  const rows: Row[] = []
  let [isCut, isApart, rest] = [false, false, left]
  // Rows without cells are holes, which `forEach` skips.
  let before = -1
  data.forEach((cells, at) => {
    if (rest < 0) return
    const filled = cells.some(hasContent)
    if (!filled) return
    isApart ||= at > before + 1
    before = at
    if (sheet['!rows']?.[at]?.hidden) {
      isCut = true
      return
    }
    rest -= cells.length
    if (rest < 0) return
    isCut ||= cells.some((cell, column) => hiddenColumns.has(column) && hasContent(cell))
    const texts = Array.from(cells, (cell, column) =>
      cell && !hiddenColumns.has(column) ? textOf(cell) : '',
    )
    if (!texts.some(Boolean)) return
    const shown = texts.filter((_, column) => !hiddenColumns.has(column))
    rows.push({ cells: shown, hasNumber: cells.some((cell) => cell?.t === 'n' || cell?.t === 'd'), isApart })
    isApart = false
  })
  return { rows, isCut, left: rest }
}

const hasContent = (cell: CellObject | undefined): boolean =>
  cell !== undefined && cell.t !== 'z' && cell.v !== undefined && cell.v !== null && cell.v !== ''

/** Counts charts and pictures by the parts of the file. */
function partsNotRead(book: WorkBook): ReadWarning[] {
  const parts = (book as { keys?: string[] }).keys ?? []
  const count = (pattern: RegExp) => parts.filter((part) => pattern.test(part)).length
  return [
    ...warningOf('charts', { count: count(/^\/?(?:xl\/charts\/chart\d*\.xml|Object \d+\/content\.xml)$/i) }),
    ...warningOf('pictures', {
      count: count(/^\/?(?:xl\/media|Pictures)\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$/i),
    }),
    ...warningOf('objects', { count: count(/^\/?xl\/embeddings\/[^/]+$/i) }),
  ]
}
