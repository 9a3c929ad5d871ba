// Everything that translates, in one file of the build: it loads when the first of it is used.
export { AnswerTranslation } from './answer-translation.tsx'
export { ElementTranslation } from './element-translation.tsx'
export { TranslatePromptDialog } from './prompt-dialog.tsx'
export { TranslateDialog } from './translate-dialog.tsx'
