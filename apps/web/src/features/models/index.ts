export { modelsQuery, useModels } from './api.ts'
export { Awaited } from './awaited.tsx'
export {
  choiceOf,
  choiceOfModel,
  deployedTags,
  families,
  findModel,
  findTag,
  firstChoice,
  GUIDE,
  isAskable,
  type ModelChoice,
  nameOfChoice,
  NO_TAG,
  offeredModelId,
  tagOf,
} from './choice.ts'
export { standingOf } from './deployment.ts'
export { DeploymentProgress } from './deployment-progress.tsx'
export { FavouritesContext, parseFavourites, toggledFavourite } from './favourites.ts'
export { useAddModel, useAllModels, useCatalogue, useDeployments } from './management-api.ts'
export { ModelFields } from './model-fields.tsx'
export { ModelMenu, ModelPicker } from './model-picker.tsx'
export { useCapabilityWords, useModelWords } from './use-words.ts'
export { ModelManagement } from './views.ts'
