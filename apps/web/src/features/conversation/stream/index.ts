export { mostStreams } from './follow-slots.ts'
export { type SentQuestion, createRuns, isUnfinished, type Run, type Runs } from './runs.ts'
