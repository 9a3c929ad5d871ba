export { Prompts } from './prompts.tsx'
export { useCheckWords, useOutcomeWords, type OutcomeWords } from './use-check-words.ts'
