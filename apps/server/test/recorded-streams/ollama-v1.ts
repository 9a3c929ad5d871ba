// Ollama's dialect of OpenAI (openai, middleware): reasoning apart, an end of its own, no end after an error.
import { call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const OLLAMA_V1_STREAMS: readonly Recorded[] = [
  {
    server: 'Ollama under /v1, without a last line end',
    body:
      events(
        chunk({ role: 'assistant', content: '', reasoning: 'Two and two.' }),
        chunk({ role: 'assistant', content: 'Four.' }),
      ) + `data: ${JSON.stringify(chunk({ role: 'assistant', content: '' }, { usage }, 'stop'))}`,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Ollama under /v1, with an end and counts in chunks of their own',
    body:
      events(
        chunk({ role: 'assistant', reasoning: 'Two and two.' }, { system_fingerprint: 'fp_ollama' }),
        chunk({ content: 'Four.' }),
        chunk({}, {}, 'stop'),
        { ...chunk({}), choices: [], usage },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Ollama under /v1, with calls that all have index 0',
    body:
      events(
        chunk({
          role: 'assistant',
          content: '',
          tool_calls: [call(0, '{"a":2}', { id: 'call_1', name: 'add' })],
        }),
        chunk({ content: '', tool_calls: [call(0, '{"a":3}', { id: 'call_2', name: 'add' })] }),
        chunk({}, {}, 'stop'),
      ) + done,
    calls: [
      ['add', '{"a":2}'],
      ['add', '{"a":3}'],
    ],
    reason: 'tool-calls',
  },
  {
    server: 'Ollama under /v1, which ends without a reason after an error',
    body: events(chunk({ role: 'assistant', content: 'Fo' }), chunk({ content: '' })),
    text: 'Fo',
    fails: 'broken-stream',
  },
]
