// Mistral: content as parts, with thinking and references; whole calls.
import { chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const MISTRAL_STREAMS: readonly Recorded[] = [
  {
    server: 'Mistral',
    body:
      events(
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me' }] }] }),
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: ' add.' }] }] }),
        chunk({ content: [{ type: 'text', text: 'The answer ' }] }),
        chunk({ content: [{ type: 'reference', reference_ids: [0] }] }),
        chunk({ content: 'is 4.' }, { usage }, 'stop'),
      ) + done,
    text: 'The answer is 4.',
    thinking: 'Let me add.',
    usage: counted,
  },
  {
    server: 'Mistral, with thoughts that are closed, padding and a whole call',
    body:
      events(
        chunk({ role: 'assistant', content: '' }, { p: 'abcdef' }),
        chunk(
          { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Two and ' }] }] },
          { p: 'ab' },
        ),
        chunk({
          content: [
            {
              type: 'thinking',
              thinking: [
                { type: 'text', text: 'two.' },
                { type: 'reference', reference_ids: [1] },
              ],
              closed: true,
            },
          ],
        }),
        chunk({ content: [{ type: 'text', text: 'I add.' }] }),
        chunk(
          {
            content: '',
            tool_calls: [
              { id: 'D681PevKs', function: { name: 'add', arguments: '{"a": 2}' }, index: 0 },
              { id: 'E792QfwLt', function: { name: 'add', arguments: { a: 3 } }, index: 1 },
            ],
          },
          { usage: { ...usage, prompt_audio_seconds: null } },
          'tool_calls',
        ),
      ) + done,
    text: 'I add.',
    thinking: 'Two and two.',
    calls: [
      ['add', '{"a": 2}'],
      ['add', '{"a":3}'],
    ],
    reason: 'tool-calls',
    usage: counted,
  },
  {
    server: 'Mistral, at the end of the context',
    body: events(chunk({ content: 'Four.' }, { usage }, 'model_length')) + done,
    text: 'Four.',
    reason: 'length',
    usage: counted,
  },
  {
    server: 'Mistral, with an error of its own form',
    type: 'application/json',
    body: JSON.stringify({
      object: 'error',
      message: 'Service tier capacity exceeded for this model.',
      type: 'service_tier_capacity_exceeded',
      param: null,
      code: '3505',
      raw_status_code: 429,
    }),
    fails: 'rate-limited',
  },
]
