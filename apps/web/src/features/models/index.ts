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
export { DeploymentProgress, familyStateOf } from './deployment/index.ts'
export { useAddModel, useAllModels, useCatalogue, useDeployments } from './management-api.ts'
export { ModelManagement } from './management/index.ts'
export {
  Awaited,
  DefaultModelField,
  FavouritesContext,
  ModelFields,
  ModelMenu,
  ModelPicker,
  parseFavourites,
  toggledFavourite,
} from './picker/index.ts'
export { useCapabilityWords, useModelWords } from './use-words.ts'
