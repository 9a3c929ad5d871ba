// A model is chosen as a family and one of its tags.
import type { Model, ModelTag } from '@polylogue/contract'

export interface ModelChoice {
  modelId: number
  modelTagId: number
}

/** The model that is always there: it answers by finding (reading 7). */
export const GUIDE: ModelChoice = { modelId: 1, modelTagId: 1 }

/** The choice that a project or a tab stands for. */
export const choiceOf = (item: { defaultModelId: number; defaultModelTagId: number }): ModelChoice => ({
  modelId: item.defaultModelId,
  modelTagId: item.defaultModelTagId,
})

export const findModel = (models: readonly Model[] | undefined, modelId: number): Model | undefined =>
  models?.find((model) => model.id === modelId)

export function findTag(models: readonly Model[] | undefined, choice: ModelChoice): ModelTag | undefined {
  return findModel(models, choice.modelId)?.tags.find((tag) => tag.id === choice.modelTagId)
}

/** A choice in words: the family and its tag, as far as they are known. */
export const nameOfChoice = (models: readonly Model[] | undefined, choice: ModelChoice): string =>
  [findModel(models, choice.modelId)?.name, findTag(models, choice)?.name].filter(Boolean).join(' ')

/** A family as a choice: its default tag, or another one that can be asked; Guide when none can. */
export function choiceOfModel(models: readonly Model[], modelId: number): ModelChoice {
  const model = findModel(models, modelId)
  const tag = model && speakingTag(model)
  return tag ? { modelId, modelTagId: tag.id } : GUIDE
}

/**
 * What a new chat begins with, as the server decides it (reading 8): the startup model where it can be asked, else the first
 * model of the order that generates text, else Guide.
 */
export function firstChoice(models: readonly Model[], startupModelId?: number): ModelChoice {
  const generating = models.filter((model) => model.state === 1 && speakingTag(model))
  const found =
    generating.find(({ id }) => id === startupModelId) ?? generating.find(({ id }) => id !== GUIDE.modelId)
  const tag = found && speakingTag(found)
  return tag ? { modelId: tag.modelId, modelTagId: tag.id } : GUIDE
}

/** Whether a tag can be asked: an embedding model is deployed and answers nothing. */
export const isAskable = ({ deployed, capabilities }: ModelTag): boolean =>
  deployed && (capabilities.length === 0 || capabilities.includes('chat'))

/** The tag that a family alone means, of those that answer in words. */
function speakingTag({ tags }: Model): ModelTag | undefined {
  const speaking = tags.filter(isAskable)
  return speaking.find(({ defaultTag }) => defaultTag) ?? speaking[0]
}

/** What can be asked now: every such tag with its family, Guide first. */
export function deployedTags(models: readonly Model[]): { model: Model; tag: ModelTag }[] {
  const all = models.flatMap((model) => model.tags.filter(isAskable).map((tag) => ({ model, tag })))
  return all.toSorted(
    (one, other) => Number(other.model.id === GUIDE.modelId) - Number(one.model.id === GUIDE.modelId),
  )
}
