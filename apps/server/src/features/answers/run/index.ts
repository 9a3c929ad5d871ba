// Making one answer: asks the engine and turns its output into events.
export {
  streamAnswer,
  newFigures,
  type AskedRequest,
  type StreamAnswerDeps,
  type Figures,
  type Queued,
  type TellOutcome,
} from './ask-engine.ts'
export { failure, withFittingSentence, run } from './run.ts'
