// Other services of OpenAI's dialect, with their own reasons of ends.
import { chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const OTHER_SERVICES_STREAMS: readonly Recorded[] = [
  {
    server: 'Alibaba',
    body:
      events(
        chunk({ content: null, role: 'assistant', reasoning_content: '' }, { usage: null }),
        chunk({ content: null, reasoning_content: 'Two and two.' }, { usage: null }),
        chunk({ content: 'Four.', reasoning_content: null }, { usage: null }),
        chunk({ content: '', reasoning_content: null }, { usage: null }, 'stop'),
        { choices: [], object: 'chat.completion.chunk', usage, system_fingerprint: null },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Moonshot',
    body:
      events(
        {
          choices: [
            {
              index: 0,
              delta: { role: 'assistant', reasoning_content: 'Two and two.' },
              finish_reason: null,
            },
          ],
        },
        { choices: [{ index: 0, delta: { content: 'Fo' }, finish_reason: null }] },
        { choices: [{ index: 0, delta: { content: 'ur.' }, finish_reason: 'stop' }], usage },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'DeepSeek',
    body:
      ': keep-alive\n\n' +
      events(
        chunk({ role: 'assistant', content: null, reasoning_content: '' }),
        chunk({ content: null, reasoning_content: 'Two and two.' }),
        chunk({ content: 'Four — ', reasoning_content: null }),
        chunk({ content: '四。', reasoning_content: null }),
        chunk({ content: '', reasoning_content: null }, { usage }, 'stop'),
      ) +
      done,
    text: 'Four — 四。',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'xAI',
    body: events(
      chunk(
        { role: 'assistant', reasoning_content: 'Two and two.' },
        { usage: { prompt_tokens: 12, completion_tokens: 0 } },
      ),
      chunk({ content: 'Four.' }, { usage: { prompt_tokens: 12, completion_tokens: 7 } }),
      chunk({}, { citations: [] }, 'stop'),
      { object: 'chat.completion.chunk', choices: [], usage: { ...usage, num_sources_used: 0 } },
    ),
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'DeepSeek, without resources',
    body: events(chunk({ content: 'Fo' }), chunk({ content: '' }, {}, 'insufficient_system_resource')) + done,
    text: 'Fo',
    fails: 'busy',
  },
  {
    server: 'Z.ai, stopped by its filter',
    body: events(chunk({ content: 'Fo' }), chunk({ content: '' }, { usage }, 'sensitive')) + done,
    text: 'Fo',
    notices: ['CONTENT_FILTERED'],
    usage: counted,
  },
  {
    server: 'Z.ai, with an error of its network',
    body: events(chunk({ content: 'Fo' }), chunk({ content: '' }, {}, 'network_error')) + done,
    text: 'Fo',
    fails: 'internal',
    says: 'network_error',
  },
  {
    server: 'Text Generation Inference, which refuses',
    body: 'data:{"error":"Input validation error: `temperature` must be strictly positive","error_type":"validation"}\n\n',
    fails: 'bad-request',
    says: 'Input validation error: `temperature` must be strictly positive',
  },
  {
    server: 'Text Generation Inference, overloaded',
    body: 'data:{"error":"Model is overloaded","error_type":"overloaded"}\n\n',
    fails: 'busy',
  },
]
