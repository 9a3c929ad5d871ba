export {
  ATTACH,
  type Chosen,
  endingsOf,
  listed,
  type Refused,
  refusedOf,
  takesStandard,
  toUpload,
} from './attachments.ts'
export { ChosenFiles, RefusedFiles } from './chosen-files.tsx'
export { isTold, noteTexts } from './file-texts.ts'
export { MissingText } from './missing-text.tsx'
export { useFileChoice } from './file-choice.tsx'
export { SentFiles } from './sent-files.tsx'
export { type Files, useFiles } from './use-files.ts'
export { forgetSentFiles, holdFiles, releaseFiles } from './held-files.ts'
