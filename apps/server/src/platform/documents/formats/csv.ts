// Tables of separated values: the delimiter is told by the structure, or by the file.
import type { Block } from '../blocks.ts'
import { encodingWarning, loadDecoder } from '../encodings/encodings.ts'
import { unpaged, type Reader } from './reader.ts'
import { HEAD_ROWS, headCount, isDate, type RowFacts } from './table-heads.ts'
import { tableBlock } from './tables.ts'

const MAX_CELLS = 500_000
/** Characters and rows that tell the delimiter. */
const SAMPLE = 65_536
const SAMPLE_ROWS = 100
/** Of two delimiters that fit, the earlier one: a comma may be part of a number. */
const DELIMITERS = ['\t', ';', '|', ',']

type Rows = readonly (readonly string[])[]
type Parse = (text: string, options: { delimiter: string; preview?: number; quoteChar?: string }) => Parsed

interface Parsed {
  readonly data: Rows
  readonly errors: readonly { readonly code: string }[]
}

/** Loads the reader of comma-separated values. */
export async function loadCsv(only?: Uint8Array): Promise<Reader> {
  const { default: papa } = await import('papaparse')
  const parse: Parse = (text, options) =>
    papa.parse<string[]>(text, { ...options, newline: newlineOf(text), skipEmptyLines: true })
  const decode = await loadDecoder(only)
  return (bytes, said) => {
    const decoded = decode(bytes, said)
    const { text, delimiter } = withDelimiter(decoded.text, parse)
    const data = rowsOf(text, delimiter, parse)
    const { rows, isCut } = cutRows(data)
    const warnings = isCut ? [{ code: 'cells_cut' as const, pages: [] }] : []
    return Promise.resolve({
      ...unpaged(blocksOf(rows)),
      warnings: [...encodingWarning(decoded), ...warnings],
    })
  }
}

/** Returns the rows up to a number of cells; of the last one its beginning, which may be all there is. */
function cutRows(data: Rows): { rows: Rows; isCut: boolean } {
  const rows: (readonly string[])[] = []
  let left = MAX_CELLS
  for (const row of data) {
    rows.push(row.slice(0, left))
    left -= row.length
    if (left <= 0) break
  }
  return { rows, isCut: left < 0 || rows.length < data.length }
}

/** Old files of Macs have line ends of their own. */
const newlineOf = (text: string) => (text.includes('\n') ? '\n' : '\r')

/** Reads “sep=;” of the first line, else finds the delimiter. */
function withDelimiter(whole: string, parse: Parse): { text: string; delimiter: string } {
  const text = whole.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const [line, named] = /^"?sep=([^"\r\n])"?[\r\n]{1,2}/i.exec(text) ?? []
  if (line !== undefined && named) return { text: text.slice(line.length), delimiter: named }
  return { text, delimiter: delimiterOf(text, parse) }
}

/** Returns the delimiter with which most rows have the same number of cells. */
function delimiterOf(text: string, parse: Parse): string {
  const cut = text.length > SAMPLE ? text.lastIndexOf('\n', SAMPLE) : text.length
  const sample = text.slice(0, cut > 0 ? cut : SAMPLE)
  let best = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const share = regularity(parse(sample, { delimiter, preview: SAMPLE_ROWS }).data)
    if (share > most) best = delimiter
    most = Math.max(most, share)
  }
  return best
}

/** Returns the share of rows that have the most common number of cells, above one. */
function regularity(rows: Rows): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  return rows.length === 0 ? 0 : Math.max(0, ...counts.values()) / rows.length
}

/** A quote that never ends would take all rows after it: then quotes are letters. */
function rowsOf(text: string, delimiter: string, parse: Parse): Rows {
  const { data, errors } = parse(text, { delimiter })
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return data
  return parse(text, { delimiter, quoteChar: '\0' }).data.map((row) =>
    row.map((cell) => /^"([^"]*)"$/.exec(cell)?.[1] ?? cell),
  )
}

/** Returns the table, and the lines above it that have one cell only, such as a title. */
function blocksOf(rows: Rows): Block[] {
  const isTable = (row: readonly string[]) => row.filter((cell) => cell.trim()).length > 1
  const first = rows.findIndex(isTable)
  if (first < 0) return rows.length > 1 ? tableOf(rows) : textsOf(rows)
  return [...textsOf(rows.slice(0, first)), ...tableOf(rows.slice(first))]
}

const textsOf = (rows: Rows): Block[] =>
  rows.map((row) => ({ kind: 'text', text: row.join(' ').trim() }) as const)

/** A first row of numbers is no head. */
function tableOf(rows: Rows): Block[] {
  const isNumber = (cell: string) => /^[-+]?[\d.,\s%]+$/.test(cell) || cell.trim() === ''
  const heads = rows[0]?.every(isNumber) ? 0 : headCount(rows.slice(0, HEAD_ROWS).map(factsOf))
  const block = tableBlock(rows, { heads })
  return block ? [block] : []
}

function factsOf(row: readonly string[]): RowFacts {
  const texts = row.map((cell) => cell.trim()).filter(Boolean)
  // An amount has a digit and no letter, and is no year.
  const isAmount = (text: string) =>
    /\d/.test(text) && !/\p{L}/u.test(text) && !/^(?:19|20)\d\d$/.test(text) && !isDate(text)
  return { filled: texts.length, distinct: new Set(texts).size, isData: texts.slice(1).some(isAmount) }
}
