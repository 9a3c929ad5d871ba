// Ollama's own API (api, docs/api.md): lines with thinking, calls, reasons of ends, and errors.
import { lines, type Recorded } from './recorded.ts'

const line = (message: object, more: object = {}): object => ({
  model: 'm',
  created_at: '2026-11-01T10:00:00.000Z',
  message: { role: 'assistant', ...message },
  done: false,
  ...more,
})
const end = { done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 7, total_duration: 5 }
const toolCall = (name: string, fields: object, index?: number): object => ({
  id: `call_${name}`,
  function: { ...(index === undefined ? {} : { index }), name, arguments: fields },
})
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
  {
    server: 'Ollama, with thinking, text and whole calls in lines of their own',
    body: lines(
      line({ content: '', thinking: 'Two and two.' }),
      line({ content: 'I add.' }),
      line({ content: '', tool_calls: [toolCall('add', { a: 2 }, 0)] }),
      line({ content: '', tool_calls: [toolCall('add', { a: 3 }, 1), toolCall('now', {}, 2)] }),
      line({ content: '' }, end),
    ),
    text: 'I add.',
    thinking: 'Two and two.',
    calls: [
      ['add', '{"a":2}'],
      ['add', '{"a":3}'],
      ['now', '{}'],
    ],
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'Ollama, with a call in the last line and probabilities',
    body: lines(
      line({ content: '' }, { logprobs: [{ token: 'Fo', logprob: -0.1 }] }),
      line({ content: '', thinking: 'Two.', tool_calls: [toolCall('add', { a: 2 })] }, end),
    ),
    thinking: 'Two.',
    calls: [['add', '{"a":2}']],
    reason: 'tool-calls',
    usage,
  },
  {
    server: 'Ollama, which only loads the model',
    body: lines(line({ content: '' }, { done: true, done_reason: 'load' })),
  },
  {
    server: 'Ollama, at the maximum length',
    body: lines(line({ content: 'Four.' }), line({ content: '' }, { ...end, done_reason: 'length' })),
    text: 'Four.',
    reason: 'length',
    usage,
  },
  {
    server: 'Ollama, with a call that it could not read',
    body: lines(line({ content: 'Fo' }), {
      error: 'XML syntax error on line 7: element <parameter> closed by </function>',
    }),
    text: 'Fo',
    fails: 'internal',
    says: 'XML syntax error on line 7: element closed by',
  },
  {
    server: 'Ollama, whose runner ended',
    body: lines(line({ content: 'Fo' }), {
      error: 'llama runner process has terminated: exit status 2',
    }),
    text: 'Fo',
    fails: 'crashed',
    says: 'llama runner process has terminated: exit status 2',
  },
  {
    server: 'Ollama, with a cloud model that is overloaded',
    body: lines(line({ content: 'Fo' }), { error: 'model is overloaded', status: 503 }),
    text: 'Fo',
    fails: 'busy',
  },
  {
    server: 'Ollama, with a full queue',
    body: lines({ error: 'server busy, please try again.  maximum pending requests exceeded' }),
    fails: 'busy',
  },
  {
    server: 'Ollama, with a prompt that is too long',
    body: lines({
      error:
        'the prompt is longer than the context length currently available to the model; shorten the prompt',
    }),
    fails: 'context-overflow',
  },
  {
    server: 'Ollama, without memory',
    body: lines({
      error: 'model requires more system memory (8.0 GiB) than is available (4.0 GiB)',
    }),
    fails: 'out-of-memory',
    says: 'model requires more system memory (8.0 GiB) than is available (4.0 GiB)',
  },
  {
    server: 'Ollama, with pictures',
    body: lines(
      line({ content: 'Here.', images: ['iVBORw0KGgo='] }),
      line({ content: '' }, { image: 'iVBORw0KGgo=' }),
      line({ content: '' }, end),
    ),
    text: 'Here.',
    notices: ['PICTURES_LEFT_OUT'],
    usage,
  },
  {
    server: 'a server of this API, with an empty error in each line',
    body: lines(line({ content: 'Four.' }, { error: '' }), line({ content: '' }, { ...end, error: '' })),
    text: 'Four.',
    usage,
  },
]
