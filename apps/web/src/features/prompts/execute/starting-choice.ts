import type { Model } from '@polylogue/contract'
import {
  choiceOfModel,
  families,
  findModel,
  isAskable,
  NO_TAG,
  type ModelChoice,
} from '#features/models/index.ts'

/**
 * Returns the model that the form begins with: the one saved with the prompt (0 for none), else that of the place. It has the
 * tag of the place if that fits, else the family's default one. Nothing is chosen if the model is not offered any more.
 */
export function startingChoice(
  models: readonly Model[],
  savedModelId: number,
  ofPlace: ModelChoice,
): ModelChoice {
  const wanted = savedModelId === 0 ? ofPlace.modelId : savedModelId
  const model = findModel(families(models), wanted)
  if (!model) return { modelId: 0, modelTagId: NO_TAG }
  const fits = model.tags.some((tag) => isAskable(tag) && tag.id === ofPlace.modelTagId)
  return fits ? { modelId: model.id, modelTagId: ofPlace.modelTagId } : choiceOfModel(models, model.id)
}
