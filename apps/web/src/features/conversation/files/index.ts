import { lazyView } from '#lib/load-code.ts'

export {
  ATTACH,
  type Chosen,
  isScannable,
  mainEndingsOf,
  listed,
  type Refused,
  refusedOf,
  takesStandard,
  toUpload,
} from './attachments.ts'
export { ChosenFiles, RefusedFiles } from './chosen-files.tsx'
export { isTold, mustWait, noteTexts, uploadsOf } from './file-texts.ts'
/** Loaded with the first chosen file. */
export const MissingText = lazyView(async () => (await import('./missing-text.tsx')).MissingText)
export { useFileChoice } from './file-choice.tsx'
export { SentFiles } from './sent-files.tsx'
export { type Files, useFiles } from './use-files.ts'
