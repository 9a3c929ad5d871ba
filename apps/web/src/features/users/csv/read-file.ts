// Reads a CSV file of users: rows with their line numbers.
import papa from 'papaparse'
import { MOST_BYTES, MOST_ROWS, NEEDED, READ, type Column } from './columns.ts'

export interface FileRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: Readonly<Partial<Record<Column, string>>>
  /** It has other cells than the head, or a quote is not closed. */
  readonly broken: boolean
}

export type FileProblem = 'tooLarge' | 'spreadsheet' | 'notUtf8' | 'empty' | 'tooManyRows' | 'columns'

export type ReadFile =
  | { readonly problem: FileProblem; readonly missing: readonly Column[] }
  | { readonly rows: readonly FileRow[]; readonly ignored: readonly string[] }

const refused = (problem: FileProblem, missing: readonly Column[] = []): ReadFile => ({ problem, missing })

export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size > MOST_BYTES) return refused('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (SPREADSHEETS.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return refused('spreadsheet')
  try {
    return readText(new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes))
  } catch {
    return refused('notUtf8')
  }
}

/** The first bytes of .xlsx, .ods and .numbers (zip), and of .xls. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

/** “Unicode text” of Excel is UTF-16. The first letter of a column name tells it apart where the byte order mark is missing. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

export function readText(text: string): ReadFile {
  const lines = linesOf(text)
  const head = lines.shift()
  if (!head || lines.length === 0) return refused('empty')
  if (lines.length > MOST_ROWS) return refused('tooManyRows')
  const columns = head.cells.map((name) => READ.find((one) => same(one, name)))
  const missing = NEEDED.filter((one) => !columns.includes(one))
  if (missing.length > 0) return refused('columns', missing)
  return {
    rows: lines.map(({ line, cells, broken }) => ({
      line,
      cells: Object.fromEntries(
        cells.flatMap((cell, at) => (columns[at] ? [[columns[at], withFormula(cell.trim())]] : [])),
      ),
      broken: broken || cells.length !== columns.length,
    })),
    ignored: head.cells.filter((_, at) => !columns[at]),
  }
}

/** “First name” is `firstName`. */
const same = (column: string, name: string): boolean =>
  name.replace(/[\s_-]/g, '').toLowerCase() === column.toLowerCase()

/** Removes the apostrophe that an export puts before a formula. */
const withFormula = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/, '')

interface Line {
  readonly line: number
  readonly cells: readonly string[]
  readonly broken: boolean
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let begin = 0
  let line = 1
  // The first line of a file for Excel may name the delimiter.
  const [told = '', delimiter = delimiterOf(text)] =
    /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)/i.exec(text) ?? []
  if (told !== '') {
    text = text.slice(told.length)
    line = 2
  }
  papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors, meta }) {
      if (data.some((cell) => cell.trim() !== ''))
        lines.push({ line, cells: data, broken: errors.length > 0 })
      line += (text.slice(begin, meta.cursor).match(/\r\n|\n|\r/g) ?? []).length
      begin = meta.cursor
    },
  })
  return lines
}

/** Spreadsheets write semicolons where a comma separates decimals. */
function delimiterOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counted = [',', ';', '\t'].map((one) => ({ one, count: head.split(one).length }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one
}
