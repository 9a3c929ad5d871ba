// Rows and cells of a table of an OpenDocument; repeated ones are bounded.
import type { Block } from '../../blocks.ts'
import type { Row } from '../outline.ts'
import { nodesOf, type XmlNode } from '../xml.ts'
import { whole } from './numbering.ts'

/** Columns of a table, and repeated rows of all tables. */
const MAX_COLUMNS = 500
const MAX_REPEATED = 50_000
const MAX_HEADS = 5

export interface OpenRow extends Row {
  readonly blocks: readonly Block[]
}

type ReadCell = (cell: XmlNode) => readonly Block[]

export function readRows(
  table: XmlNode,
  readCell: ReadCell,
): { readonly rows: readonly OpenRow[]; readonly heads: number } {
  const rows: OpenRow[] = []
  let heads = 0
  let left = MAX_REPEATED
  const walk = (node: XmlNode, isHead: boolean) => {
    for (const child of nodesOf(node)) {
      if (child.name === 'table-header-rows') walk(child, true)
      else if (child.name === 'table-rows' || child.name === 'table-row-group') walk(child, isHead)
      else if (child.name === 'table-row') {
        if (/^(?:collapse|filter)$/.test(child.attributes['visibility'] ?? '')) continue
        const row = readRow(child, readCell)
        const isEmpty = row.cells.every((cell) => cell === '')
        const times = isEmpty
          ? 1
          : Math.min(left, Math.max(1, whole(child.attributes['number-rows-repeated']) ?? 1))
        for (let at = 0; at < times; at++) rows.push(row)
        left -= times - 1
        if (left < 1) left = 1
        if (isHead) heads += times
      }
    }
  }
  walk(table, false)
  return { rows, heads: Math.min(MAX_HEADS, Math.max(1, heads)) }
}

function readRow(row: XmlNode, readCell: ReadCell): OpenRow {
  const cells: string[] = []
  const inside: Block[] = []
  const all: Block[] = []
  for (const cell of nodesOf(row)) {
    const isCovered = cell.name === 'covered-table-cell'
    if (!isCovered && cell.name !== 'table-cell') continue
    const blocks = isCovered ? [] : readCell(cell)
    const text = blocks
      .filter(({ kind }) => kind !== 'table')
      .map(textOfBlock)
      .join('\n')
    const shown = text || (isCovered || blocks.length > 0 ? '' : (valueOf(cell) ?? ''))
    const times = Math.max(1, whole(cell.attributes['number-columns-repeated']) ?? 1)
    for (let at = 0; at < times && cells.length < MAX_COLUMNS; at++) cells.push(shown)
    for (const block of blocks) {
      all.push(block)
      if (block.kind === 'table') inside.push(block)
    }
  }
  return { cells, inside, blocks: all }
}

/** Cells of charts may have a value only; that of an empty one is no number. */
function valueOf({ attributes }: XmlNode): string | undefined {
  const { value, 'value-type': type } = attributes
  return type === 'float' && value !== undefined && value !== 'NaN' ? value : undefined
}

/** A list of one item in a cell of a slide is how some programs write its text. */
const textOfBlock = ({ kind, text }: Block): string =>
  kind === 'list' && /^\s*- [^\n]*$/.test(text) ? text.replace(/^\s*- /, '') : text
