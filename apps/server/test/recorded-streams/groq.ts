// Groq: its own field for counts and errors, calls that failed.
import { call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const GROQ_STREAMS: readonly Recorded[] = [
  {
    server: 'Groq',
    body:
      events(
        chunk({ role: 'assistant', content: '' }, { x_groq: { id: 'req_1', seed: 872_656_815 } }),
        chunk({ reasoning: 'Two and two.', channel: 'analysis' }),
        chunk({ content: 'Four.' }),
        chunk({}, { x_groq: { id: 'req_1', usage } }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'a limit per minute',
    body: events({ error: { message: 'Quota exceeded: 15 requests per minute', code: 429 } }),
    fails: 'rate-limited',
  },
  {
    server: 'Groq, stopped early',
    body:
      events(
        chunk({ role: 'assistant', content: 'Fo' }, { x_groq: { id: 'req_1' } }),
        chunk({}, { x_groq: { id: 'req_1', error: 'over_capacity: the model is overloaded' } }),
      ) + done,
    text: 'Fo',
    fails: 'busy',
  },
  {
    server: 'Groq, with a call that it could not read',
    body:
      'event: error\n' +
      events({
        error: {
          message:
            "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=add>{"a": 2</function>',
          status_code: 400,
        },
      }),
    fails: 'bad-request',
    says: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details",
  },
  {
    server: 'Groq, with calls in chunks of their own and counts of tools',
    body:
      events(
        chunk({ role: 'assistant', content: null }, { x_groq: { id: 'req_1', seed: 1 } }),
        chunk({ tool_calls: [call(0, '{"a": 2}', { id: 'call_1', name: 'add' })] }),
        chunk({ tool_calls: [call(1, '{"a": 3}', { id: 'call_2', name: 'add' })] }),
        chunk({}, { x_groq: { id: 'req_1', usage }, usage_breakdown: null }, 'tool_calls'),
        { object: 'chat.completion.chunk', choices: [], usage, x_groq: { id: 'req_1', usage } },
      ) + done,
    calls: [
      ['add', '{"a": 2}'],
      ['add', '{"a": 3}'],
    ],
    reason: 'tool-calls',
    usage: counted,
  },
]
