// Events of an answer: an answer is the fold of its event log (architecture, line 5). No dependencies: the server, the web
// and the widget fold with this file.

/** States of a message (MESSAGE-1). */
export const MESSAGE_STATE = { pending: 0, streaming: 1, done: 2, failed: 3, aborted: 4 } as const
export type MessageState = (typeof MESSAGE_STATE)[keyof typeof MESSAGE_STATE]

/** Phase of an answer before and during streaming. */
export type Phase = 'queued' | 'limited' | 'loading' | 'reading' | 'thinking' | 'answering'

/** A source passage of an answer; `id` is the number that cites it in the text. */
export interface Source {
  id: number
  title: string
  /** Link target: a path of this installation, or an http(s) URL. */
  uri: string
  /** The place of its best sentence within the source, for display: a heading, a page. */
  place?: string
  quote: string
  /** The best sentence, in UTF-16 offsets of `quote`. */
  sentence?: { from: number; to: number }
}

/** One event, as it is logged and sent. `seq` counts up from 1 without a gap (STREAM-1). */
export type AnswerEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** All text so far is reasoning. */
  | { type: 'reasoned' }
  | { type: 'status'; phase: Phase; ahead?: number; seconds?: number; progress?: number }
  | { type: 'sources'; sources: Source[] }
  | { type: 'notice'; code: string; params: Record<string, string | number> }
  | { type: 'query'; query: unknown }
  | { type: 'done' }
  | { type: 'error'; errorCode: string; errorMessage: string }
  | { type: 'abort' }

/** The state of an answer after some of its events. */
export interface Answer {
  state: MessageState
  text: string
  reasoning: string
  phase: Phase | undefined
  ahead: number | undefined
  /** Estimated seconds until its turn in the queue, or until the engine is asked again. */
  seconds: number | undefined
  /** Share of the prompt that the model has read, 0 to 1, where the engine reports it. */
  progress: number | undefined
  sources: readonly Source[]
  notices: readonly { code: string; params: Record<string, string | number> }[]
  errorCode: string | undefined
  errorMessage: string | undefined
  /** The finished message, once received. */
  query: unknown
}

export const EMPTY_ANSWER: Answer = {
  state: MESSAGE_STATE.pending,
  text: '',
  reasoning: '',
  phase: undefined,
  ahead: undefined,
  seconds: undefined,
  progress: undefined,
  sources: [],
  notices: [],
  errorCode: undefined,
  errorMessage: undefined,
  query: undefined,
}

/** Returns the answer after one more event. Pure; a finished answer does not change. */
export function foldAnswer(answer: Answer, event: AnswerEvent): Answer {
  switch (event.type) {
    case 'text':
      return event.text === '' && answer.state === MESSAGE_STATE.streaming
        ? answer
        : {
            ...answer,
            state: MESSAGE_STATE.streaming,
            text: answer.text + event.text,
            phase: event.text ? 'answering' : answer.phase,
          }
    case 'reasoning':
      return {
        ...answer,
        state: MESSAGE_STATE.streaming,
        reasoning: answer.reasoning + event.text,
        phase: 'thinking',
      }
    case 'reasoned':
      return { ...answer, reasoning: answer.reasoning + answer.text, text: '', phase: 'thinking' }
    case 'status':
      return {
        ...answer,
        phase: event.phase,
        ahead: event.ahead,
        seconds: event.seconds,
        progress: event.progress,
      }
    case 'sources':
      return { ...answer, sources: event.sources }
    case 'notice':
      return { ...answer, notices: [...answer.notices, { code: event.code, params: event.params }] }
    case 'query':
      return { ...answer, query: event.query }
    case 'done':
      return { ...answer, state: MESSAGE_STATE.done, phase: undefined }
    case 'error':
      return {
        ...answer,
        state: MESSAGE_STATE.failed,
        phase: undefined,
        errorCode: event.errorCode,
        errorMessage: event.errorMessage,
      }
    case 'abort':
      return { ...answer, state: MESSAGE_STATE.aborted, phase: undefined }
  }
}

/** Returns whether an event is the last of its answer: exactly one of the marker, Error or abort (STREAM-1). */
export function endsAnswer(event: AnswerEvent): boolean {
  return event.type === 'done' || event.type === 'error' || event.type === 'abort'
}

export const STREAM_DONE = '[STREAM-DONE]'

/** Returns an event in its form (STREAM-1): the name for `event:` and the text for `data:`. */
export function wireEvent(
  queryId: number,
  event: AnswerEvent,
): { event: 'Response' | 'Error' | 'abort'; data: string } {
  switch (event.type) {
    case 'text':
      return {
        event: 'Response',
        data: `{"queryId":${queryId},"responseText":${JSON.stringify(event.text)}}`,
      }
    case 'reasoning':
      return {
        event: 'Response',
        data: `{"queryId":${queryId},"reasoningText":${JSON.stringify(event.text)}}`,
      }
    case 'reasoned':
      return { event: 'Response', data: JSON.stringify({ queryId, reasoned: true }) }
    case 'status': {
      const { type: _, ...status } = event
      return { event: 'Response', data: JSON.stringify({ queryId, status }) }
    }
    case 'sources':
      return { event: 'Response', data: JSON.stringify({ queryId, sources: event.sources }) }
    case 'notice':
      return {
        event: 'Response',
        data: JSON.stringify({ queryId, notice: { code: event.code, params: event.params } }),
      }
    case 'query':
      return { event: 'Response', data: JSON.stringify({ queryId, query: event.query }) }
    case 'done':
      return { event: 'Response', data: STREAM_DONE }
    case 'error':
      return {
        event: 'Error',
        data: JSON.stringify({ queryId, errorCode: event.errorCode, errorMessage: event.errorMessage }),
      }
    case 'abort':
      return { event: 'abort', data: JSON.stringify({ queryId }) }
  }
}

/** Parses a wire event; undefined for an unknown kind, which callers ignore. */
export function readWireEvent(
  name: string | undefined,
  data: string,
): { queryId: number | undefined; event: AnswerEvent } | undefined {
  if (name === 'Response' && data === STREAM_DONE) return { queryId: undefined, event: { type: 'done' } }
  const body = parseObject(data)
  if (!body) return undefined
  const queryId = typeof body['queryId'] === 'number' ? body['queryId'] : undefined
  if (name === 'abort') return { queryId, event: { type: 'abort' } }
  if (name === 'Error')
    return {
      queryId,
      event: {
        type: 'error',
        errorCode: String(body['errorCode']),
        errorMessage: String(body['errorMessage']),
      },
    }
  if (name !== 'Response') return undefined
  const event = readResponse(body)
  return event && { queryId, event }
}

function readResponse(body: Record<string, unknown>): AnswerEvent | undefined {
  if (typeof body['responseText'] === 'string') return { type: 'text', text: body['responseText'] }
  if (typeof body['reasoningText'] === 'string') return { type: 'reasoning', text: body['reasoningText'] }
  if (body['reasoned'] === true) return { type: 'reasoned' }
  if (body['query']) return { type: 'query', query: body['query'] }
  if (Array.isArray(body['sources'])) return { type: 'sources', sources: body['sources'] as Source[] }
  if (body['status'])
    return { type: 'status', ...(body['status'] as Omit<Extract<AnswerEvent, { type: 'status' }>, 'type'>) }
  if (body['notice'])
    return {
      type: 'notice',
      ...(body['notice'] as { code: string; params: Record<string, string | number> }),
    }
  return undefined
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
