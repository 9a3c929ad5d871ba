export { Thread } from './thread.tsx'
export { useRenderedTurns } from './use-rendered-turns.ts'
