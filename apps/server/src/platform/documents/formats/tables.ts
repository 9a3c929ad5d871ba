// Tables as text, the same for every format: a line per row, cells between “ | ”.
import type { Block } from '../blocks.ts'

/** Where a table stands, and how many of its first rows are its head (1). */
export interface TablePlace {
  readonly page?: number
  readonly heads?: number
}

/**
 * Returns a table as a block. Empty cells between the first and the last used column keep their place; empty rows and the
 * empty cells at the end of a row are left out. The paragraphs of a cell are separated by “ / ”. Undefined for an empty table.
 */
export function tableBlock(
  rows: readonly (readonly string[])[],
  { page, heads = 1 }: TablePlace = {},
): Block | undefined {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some(Boolean))
  const first = filled.reduce((least, row) => Math.min(least, row.findIndex(Boolean)), Infinity)
  const lines = filled.map((row) => row.slice(first, row.findLastIndex(Boolean) + 1).join(' | '))
  if (lines.length === 0) return undefined
  const head = lines.slice(0, heads).join('\n')
  return { kind: 'table', text: lines.join('\n'), ...(head ? { head } : {}), ...(page ? { page } : {}) }
}

/** Returns a cell on one line, without the mark between cells. */
const cellText = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' / ')
    .replaceAll('|', '¦')
