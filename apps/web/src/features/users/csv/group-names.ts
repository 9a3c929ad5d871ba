// Names of groups in one cell: separated by semicolons; a name with a semicolon or quotes stands in quotes, as in CSV itself.
import { GROUP_SEPARATOR } from './columns.ts'

export const joinNames = (names: readonly string[]): string =>
  names
    .map((name) => (/[;"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(`${GROUP_SEPARATOR} `)

/** Returns the names of a cell. Quotes inside a name, or that are not closed, are part of it. */
export function splitNames(cell: string): string[] {
  const names: string[] = []
  for (let at = 0; at < cell.length;) {
    const name = quotedAt(cell, at) ?? plainAt(cell, at)
    names.push(name.text.trim())
    at = name.end + 1
  }
  return names.filter(Boolean)
}

/** A name, and the place of the separator after it. */
interface Name {
  readonly text: string
  readonly end: number
}

function plainAt(cell: string, from: number): Name {
  const separator = cell.indexOf(GROUP_SEPARATOR, from)
  const end = separator < 0 ? cell.length : separator
  return { text: cell.slice(from, end), end }
}

/** Returns the name in quotes that begins here; undefined if none does, or if something else follows its last quote. */
function quotedAt(cell: string, from: number): Name | undefined {
  const first = nextLetter(cell, from)
  if (cell[first] !== '"') return undefined
  let at = first + 1
  while (at < cell.length && (cell[at] !== '"' || cell[at + 1] === '"')) at += cell[at] === '"' ? 2 : 1
  const end = nextLetter(cell, at + 1)
  if (at >= cell.length || (end < cell.length && cell[end] !== GROUP_SEPARATOR)) return undefined
  return { text: cell.slice(first + 1, at).replaceAll('""', '"'), end }
}

/** Returns the next place without a blank. */
function nextLetter(cell: string, from: number): number {
  let at = from
  while (at < cell.length && (cell[at] ?? '').trim() === '') at++
  return at
}
