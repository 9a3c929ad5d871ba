export type { RunsDeps } from './deps.ts'
export { openRuns, type RunsService } from './service.ts'
export { WORK } from './store.ts'
