// Yields the events of one answer of a tab, as they are logged and sent. The signal stops it; a failure is an event like the
// others, so that a reload shows it.
import {
  problemSentence,
  type Answer,
  type AnswerEvent,
  type ProblemCode,
  type ProblemParams,
} from '@polylogue/contract'
import type { ChatEvent } from '#engines/engine.ts'
import { Problem } from '#problem.ts'
import { streamAnswer, type StreamAnswerDeps, type Figures, type Queued } from './ask-engine.ts'
import type { SourceEvent, Turn } from '../context/index.ts'

/** Converts a problem to the event that ends an answer with it. */
export function failure(code: ProblemCode, params: ProblemParams = {}): AnswerEvent {
  return { type: 'error', errorCode: code, errorMessage: problemSentence(code, params) }
}

/** Sentences about partial text, which a failure before any text does not need. */
const KEPT = ' The text so far is kept.'

/** Returns the last event with a sentence that fits the received text. */
export function withFittingSentence(
  end: AnswerEvent,
  { text, reasoning }: Pick<Answer, 'text' | 'reasoning'>,
): AnswerEvent {
  if (end.type !== 'error' || text !== '' || reasoning !== '') return end
  return { ...end, errorMessage: end.errorMessage.replace(KEPT, '') }
}

/**
 * Yields the events of an answer, ending with exactly one of done, error or abort. `signal` ends it as aborted, unless its
 * reason is ServerEnds: then the server ended it.
 */
export async function* run(
  turn: Turn,
  figures: Figures,
  deps: StreamAnswerDeps,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const asking = {
    enter: () => turn.entry,
    model: turn.model,
    signal,
    about: { messageId: turn.messageId },
    request: async () => {
      const { messages, sources, events, statistics, reply } = await turn.assembled()
      Object.assign(figures.statistics, statistics)
      const { options, language, continueFrom } = turn
      return {
        messages,
        options,
        language,
        before: events,
        reply,
        ...(sources === undefined ? {} : { sources }),
        ...(continueFrom === undefined ? {} : { continueFrom }),
      }
    },
  }
  try {
    for await (const event of streamAnswer<SourceEvent>(asking, figures, deps))
      // Chats use no tools.
      if (event.type !== 'end' && event.type !== 'tool-call') yield translated(event)
    yield { type: 'done' }
  } catch (error) {
    yield error instanceof Problem
      ? { type: 'error', errorCode: error.code, errorMessage: error.message }
      : { type: 'abort' }
  }
}

/** Rounds progress to hundredths; the page shows no more. */
function toStatusEvent({ phase, progress, seconds }: Extract<ChatEvent, { type: 'status' }>): AnswerEvent {
  const part = progress === undefined ? {} : { progress: Math.round(progress * 100) / 100 }
  return { type: 'status', phase, ...part, ...(seconds === undefined ? {} : { seconds }) }
}

function translated(
  event: Exclude<ChatEvent, { type: 'end' | 'tool-call' }> | Queued | SourceEvent,
): AnswerEvent {
  switch (event.type) {
    case 'text':
      return event
    case 'thinking':
      return { type: 'reasoning', text: event.text }
    case 'reasoned':
      return event
    case 'status':
      return event.phase === 'queued' ? event : toStatusEvent(event)
    case 'sources':
      return { type: 'sources', sources: [...event.sources] }
    case 'notice':
      return { type: 'notice', code: event.code, params: event.params }
  }
}
