export { PromptItem } from './item.tsx'
export { PromptList } from './list.tsx'
