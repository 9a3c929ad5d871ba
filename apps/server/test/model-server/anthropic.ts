// Anthropic's Messages API: streamed events and the paginated model list.
import type { ServerResponse } from 'node:http'
import { refuse, sendJson, settingsFor, type Desk } from './desk.ts'
import { Emission, type Dialect } from './emit.ts'
import { callPieces, tokensOf, type Settings } from './settings.ts'

type Body = Record<string, unknown>

export function anthropicModels(res: ServerResponse, query: URLSearchParams, desk: Desk): void {
  const named = desk.options.models.map((id) => ({ type: 'model', id, display_name: id }))
  const all = desk.options.anthropicModels ?? desk.options.openaiModels ?? named
  const idOf = (entry: unknown): unknown => (entry as Body | null)?.id
  const after = query.get('after_id')
  const from = after === null ? 0 : all.findIndex((entry) => idOf(entry) === after) + 1
  const data = all.slice(from, from + Number(query.get('limit') ?? 20))
  const more = from + data.length < all.length
  sendJson(res, 200, { data, has_more: more, first_id: idOf(data[0]), last_id: idOf(data.at(-1)) })
}

export function anthropicMessages(res: ServerResponse, body: Body, desk: Desk): void {
  const settings = settingsFor(desk, body)
  const refusal = refuse(desk, body, settings)
  if (refusal) {
    const error = { type: settings.code || 'scripted_error', message: settings.message }
    return sendJson(res, settings.status, { type: 'error', error }, refusal)
  }
  if (typeof body.max_tokens !== 'number') {
    const error = { type: 'invalid_request_error', message: 'max_tokens: Field required' }
    return sendJson(res, 400, { type: 'error', error })
  }
  const { count, at } = tokensOf(settings, body)
  const limit = body.max_tokens
  const answer = {
    settings,
    count: settings.tool ? 0 : Math.min(count, limit),
    limited: limit < count,
    at,
  }
  new Emission(res, answer, dialectOf(String(body.model), settings), desk.stats, desk.pacer).run()
}

const event = (type: string, more: Body): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

function dialectOf(model: string, settings: Settings): Dialect {
  const usage = { input_tokens: settings.prompt, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage }
  const { think } = settings
  const begin = (index: number, content_block: Body): string =>
    event('content_block_start', { index, content_block })
  const stop = (index: number): string => event('content_block_stop', { index })
  const opening = (i: number): string => {
    if (i === 0 && think > 0) return begin(0, { type: 'thinking', thinking: '', signature: '' })
    if (i !== think) return ''
    return (think > 0 ? stop(0) : '') + begin(think > 0 ? 1 : 0, { type: 'text', text: '' })
  }
  const stopReason = (reason: 'stop' | 'length'): string => {
    if (settings.tool) return 'tool_use'
    if (settings.finish === 2) return 'refusal'
    return reason === 'length' ? 'max_tokens' : 'end_turn'
  }
  return {
    contentType: 'text/event-stream; charset=utf-8',
    comment: event('ping', {}),
    garbage: 'event: content_block_delta\ndata: {not json\n\n',
    openLine: 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"',
    begin: () => event('message_start', { message }) + (settings.tool ? callsOf(settings) : ''),
    token: (text, i) => {
      const delta = i < think ? { type: 'thinking_delta', thinking: text } : { type: 'text_delta', text }
      return opening(i) + event('content_block_delta', { index: i < think || think === 0 ? 0 : 1, delta })
    },
    error: (text) => event('error', { error: { type: settings.code || 'api_error', message: text } }),
    end: (sent, reason) =>
      (sent > 0 ? stop(sent > think && think > 0 ? 1 : 0) : '') +
      event('message_delta', {
        delta: { stop_reason: stopReason(reason), stop_sequence: null },
        usage: { output_tokens: sent },
      }) +
      event('message_stop', {}),
  }
}

/** Returns the calls as content blocks; block 0 is the text. */
function callsOf(settings: Settings): string {
  const pieces = callPieces({ ...settings, callPieces: settings.callPieces || 1 }).map(
    ({ call, part, text }) => {
      const index = call + 1
      const block = { type: 'tool_use', id: `toolu_${index}`, name: settings.tool, input: {} }
      if (part === 0) return event('content_block_start', { index, content_block: block })
      return event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: text } })
    },
  )
  return pieces.join('')
}
