export { type LiveData, type LiveHandler, type LivePage, refetch } from './handler.ts'
export { Live } from './live.tsx'
export { useLiveState } from './state.ts'
