export { draftsOf } from './drafts.ts'
export { keptFilesOf } from './kept-files.ts'
export { readPasted, readSent, type SentDraft, writePasted, writeSent } from './stored-texts.ts'
