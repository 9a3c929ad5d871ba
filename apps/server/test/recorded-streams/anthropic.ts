// Anthropic's API, and the servers that speak it: Ollama, llama.cpp, vLLM, LM Studio.
import { named, type Recorded } from './recorded.ts'

const usage = { promptTokens: 12, responseTokens: 7 }
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

const stop = (index: number) => ({ type: 'content_block_stop', index })
const ends = (reason: string, more: object = {}, counts: object = { output_tokens: 7 }) => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null, ...more },
  usage: counts,
})
const failure = (type: string, message: string): string =>
  named({ type: 'error', error: { type, message }, request_id: 'req_1' })

export const ANTHROPIC_STREAMS: readonly Recorded[] = [
  {
    server: 'Anthropic',
    body: named(
      start,
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      { type: 'ping' },
      delta(0, { type: 'thinking_delta', thinking: 'Two and two.' }),
      delta(0, { type: 'signature_delta', signature: 'EqQB' }),
      stop(0),
      block(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'Four — ' }),
      delta(1, { type: 'text_delta', text: '四。' }),
      ends('end_turn'),
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
      stop(1),
      block(2, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"query":' }),
      delta(2, { type: 'input_json_delta', partial_json: '"rain"}' }),
      block(3, {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { tool_references: [] },
      }),
      ends('tool_use'),
      { type: 'message_stop' },
    ),
    text: 'Let me see.',
    calls: [['weather', '{"city":"Oslo"}']],
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'Anthropic, refused by its rules',
    body: named(
      start,
      { type: 'ping' },
      ends('refusal', { stop_details: { type: 'refusal', explanation: 'Blocked' } }),
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
    server: 'Anthropic, with redacted thinking and thinking without its text',
    body: named(
      start,
      block(0, { type: 'redacted_thinking', data: 'EmwKAhgB' }),
      stop(0),
      block(1, { type: 'thinking', thinking: '', signature: '' }),
      delta(1, { type: 'signature_delta', signature: 'EqQB' }),
      stop(1),
      block(2, { type: 'text', text: '', citations: null }),
      delta(2, { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } }),
      delta(2, { type: 'text_delta', text: 'Four.' }),
      stop(2),
      ends('stop_sequence'),
      { type: 'message_stop' },
    ),
    text: 'Four.',
    usage,
  },
  {
    server: 'Anthropic, paused and with events that are new',
    body: named(
      start,
      { type: 'ping' },
      block(0, { type: 'compaction', content: 'Summary' }),
      delta(0, { type: 'compaction_delta', content: 'Summary' }),
      stop(0),
      block(1, { type: 'text', text: 'Four.' }),
      { type: 'ping' },
      stop(1),
      { type: 'something_new' },
      ends('pause_turn', { container: null }),
      { type: 'message_stop' },
    ),
    text: 'Four.',
    usage,
  },
  {
    server: 'Anthropic, with two calls, of which one has no arguments',
    body: named(
      start,
      block(0, { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '' }),
      stop(0),
      block(1, { type: 'tool_use', id: 'toolu_2', name: 'add', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"a":' }),
      delta(1, { type: 'input_json_delta', partial_json: '2}' }),
      stop(1),
      ends('tool_use'),
      { type: 'message_stop' },
    ),
    calls: [
      ['now', '{}'],
      ['add', '{"a":2}'],
    ],
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'Anthropic, at the end of the context window',
    body: named(
      start,
      block(0, { type: 'text', text: 'Four.' }),
      stop(0),
      ends('model_context_window_exceeded'),
      { type: 'message_stop' },
    ),
    text: 'Four.',
    reason: 'length',
    usage,
  },
  {
    server: 'OpenRouter, which counts the prompt only at the end',
    body: named(
      { ...start, message: { ...start.message, usage: { input_tokens: 0, output_tokens: 0 } } },
      block(0, { type: 'text', text: 'Four.' }),
      stop(0),
      ends('end_turn', {}, { input_tokens: 12, output_tokens: 7 }),
      { type: 'message_stop' },
    ),
    text: 'Four.',
    usage,
  },
  {
    server: 'a gateway, which counts the prompt only at the beginning',
    body: named(
      start,
      block(0, { type: 'text', text: 'Four.' }),
      stop(0),
      ends('end_turn', {}, { input_tokens: 0, output_tokens: 7 }),
      { type: 'message_stop' },
    ),
    text: 'Four.',
    usage,
  },
  {
    server: 'Ollama and llama.cpp under /v1/messages',
    body: named(
      start,
      block(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Two and two.' }),
      stop(0),
      block(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'I add.' }),
      stop(1),
      block(2, { type: 'tool_use', id: 'call_1', name: 'add', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"a":2}' }),
      stop(2),
      ends('tool_use', {}, { input_tokens: 12, output_tokens: 7 }),
      { type: 'message_stop' },
    ),
    text: 'I add.',
    thinking: 'Two and two.',
    calls: [['add', '{"a":2}']],
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'vLLM under /v1/messages, which adds the end of another dialect',
    body:
      named(
        start,
        block(0, { type: 'text', text: '' }),
        delta(0, { type: 'text_delta', text: 'Four.' }),
        stop(0),
        ends('end_turn', {}, { input_tokens: 12, output_tokens: 7 }),
        { type: 'message_stop' },
      ) + 'data: [DONE]\n\n',
    text: 'Four.',
    usage,
  },
  {
    server: 'Anthropic, overloaded',
    body: named(start) + failure('overloaded_error', 'Overloaded'),
    fails: 'busy',
  },
  {
    server: 'Anthropic, a refusal',
    body: failure('invalid_request_error', 'Your credit balance is too low'),
    fails: 'bad-request',
    says: 'Your credit balance is too low',
  },
  {
    server: 'Anthropic, with a key that is not valid',
    body: failure('authentication_error', 'invalid x-api-key'),
    fails: 'auth',
  },
  {
    server: 'Anthropic, with an unknown model',
    body: failure('not_found_error', 'model: claude-9'),
    fails: 'not-found',
  },
  {
    server: 'Anthropic, with a limit',
    body: failure('rate_limit_error', 'This request would exceed your rate limit'),
    fails: 'busy',
  },
  {
    server: 'Anthropic, with an error of its own, within the answer',
    body:
      named(start, block(0, { type: 'text', text: 'Fo' })) + failure('api_error', 'Internal server error'),
    text: 'Fo',
    fails: 'internal',
    says: 'Internal server error',
  },
  {
    server: 'Anthropic, with a context that is too small',
    body: failure('invalid_request_error', 'input length and `max_tokens` exceed context limit: 1 + 2 > 2'),
    fails: 'context-overflow',
  },
]
