// Asking: access checks, storing the message, starting the run; and questions whose answers are not stored.
export { answerAlone, type AloneQuestion } from './alone.ts'
export { openDirect, type Direct, type DirectEvent, type DirectQuestion } from './direct.ts'
export type { AnswersParts, AnswersServices, AskingDeps, TabOfPrompt } from './deps.ts'
export { placesOf } from './place-store.ts'
export { start, type QuestionInput } from './start.ts'
export { insertMessages } from './store.ts'
export { isTransient, waitToRetry } from './transient.ts'
