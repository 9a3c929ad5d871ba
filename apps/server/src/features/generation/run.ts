// Answers one turn, from top to bottom: what goes in, what comes out. It knows neither HTTP nor SQL. Stopping is the
// signal; failing is an event like the rest, so that a reload shows it.
import {
  problemSentence,
  type Answer,
  type AnswerEvent,
  type ProblemCode,
  type ProblemParams,
} from '@polylogue/contract'
import { EngineError, type ChatEvent, type Usage } from '../../engines/engine.ts'
import { engineProblem } from '../../engines/problems.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../problem.ts'
import { wellFormed } from './well-formed.ts'
import type { Turn } from './turn.ts'

/** What a run used and how it ended; filled while it goes, read by the recorder at the end. */
export interface RunFigures {
  usage: Usage
  statistics: Record<string, number | string>
}

export interface RunGiven {
  readonly clock: Clock
  readonly log: Log
  readonly limits: { firstTokenMs: number; idleMs: number; answerCharacters: number; answerMs: number }
}

/** A problem as the event that ends an answer with it. */
export function failure(code: ProblemCode, params: ProblemParams = {}): AnswerEvent {
  return { type: 'error', errorCode: code, errorMessage: problemSentence(code, params) }
}

/** What the sentences of failures say of text that came; a failure before any came says nothing of it. */
const KEPT = ' The text so far is kept.'

/** The end of an answer in words that fit what came of it. */
export function fitted(
  end: AnswerEvent,
  { text, reasoning }: Pick<Answer, 'text' | 'reasoning'>,
): AnswerEvent {
  if (end.type !== 'error' || text !== '' || reasoning !== '') return end
  return { ...end, errorMessage: end.errorMessage.replace(KEPT, '') }
}

/**
 * The events of an answer, ending with exactly one of done, error or abort. `signal` ends it as aborted, unless its reason
 * says that the server itself had to end it (a ProblemCode).
 */
export async function* run(
  turn: Turn,
  figures: RunFigures,
  given: RunGiven,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const deadline = AbortSignal.timeout(given.limits.answerMs)
  try {
    yield { type: 'status', phase: 'reading' }
    const prompt = await turn.assembled
    Object.assign(figures.statistics, prompt.statistics)
    const answer = turn.model.engine.chat({
      model: turn.model.engineName,
      messages: prompt.messages,
      options: turn.options,
      language: turn.language,
      signal: AbortSignal.any([signal, deadline]),
      firstTokenTimeoutMs: given.limits.firstTokenMs,
      idleTimeoutMs: given.limits.idleMs,
    })
    yield* bounded(wellFormed(answer), figures, given.limits.answerCharacters)
  } catch (error) {
    yield ending(error, turn, given, signal, deadline)
  }
}

async function* bounded(
  answer: AsyncIterable<ChatEvent>,
  figures: RunFigures,
  most: number,
): AsyncGenerator<AnswerEvent> {
  let characters = 0
  for await (const event of answer) {
    if (event.type === 'text' || event.type === 'thinking') characters += event.text.length
    if (characters > most) {
      yield failure('ANSWER_TOO_LONG', { limit: most })
      return
    }
    if (event.type === 'end') {
      figures.usage = event.usage
      figures.statistics['endReason'] = event.reason
      break
    }
    yield translated(event)
  }
  yield { type: 'done' }
}

function translated(event: Exclude<ChatEvent, { type: 'end' }>): AnswerEvent {
  switch (event.type) {
    case 'text':
      return event
    case 'thinking':
      return { type: 'reasoning', text: event.text }
    case 'status':
      return { type: 'status', phase: event.phase }
    case 'sources':
      return { type: 'sources', sources: [...event.sources] }
    case 'notice':
      return { type: 'notice', code: event.code, params: event.params }
  }
}

function ending(
  error: unknown,
  turn: Turn,
  given: RunGiven,
  signal: AbortSignal,
  deadline: AbortSignal,
): AnswerEvent {
  if (signal.aborted) {
    const reason: unknown = signal.reason
    return reason instanceof ServerEnds ? failure(reason.code) : { type: 'abort' }
  }
  const names = { provider: turn.model.provider, model: turn.model.fullName }
  if (deadline.aborted) return failure('ANSWER_TOO_SLOW', { seconds: given.limits.answerMs / 1_000 })
  if (error instanceof EngineError) {
    given.log.warn({ err: error, messageId: turn.messageId, code: error.code }, 'an engine failed')
    const problem = engineProblem(error, names)
    return { type: 'error', errorCode: problem.code, errorMessage: problem.message }
  }
  if (error instanceof Problem) return failure(error.code, error.params)
  given.log.error({ err: error, messageId: turn.messageId }, 'an answer failed')
  return failure('ENGINE_FAILED', names)
}

/** The reason of a signal by which the server, not a person, ends an answer. */
export class ServerEnds extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}
