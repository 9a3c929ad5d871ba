// Builds the prompt: the part of each source, within the tokens that fit.
export { assemble } from './assemble.ts'
export { historyReader, lastShown } from './history-store.ts'
export { history } from './history.ts'
export { question } from './question.ts'
export type { CitedPassage, ContextSource, PromptPart } from './source.ts'
export type { Assembled, ChatChoices, EarlierTurn, Question, SourceEvent, Turn, TurnModel } from './turn.ts'
