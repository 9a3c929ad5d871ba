export { useSavePrompt } from './use-save-prompt.ts'
