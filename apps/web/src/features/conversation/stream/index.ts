export { mostStreams } from './follow-slots.ts'
export { type Asked, createRuns, isUnfinished, type Run, type Runs } from './runs.ts'
