// Categories and tags. Pure.
import type { Label } from '@polylogue/contract'
import { hasWords } from '#lib/has-words.ts'

export type LabelKind = 'categories' | 'tags'

/** Most options that a list shows; further ones are found by typing. */
const SHOWN = 100

/** Returns the labels that have the typed words, the chosen ones first. */
export function offeredLabels(
  labels: readonly Label[],
  chosen: readonly number[],
  typed: string,
): readonly Label[] {
  const fitting = labels.filter(({ name }) => hasWords(name, typed))
  const rank = ({ id }: Label) => (chosen.includes(id) ? 0 : 1)
  return fitting.toSorted((one, other) => rank(one) - rank(other)).slice(0, SHOWN)
}

/** Returns the ids after choosing one or taking it back. */
export const toggledId = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

/** Returns the label of that name, in any case. */
export const labelNamed = (labels: readonly Label[], name: string): Label | undefined =>
  labels.find((label) => label.name.toLocaleLowerCase() === name.trim().toLocaleLowerCase())
