// A model choice consists of a family and one of its tags.
import type { Model, ModelTag } from '@polylogue/contract'

export interface ModelChoice {
  modelId: number
  modelTagId: number
}

/** The built-in model that is always available: it quotes the help (MODEL-3). */
export const GUIDE: ModelChoice = { modelId: 1, modelTagId: 1 }

/** Returns the choice of a project or tab. */
export const choiceOf = (item: { defaultModelId: number; defaultModelTagId: number }): ModelChoice => ({
  modelId: item.defaultModelId,
  modelTagId: item.defaultModelTagId,
})

export const findModel = (models: readonly Model[] | undefined, modelId: number): Model | undefined =>
  models?.find((model) => model.id === modelId)

export function findTag(models: readonly Model[] | undefined, choice: ModelChoice): ModelTag | undefined {
  return findModel(models, choice.modelId)?.tags.find((tag) => tag.id === choice.modelTagId)
}

/** Formats a choice as family and tag, as far as they are known. */
export const nameOfChoice = (models: readonly Model[] | undefined, choice: ModelChoice): string =>
  [findModel(models, choice.modelId)?.name, findTag(models, choice)?.name].filter(Boolean).join(' ')

/** Returns the choice for a family: its default tag, or another usable one; Guide when there is none. */
export function choiceOfModel(models: readonly Model[], modelId: number): ModelChoice {
  const model = findModel(models, modelId)
  const tag = model && speakingTag(model)
  return tag ? { modelId, modelTagId: tag.id } : GUIDE
}

/**
 * Returns the model of a new chat; the same rule as on the server (PROJECT-4): the startup model if it can be used, else
 * the first model in order that generates text, else Guide.
 */
export function firstChoice(models: readonly Model[], startupModelId?: number): ModelChoice {
  const generating = models.filter((model) => model.state === 1 && speakingTag(model))
  const found =
    generating.find(({ id }) => id === startupModelId) ?? generating.find(({ id }) => id !== GUIDE.modelId)
  const tag = found && speakingTag(found)
  return tag ? { modelId: tag.modelId, modelTagId: tag.id } : GUIDE
}

/** Returns whether a tag can answer: a deployed embedding model cannot. */
export const isAskable = ({ deployed, capabilities }: ModelTag): boolean =>
  deployed && (capabilities.length === 0 || capabilities.includes('chat'))

/** Returns the tag used when only a family is chosen; only tags that generate text count. */
function speakingTag({ tags }: Model): ModelTag | undefined {
  const speaking = tags.filter(isAskable)
  return speaking.find(({ defaultTag }) => defaultTag) ?? speaking[0]
}

/** Returns every usable tag with its family, Guide first. */
export function deployedTags(models: readonly Model[]): { model: Model; tag: ModelTag }[] {
  const all = models.flatMap((model) => model.tags.filter(isAskable).map((tag) => ({ model, tag })))
  return all.toSorted(
    (one, other) => Number(other.model.id === GUIDE.modelId) - Number(one.model.id === GUIDE.modelId),
  )
}

/** Returns the id of a family if it is still offered, otherwise 0 (none): the server refuses one that is gone. */
export const offeredModelId = (models: readonly Model[] | undefined, id: number): number =>
  findModel(models, id)?.id ?? 0

/** No tag is chosen. */
export const NO_TAG = -1

/** Returns the families with an available tag. */
export const families = (models: readonly Model[]): Model[] =>
  models.filter((model) => model.tags.some(isAskable))

/** Returns the default or only tag of a family; NO_TAG if the user has to choose. */
export function tagOf(model: Model | undefined): number {
  const askable = model?.tags.filter(isAskable) ?? []
  const [only] = askable
  if (only && askable.length === 1) return only.id
  return askable.find((tag) => tag.id === model?.defaultModelTagId)?.id ?? NO_TAG
}
