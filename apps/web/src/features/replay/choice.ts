// The form of the replay dialog and its validation (REPLAY-1). Pure.
import type { Message, Model } from '@polylogue/contract'
import { GUIDE, NO_TAG } from '#features/models/index.ts'
import type { TickedPrompts } from '#features/prompts/index.ts'

export interface ReplayChoice {
  modelId: number
  modelTagId: number
  tabName: string
  promptIds: ReadonlySet<number>
  savedPrompts: TickedPrompts
}

export type Missing = 'name' | 'tag' | 'prompts'

/** Returns the first missing field; undefined if the replay can start. */
export function missingOf({ tabName, modelTagId, ...prompts }: ReplayChoice): Missing | undefined {
  if (modelTagId === NO_TAG) return 'tag'
  if (tabName.trim() === '') return 'name'
  return countOf(prompts) === 0 ? 'prompts' : undefined
}

/** Returns the prompts of a tab that this model does not get: those of confidential messages, if it is external. */
export const withheldOf = (prompts: readonly Message[], model: Model | undefined): ReadonlySet<number> =>
  new Set(
    model?.isLocal === false ? prompts.filter(({ confidential }) => confidential).map(({ id }) => id) : [],
  )

/** Returns the number of prompts to replay. */
export const countOf = ({
  promptIds,
  savedPrompts,
}: Pick<ReplayChoice, 'promptIds' | 'savedPrompts'>): number => promptIds.size + savedPrompts.size

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
