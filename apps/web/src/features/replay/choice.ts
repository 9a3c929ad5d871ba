// What is chosen in the replay dialog, and what is missing before it can begin (chat specification, section 5). Pure.
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

/** The first thing that is missing; undefined when the replay can begin. */
export function missingOf({ tabName, modelTagId, promptIds }: ReplayChoice): Missing | undefined {
  if (modelTagId === NO_TAG) return 'tag'
  if (tabName.trim() === '') return 'name'
  return promptIds.size === 0 ? 'prompts' : undefined
}

/** The families that have something to ask. */
export const families = (models: readonly Model[]): Model[] =>
  models.filter((model) => model.tags.some(isAskable))

/** What a replay is for: another model than the tab's, a generative one before Guide; the tab's own where there is no other. */
export function otherThan(ownId: number, models: readonly Model[]): Model | undefined {
  const others = models.filter(({ id }) => id !== ownId)
  return (
    others.find(({ id }) => id !== GUIDE.modelId) ??
    (ownId === GUIDE.modelId ? undefined : others[0]) ??
    models.find(({ id }) => id === ownId)
  )
}

/** The tag that a family stands for: its default or only one; none when one has to choose. */
export function tagOf(model: Model | undefined): number {
  const askable = model?.tags.filter(isAskable) ?? []
  const [only] = askable
  if (only && askable.length === 1) return only.id
  return askable.find((tag) => tag.id === model?.defaultModelTagId)?.id ?? NO_TAG
}
