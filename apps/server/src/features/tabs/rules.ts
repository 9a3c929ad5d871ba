// Pure rules of tabs: names, order and response form.
import { cutText, type Tab } from '@polylogue/contract'

export interface TabFacts extends Omit<Tab, 'uuId' | 'created' | 'modified' | 'can' | 'confidential'> {
  readonly uuid: string
  readonly autoNamed: boolean
  readonly created: Date
  readonly modified: Date
}

export function toTabResponse(found: TabFacts, told: Pick<Tab, 'can' | 'confidential'>): Tab {
  const { uuid, autoNamed: _, created, modified, ...tab } = found
  return { ...tab, ...told, uuId: uuid, created: created.toISOString(), modified: modified.toISOString() }
}

interface Naming {
  readonly name?: string | undefined
  readonly autoNamed?: boolean | undefined
}

/**
 * Returns the change without a name that may not replace this one: a provisional name replaces none that a person typed, and
 * a form that sends the same name again names nothing.
 */
export function withNaming<Named extends Naming>(
  before: { readonly name: string; readonly autoNamed: boolean },
  { name, autoNamed = false, ...others }: Named,
) {
  if (name === undefined || name === before.name || (autoNamed && !before.autoNamed)) return others
  return { ...others, name, autoNamed }
}

/** Returns the default name of a tab: `Tab` and the next number that no tab name here contains. */
export function nextTabName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/^Tab (\d{1,9})$/.exec(name)?.[1] ?? 0))
  return `Tab ${Math.max(names.length, ...numbers) + 1}`
}

/** Whether a list contains each of the tabs exactly once. */
export function isOrderOf(tabIds: readonly number[], wished: readonly number[]): boolean {
  const ids = new Set(wished)
  return wished.length === tabIds.length && ids.size === tabIds.length && tabIds.every((id) => ids.has(id))
}

/** Returns a title for a tab: another tab of its project may have it already, as in a comparison. */
export const freeTitle = (title: string, taken: readonly string[]): string =>
  taken.includes(title) ? copyName(title, taken) : title

/** Returns the name of a copy: the same with the next free number in brackets, within 200 characters. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = name.replace(/ \(\d{1,9}\)$/, '') || name
  const names = new Set(taken)
  for (let number = 2; ; number++) {
    const ending = ` (${number})`
    const wished = cutText(base, 200 - ending.length) + ending
    if (!names.has(wished)) return wished
  }
}
