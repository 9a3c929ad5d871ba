export {
  TranslateDialogs,
  AnswerTranslation,
  ElementTranslation,
  TranslatePromptDialog,
  TRANSLATE,
  TRANSLATE_PROMPT,
} from './dialogs.tsx'
export type { TranslatedField } from './field.ts'
export { useCanTranslate } from './use-can-translate.ts'
export { useAnswerTranslation, useSetTranslation, useShownTranslation } from './translations.ts'
