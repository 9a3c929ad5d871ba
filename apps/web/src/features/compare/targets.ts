// Which tabs a question can be sent to, and which it is sent to. Pure.
import type { Model, Tab } from '@polylogue/contract'
import { choiceOf, findModel, findTag } from '../models/index.ts'

export interface Target {
  tab: Tab
  model: Model | undefined
  tagName: string
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
      available: models !== undefined && tag?.deployed === true,
    }
  })
}

/** Those that a question goes to: available, and not left out. */
export const chosenOf = (targets: readonly Target[], leftOut: ReadonlySet<number>): Target[] =>
  targets.filter(({ tab, available }) => available && !leftOut.has(tab.id))
