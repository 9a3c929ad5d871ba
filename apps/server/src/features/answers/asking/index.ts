// Questions on their way: whether they may be asked, their message, their start; and those whose answers are not kept.
export { batched } from './batched.ts'
export { openDirect, type Direct, type DirectEvent, type DirectQuestion } from './direct.ts'
export type { AskingGiven, KeptFile, PreparedAttachment, TabOfPrompt } from './given.ts'
export type { PromptTag } from './prompt-tag.ts'
export { start, type Asked } from './start.ts'
export { insertMessages, type NewAttachment } from './store.ts'
