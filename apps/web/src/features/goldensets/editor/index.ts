export { Prompts } from './prompts.tsx'
export { useCheckWords } from './use-check-words.ts'
