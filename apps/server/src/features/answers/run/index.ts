// Making one answer: the engine is asked, and what comes becomes events.
export { answering, newFigures, type AnsweringGiven, type Figures, type Queued } from './ask-engine.ts'
export { failure, fitted, run } from './run.ts'
