// What requests of items send, and the labels of their replies. Pure.
import type { Label, LabelIds, LabelKind } from './labels-store.ts'

/** Returns the ids of a comma-separated filter; undefined when it was not sent. */
export const idsOf = (list: string | undefined): number[] | undefined => list?.split(',').map(Number)

interface SentLabels {
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
}

/** Returns the label ids of a request; a kind that was not sent is left out. */
export const labelIdsOf = ({ categories, tags }: SentLabels): LabelIds => ({
  ...(categories && { category: categories }),
  ...(tags && { tag: tags }),
})

/** Returns the labels of one kind, as replies list them. */
export const labelsOfKind = (labels: readonly Label[], wanted: LabelKind) =>
  labels.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }))

/** Returns the fields that were sent. */
export function sentFields<Fields extends object>(fields: Fields) {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
}
