// Making one answer: asks the engine and turns its output into events.
export { answering, newFigures, type AnsweringGiven, type Figures, type Queued } from './ask-engine.ts'
export { failure, fitted, run } from './run.ts'
