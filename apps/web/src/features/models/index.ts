export { modelsQuery, useModels } from './api.ts'
export {
  choiceOf,
  choiceOfModel,
  deployedTags,
  findModel,
  findTag,
  GUIDE,
  type ModelChoice,
  nameOfChoice,
} from './choice.ts'
export { ModelPicker } from './model-picker.tsx'
export { useCapabilityWords, useModelWords } from './use-words.ts'
export { ModelManagement } from './views.ts'
