// Finds the tables in the text of a document. Readers of documents write a row per line with “ | ” between its cells, and a
// blank line between blocks; a cell has no “|” itself. Pure.
import { hasCellsOf, isFence } from './table-form.ts'

/** A part of a text. */
export interface Range {
  from: number
  to: number
}

export type DocumentBlock =
  | (Range & { kind: 'text' })
  | (Range & {
      kind: 'table'
      rows: readonly (readonly Range[])[]
      /** Whether the first row names the columns. */
      hasHead: boolean
      /** Columns whose cells are numbers. */
      numeric: readonly boolean[]
    })

interface Options extends Range {
  /** Whether the part begins inside a table. */
  isInTable?: boolean
}

const CELL_END = ' | '

/** Returns the blocks of a part of a text, in order; texts between two tables are one block. */
export function blocksOf(text: string, { from, to, isInTable = false }: Options): DocumentBlock[] {
  const blocks: DocumentBlock[] = []
  const addText = (start: number, end: number) => {
    const [first, last] = withoutBreaks(text, start, end)
    if (first < last) blocks.push({ kind: 'text', from: first, to: last })
  }
  let textFrom = from
  let isFenced = false
  for (const lines of paragraphsOf(text, from, to)) {
    const goesOn = isInTable && blocks.length === 0 && lines[0]?.from === from
    const written = lines.map((line) => text.slice(line.from, line.to))
    const fences = written.filter(isFence).length
    const isCode = isFenced || fences > 0
    if (fences % 2 === 1) isFenced = !isFenced
    if (isCode || !hasCellsOf(written, { goesOn, isCut: lines.at(-1)?.to === to })) continue
    const [start, end] = [lines[0]?.from ?? from, lines.at(-1)?.to ?? from]
    addText(textFrom, start)
    blocks.push(tableOf(text, lines, !goesOn))
    textFrom = end
  }
  addText(textFrom, to)
  return blocks
}

/** Returns where the shown text of a span begins: the marks between cells are not shown. Undefined when nothing of it is. */
export function firstShown(blocks: readonly DocumentBlock[], span: Range): number | undefined {
  const ranges = blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : [block]))
  const first = ranges.find(({ from, to }) => to > span.from && from < span.to)
  return first && Math.max(first.from, span.from)
}

/** Yields the lines of each paragraph. */
function* paragraphsOf(text: string, from: number, to: number): Generator<Range[]> {
  let lines: Range[] = []
  for (let at = from; at <= to;) {
    const end = text.indexOf('\n', at)
    const line = { from: at, to: end === -1 || end > to ? to : end }
    if (line.to > line.from) lines.push(line)
    else if (lines.length > 0) {
      yield lines
      lines = []
    }
    at = line.to + 1
  }
  if (lines.length > 0) yield lines
}

function tableOf(text: string, lines: readonly Range[], hasHead: boolean): DocumentBlock {
  const rows = lines.map((line) => cellsOf(text, line))
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const body = hasHead ? rows.slice(1) : rows
  const numeric = Array.from({ length: columns }, (_, column) => {
    const cells = body.map((row) => row[column]).filter((cell) => cell && cell.to > cell.from)
    return cells.length > 0 && cells.every((cell) => cell && isNumber(text.slice(cell.from, cell.to)))
  })
  return {
    kind: 'table',
    from: lines[0]?.from ?? 0,
    to: lines.at(-1)?.to ?? 0,
    rows,
    hasHead: hasHead && rows.length > 1,
    numeric,
  }
}

/** A row that was cut may begin or end inside the mark between cells. */
function cellsOf(text: string, { from, to }: Range): Range[] {
  const cells: Range[] = []
  let at = from
  for (;;) {
    const end = text.indexOf(CELL_END, at)
    if (end === -1 || end + CELL_END.length > to) break
    cells.push({ from: at, to: end })
    at = end + CELL_END.length
  }
  cells.push({ from: at, to })
  return cells
}

const isNumber = (cell: string): boolean => /^[-−+]?[\d.,' ]{1,30} ?(%|€|\$|£|EUR|USD|лв\.?)?$/.test(cell)

/** Leaves out the line breaks at both ends. */
function withoutBreaks(text: string, from: number, to: number): [from: number, to: number] {
  let [first, last] = [from, to]
  while (first < last && text[first] === '\n') first++
  while (last > first && text[last - 1] === '\n') last--
  return [first, last]
}
