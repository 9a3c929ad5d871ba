// The form of the replay dialog and its validation (chat specification, section 5). Pure.
import type { Model } from '@polylogue/contract'
import { GUIDE, isAskable } from '../models/index.ts'

/** No tag is chosen. */
export const NO_TAG = -1

export interface ReplayChoice {
  modelId: number
  modelTagId: number
  tabName: string
  promptIds: ReadonlySet<number>
}

export type Missing = 'name' | 'tag' | 'prompts'

/** Returns the first missing field; undefined if the replay can start. */
export function missingOf({ tabName, modelTagId, promptIds }: ReplayChoice): Missing | undefined {
  if (modelTagId === NO_TAG) return 'tag'
  if (tabName.trim() === '') return 'name'
  return promptIds.size === 0 ? 'prompts' : undefined
}

/** Returns the families with an available tag. */
export const families = (models: readonly Model[]): Model[] =>
  models.filter((model) => model.tags.some(isAskable))

/**
 * Returns the preselected model: another one than that of the tab, a generative one before Guide, or the same if there is no
 * other.
 */
export function otherThan(ownId: number, models: readonly Model[]): Model | undefined {
  const others = models.filter(({ id }) => id !== ownId)
  return (
    others.find(({ id }) => id !== GUIDE.modelId) ??
    (ownId === GUIDE.modelId ? undefined : others[0]) ??
    models.find(({ id }) => id === ownId)
  )
}

/** Returns the default or only tag of a family; NO_TAG if the user has to choose. */
export function tagOf(model: Model | undefined): number {
  const askable = model?.tags.filter(isAskable) ?? []
  const [only] = askable
  if (only && askable.length === 1) return only.id
  return askable.find((tag) => tag.id === model?.defaultModelTagId)?.id ?? NO_TAG
}
