// Which tabs a question can be sent to, and which it is sent to. Pure.
import type { Model, Tab } from '@polylogue/contract'
import { choiceOf, findModel, findTag, GUIDE, isAskable } from '../models/index.ts'

export interface Target {
  tab: Tab
  model: Model | undefined
  tagName: string
  /** The prompt options that its model obeys. */
  obeys: readonly string[]
  /** Its model can be asked now. */
  available: boolean
}

/** A project's tabs with their models; without the list of models nothing is known to be missing. */
export function targetsOf(tabs: readonly Tab[], models: readonly Model[] | undefined): Target[] {
  return tabs.map((tab) => {
    const choice = choiceOf(tab)
    const tag = findTag(models, choice)
    return {
      tab,
      model: findModel(models, choice.modelId),
      tagName: tag?.name ?? '',
      obeys: tag?.supportedOptions ?? [],
      available: models !== undefined && tag?.deployed === true,
    }
  })
}

/** Those that a question goes to: available, and not left out. */
export const chosenOf = (targets: readonly Target[], leftOut: ReadonlySet<number>): Target[] =>
  targets.filter(({ tab, available }) => available && !leftOut.has(tab.id))

/** The options that at least one of them obeys. */
export const obeyedBy = (targets: readonly Target[]): string[] => [
  ...new Set(targets.flatMap(({ obeys }) => obeys)),
]

/** Models that can be asked and that no tab has: a question makes a tab for each that is chosen. Guide quotes, and is not among them. */
export const othersOf = (tabs: readonly Tab[], models: readonly Model[]): Model[] =>
  models.filter(
    ({ id, tags }) =>
      id !== GUIDE.modelId && tags.some(isAskable) && !tabs.some((tab) => tab.defaultModelId === id),
  )
