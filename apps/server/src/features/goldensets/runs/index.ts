export type { RunsDeps } from './deps.ts'
export { openRuns, type RunsService } from './service.ts'
