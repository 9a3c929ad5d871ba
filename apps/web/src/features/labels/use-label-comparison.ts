import { useTranslation } from '#lib/texts.ts'
import { useLabels } from './api.ts'
import type { LabelKind } from './label-list.ts'

type Labelled = Record<LabelKind, readonly number[]>

/** Returns a function that compares the stored labels of a kind with those in the form, after a conflict. */
export function useLabelComparison() {
  const { t } = useTranslation('labels')
  const labels = { categories: useLabels('categories').data, tags: useLabels('tags').data }
  return (kind: LabelKind, theirs: Labelled, values: Labelled) => ({
    label: t(`${kind}.title`),
    value: theirs[kind]
      .map((id) => labels[kind]?.find((one) => one.id === id)?.name ?? '')
      .filter(Boolean)
      .join(', '),
    same: hasSameIds(theirs[kind], values[kind]),
  })
}

const hasSameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
