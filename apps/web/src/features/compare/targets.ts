// Computes the tabs that a question can be sent to, and the chosen ones. Pure.
import type { Model, Tab } from '@polylogue/contract'
import { choiceOf, findModel, findTag, GUIDE, isAskable } from '#features/models/index.ts'

export interface Target {
  tab: Tab
  model: Model | undefined
  tagName: string
  /** The prompt options that its model supports. */
  obeys: readonly string[]
  /** Its model is available. */
  available: boolean
}

/** Returns the tabs of a project with their models; none is available until the models are loaded. */
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

/** Returns the targets of a question: available and not left out. */
export const chosenOf = (targets: readonly Target[], leftOut: ReadonlySet<number>): Target[] =>
  targets.filter(({ tab, available }) => available && !leftOut.has(tab.id))

/** Returns which words count targets: tabs with the same model are not as many models. */
export const wordsOf = (targets: readonly Target[]): { context?: 'tabs' } =>
  new Set(targets.map(({ model, tagName }) => `${model?.id} ${tagName}`)).size < targets.length
    ? { context: 'tabs' }
    : {}

/** Returns the options that at least one target supports. */
export const obeyedBy = (targets: readonly Target[]): string[] => [
  ...new Set(targets.flatMap(({ obeys }) => obeys)),
]

/** Returns the available models that no tab uses, without Guide; each chosen one gets a tab with the question. */
export const othersOf = (tabs: readonly Tab[], models: readonly Model[]): Model[] =>
  models.filter(
    ({ id, tags }) =>
      id !== GUIDE.modelId && tags.some(isAskable) && !tabs.some((tab) => tab.defaultModelId === id),
  )
