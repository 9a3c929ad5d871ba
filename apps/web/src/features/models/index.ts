export { modelsQuery, useModels } from './api.ts'
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
export { DeploymentProgress } from './deployment/progress.tsx'
export { familyStateOf } from './deployment/state.ts'
export { useAddModel, useAllModels, useCatalogue, useDeployments } from './management-api.ts'
export { Awaited } from './picker/awaited.tsx'
export { DefaultModelField } from './picker/default-model-field.tsx'
export { FavouritesContext, parseFavourites, toggledFavourite } from './picker/favourites.ts'
export { ModelFields } from './picker/model-fields.tsx'
export { ModelMenu, ModelPicker } from './picker/model-picker.tsx'
export { useCapabilityWords, useModelWords } from './use-words.ts'
