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

export type FileProblem = 'tooLarge' | 'notUtf8' | 'empty' | 'tooManyRows' | 'columns'

export type ReadFile =
  | { readonly problem: FileProblem; readonly missing: readonly Column[] }
  | { readonly rows: readonly FileRow[]; readonly ignored: readonly string[] }

const refused = (problem: FileProblem, missing: readonly Column[] = []): ReadFile => ({ problem, missing })

export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size > MOST_BYTES) return refused('tooLarge')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return refused('notUtf8')
  }
  return readText(text)
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
  papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
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
