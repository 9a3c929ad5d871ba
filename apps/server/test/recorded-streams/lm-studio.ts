// LM Studio: reasoning in tags and in its own field, calls in pieces, named errors, statistics.
import { call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const LM_STUDIO_STREAMS: readonly Recorded[] = [
  {
    server: 'LM Studio',
    body:
      events(
        chunk({ role: 'assistant', content: '<think>\nOkay, two and ' }, { system_fingerprint: 'm' }),
        chunk({ role: 'assistant', content: 'two.\n</think>\n\nFour.' }),
        chunk({}, {}, 'length'),
      ) + done,
    text: 'Four.',
    thinking: 'Okay, two and two.',
    reason: 'length',
  },
  {
    server: 'LM Studio, with reasoning of its own and statistics',
    body:
      events(
        chunk({ role: 'assistant', reasoning: 'Two and two.' }),
        chunk({ role: 'assistant', content: 'Four.' }),
        chunk({}, { stats: { tokens_per_second: 51.4, stop_reason: 'eosFound' } }, 'stop'),
        { object: 'chat.completion.chunk', choices: [], usage, model_info: { arch: 'qwen3' } },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'LM Studio, with a call in pieces, whose later names are empty',
    body:
      events(
        chunk({ role: 'assistant', tool_calls: [call(0, '', { id: '814890118', name: 'weather' })] }),
        chunk({ tool_calls: [call(0, '{"', { name: '' })] }),
        chunk({ tool_calls: [call(0, 'city":"Oslo"}', { name: '' })] }),
        chunk({}, {}, 'tool_calls'),
      ) + done,
    calls: [['weather', '{"city":"Oslo"}']],
    reason: 'tool-calls',
  },
  {
    server: 'LM Studio, with a model that crashed',
    body:
      events(chunk({ role: 'assistant', content: 'Fo' })) +
      'event: error\ndata: {"error":{"message":"The model has crashed without additional information. (Exit code: 18446744072635812000)"}}\n\n',
    text: 'Fo',
    fails: 'crashed',
    says: 'The model has crashed without additional information. (Exit code: 18446744072635812000)',
  },
  {
    server: 'LM Studio, at an address that it does not have',
    type: 'application/json',
    body: JSON.stringify({ error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
    fails: 'bad-request',
    says: 'Unexpected endpoint or method. (POST …)',
  },
]
