export { mostStreams } from './follow-slots.ts'
export { type Asked, createRuns, isUnfinished, type Place, type Run, type Runs } from './runs.ts'
