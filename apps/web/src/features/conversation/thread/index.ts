export { Thread } from './thread.tsx'
export { useRenderedTurns as usePart } from './use-rendered-turns.ts'
