// Lines of dots between a title and its page, or a thing and its price: each such line is a row of a table, without the dots.
import type { Line, Piece } from './layout.ts'

/** Dots with or without blanks between them. */
const DOTS = /(?<![.·…])(?:(?:[.·] ?){5,}|(?:… ?){2,})/
/** Lines with dots from which they are a list. */
const FEW = 3
/** Characters behind the dots. */
const SHORT = 24

/** Returns the pieces of a page with lists of such lines as tables; a line between two of them that has no dots is a row, too. */
export const withLeaders = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece) =>
    piece.kind === 'lines'
      ? listsOf(piece.lines)
      : [{ ...piece, rows: piece.rows.map((row) => row.map(undotted)) }],
  )

function listsOf(lines: readonly Line[]): Piece[] {
  const rows = lines.map(rowOf)
  const isListed = rows.map((row, at) => row !== undefined || (rows[at - 1] && rows[at + 1]) !== undefined)
  const pieces: Piece[] = []
  for (let from = 0; from < lines.length;) {
    let to = from + 1
    while (to < lines.length && isListed[to] === isListed[from]) to += 1
    const part = lines.slice(from, to)
    const isList = isListed[from] === true && rows.slice(from, to).filter(Boolean).length >= FEW
    const last = pieces.at(-1)
    if (isList) pieces.push({ kind: 'table', rows: part.map(({ text }, at) => rows[from + at] ?? [text]) })
    else if (last?.kind === 'lines')
      pieces[pieces.length - 1] = { kind: 'lines', lines: [...last.lines, ...part] }
    else pieces.push({ kind: 'lines', lines: part })
    from = to
  }
  return pieces
}

/** Returns the title and what stands behind the dots; undefined for another line. */
function rowOf({ text }: Line): string[] | undefined {
  const parts = text.split(DOTS).map((part) => part.trim())
  const [title, end, more] = parts
  return title && end && more === undefined && end.length <= SHORT ? [title, end] : undefined
}

/** Returns a cell without the dots that lead to the next one. */
function undotted(cell: string): string {
  const [text, rest] = cell.split(DOTS)
  return text?.trim() && rest === '' ? text.trim() : cell
}
