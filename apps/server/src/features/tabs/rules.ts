// Pure decisions about tabs: names, order, and how they are told.
import { cutText, type Tab } from '@polylogue/contract'

export interface TabFacts extends Omit<Tab, 'uuId' | 'created' | 'modified' | 'can'> {
  readonly uuid: string
  readonly created: Date
  readonly modified: Date
}

export function toldTab({ uuid, created, modified, ...tab }: TabFacts, can: Tab['can']): Tab {
  return { ...tab, uuId: uuid, can, created: created.toISOString(), modified: modified.toISOString() }
}

/** The name of a tab that was given none: the number of the next one, which no tab here has in its name. */
export function nextTabName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/^Tab (\d{1,9})$/.exec(name)?.[1] ?? 0))
  return `Tab ${Math.max(names.length, ...numbers) + 1}`
}

/** Whether a list names each of the tabs exactly once. */
export function isOrderOf(tabIds: readonly number[], wished: readonly number[]): boolean {
  const ids = new Set(wished)
  return wished.length === tabIds.length && ids.size === tabIds.length && tabIds.every((id) => ids.has(id))
}

/** The name of a copy: the same with the next number in brackets that no tab here has, within 200 characters. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = name.replace(/ \(\d{1,9}\)$/, '') || name
  const names = new Set(taken)
  for (let number = 2; ; number++) {
    const ending = ` (${number})`
    const wished = cutText(base, 200 - ending.length) + ending
    if (!names.has(wished)) return wished
  }
}
