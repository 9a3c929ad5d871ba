export { Thread } from './thread.tsx'
export { usePart } from './use-part.ts'
