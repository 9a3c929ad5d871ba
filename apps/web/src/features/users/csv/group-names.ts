// Names of groups in one cell: separated by semicolons; a name with a semicolon or quotes stands in quotes, as in CSV itself.
import { GROUP_SEPARATOR } from './columns.ts'

export const joinNames = (names: readonly string[]): string =>
  names
    .map((name) => (/[;"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(`${GROUP_SEPARATOR} `)

const NAME = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/gy

/** Returns the names of a cell. Quotes inside a name, or that are not closed, are part of it. */
export function splitNames(cell: string): string[] {
  const names = [...cell.matchAll(NAME)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
  return names.map((name) => name.trim()).filter(Boolean)
}
