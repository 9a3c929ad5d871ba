// The warnings of a mail and its files as one list.
import { warningOf, type ReadWarning } from '../../blocks.ts'

/** Adds up counts and joins names, so that each kind is there once. */
export function joinedWarnings(warnings: readonly ReadWarning[]): ReadWarning[] {
  const kinds = new Map<ReadWarning['code'], { count: number; names: Set<string> }>()
  const add = (code: ReadWarning['code'], count: number, names: readonly string[]) => {
    const kind = kinds.get(code) ?? { count: 0, names: new Set<string>() }
    kind.count += count
    for (const name of names) kind.names.add(name)
    kinds.set(code, kind)
  }
  for (const { code, count = 0, names = [] } of warnings) add(code, count, names)
  return [...kinds].flatMap(([code, { count, names }]) =>
    code === 'cells_cut' || code === 'text_cut'
      ? [{ code, pages: [] }]
      : warningOf(code, { count, names: [...names] }),
  )
}
