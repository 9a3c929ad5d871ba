// Short answers in the formats of Ollama's and Anthropic's APIs, with what a reader should make of them.
import { lines, named, type Recorded } from './recorded.ts'

const line = (message: object, more: object = {}): object => ({
  model: 'm',
  created_at: '2026-11-01T10:00:00.000Z',
  message: { role: 'assistant', ...message },
  done: false,
  ...more,
})
const end = { done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 7, total_duration: 5 }
const usage = { promptTokens: 12, responseTokens: 7 }

export const OLLAMA_STREAMS: readonly Recorded[] = [
  {
    server: 'Ollama',
    body: lines(
      line({ content: '', thinking: 'Two and ' }),
      line({ content: '', thinking: 'two.' }),
      line({ content: 'Four.' }),
      line({ content: '' }, end),
    ),
    text: 'Four.',
    thinking: 'Two and two.',
    usage,
  },
  {
    server: 'Ollama without thinking of its own',
    body: lines(
      line({ content: '<think>\nTwo ' }),
      line({ content: 'and two.</think>\n\nFour.' }),
      line({ content: '' }, end),
    ),
    text: 'Four.',
    thinking: 'Two and two.',
    usage,
  },
  {
    server: 'a whole answer without a line end',
    type: 'application/json',
    body: JSON.stringify(line({ content: 'Four.' }, { ...end, done_reason: 'length' })),
    text: 'Four.',
    reason: 'length',
    usage,
  },
  {
    server: 'a refusal',
    body: lines({ error: 'm does not support tools' }),
    fails: 'bad-request',
    says: 'm does not support tools',
  },
]

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 12, output_tokens: 1 },
  },
}
const delta = (index: number, part: object) => ({ type: 'content_block_delta', index, delta: part })
const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
})

export const ANTHROPIC_STREAMS: readonly Recorded[] = [
  {
    server: 'Anthropic',
    body: named(
      start,
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      { type: 'ping' },
      delta(0, { type: 'thinking_delta', thinking: 'Two and two.' }),
      delta(0, { type: 'signature_delta', signature: 'EqQB' }),
      { type: 'content_block_stop', index: 0 } as { type: string },
      block(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'Four — ' }),
      delta(1, { type: 'text_delta', text: '四。' }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } } as {
        type: string
      },
      { type: 'message_stop' },
    ),
    text: 'Four — 四。',
    thinking: 'Two and two.',
    usage,
  },
  {
    server: 'Anthropic, with a tool of the server beside a call',
    body: named(
      start,
      block(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'Let me see.' }),
      block(1, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {}, caller: { type: 'direct' } }),
      delta(1, { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' }),
      { type: 'content_block_stop', index: 1 } as { type: string },
      block(2, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"query":' }),
      delta(2, { type: 'input_json_delta', partial_json: '"rain"}' }),
      block(3, {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { tool_references: [] },
      }),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } } as {
        type: string
      },
      { type: 'message_stop' },
    ),
    text: 'Let me see.',
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'Anthropic, refused by its rules',
    body: named(
      start,
      { type: 'ping' },
      {
        type: 'message_delta',
        delta: { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'Blocked' } },
        usage: { output_tokens: 7 },
      } as { type: string },
      { type: 'message_stop' },
    ),
    notices: ['CONTENT_FILTERED'],
    usage,
  },
  {
    server: 'a whole message',
    type: 'application/json',
    body: JSON.stringify({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Two and two.', signature: 'EqQB' },
        { type: 'text', text: 'Four.' },
      ],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 12, output_tokens: 7 },
    }),
    text: 'Four.',
    thinking: 'Two and two.',
    reason: 'length',
    usage,
  },
  {
    server: 'Anthropic, overloaded',
    body:
      named(start) +
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    fails: 'busy',
  },
  {
    server: 'Anthropic, a refusal',
    body: 'event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}\n\n',
    fails: 'bad-request',
    says: 'Your credit balance is too low',
  },
]
