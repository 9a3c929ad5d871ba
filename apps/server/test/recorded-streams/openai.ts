// Short answers in the formats of servers of OpenAI's dialect, with what a reader should make of them.
import { events, type Recorded } from './recorded.ts'

const done = 'data: [DONE]\n\n'
const chunk = (delta: unknown, more: object = {}, finish: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_764_000_000,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  ...more,
})
const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
const counted = { promptTokens: 12, responseTokens: 7 }

const thought = { role: 'assistant', extra_content: { google: { thought: true } } }

export const OPENAI_STREAMS: readonly Recorded[] = [
  {
    server: 'llama.cpp',
    body:
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ reasoning_content: 'Two and ' }),
        chunk({ reasoning_content: 'two.' }),
        chunk({ content: 'Fo' }),
        chunk({ content: 'ur.' }),
        chunk({}, {}, 'stop'),
        { object: 'chat.completion.chunk', choices: [], usage, timings: { prompt_n: 12, predicted_n: 7 } },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'vLLM',
    body:
      events(
        chunk({ role: 'assistant', content: '' }, { usage: null }),
        chunk({ reasoning: 'Two and two.', reasoning_content: 'Two and two.' }, { usage: null }),
        chunk({ content: '\n\nFour.', tool_calls: [] }, { usage: null }),
        chunk({ content: '' }, { usage: null }, 'stop'),
        { object: 'chat.completion.chunk', choices: [], usage },
      ) + done,
    text: '\n\nFour.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'vLLM without a reasoning parser',
    body: events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: '\nOkay, two and two.\n</th' }),
      chunk({ content: 'ink>\n\nFour.' }, { usage }, 'stop'),
    ),
    text: 'Four.',
    thinking: 'Okay, two and two.',
    usage: counted,
    takesBack: true,
  },
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
    server: 'OpenRouter',
    body:
      ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n' +
      events(
        chunk({
          role: 'assistant',
          content: '',
          reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.', format: 'unknown', index: 0 }],
        }),
        chunk({ content: '', reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAAAAB' }] }),
        chunk({ role: 'assistant', content: 'Four.' }, { provider: 'A' }),
        { ...chunk({ content: '' }, { native_finish_reason: 'end_turn' }, 'stop') },
        {
          object: 'chat.completion.chunk',
          choices: [{ index: 0, delta: { content: '' }, finish_reason: null }],
          usage,
        },
      ) +
      done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Azure',
    body:
      events(
        {
          id: '',
          object: '',
          model: '',
          choices: [],
          prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }],
        },
        chunk({ role: 'assistant', content: '', refusal: null }),
        {
          choices: [
            { index: 0, finish_reason: null, content_filter_offsets: {}, content_filter_results: {} },
          ],
        },
        chunk({ content: 'Four.' }),
        chunk({}, {}, 'stop'),
        { id: 'x', choices: [], usage },
      ) + done,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'Azure, filtered',
    body: events(chunk({ content: 'Fo' }), chunk({}, {}, 'content_filter')) + done,
    text: 'Fo',
    notices: ['CONTENT_FILTERED'],
  },
  {
    server: 'Gemini',
    body:
      events(
        chunk({ ...thought, content: '<thought>Two ' }),
        chunk({ ...thought, content: 'and two.' }),
        chunk({ role: 'assistant', content: '</thought>Four.' }, { usage }, 'stop'),
      ).replaceAll('\n', '\r\n') + 'data: [DONE]\r\n\r\n',
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Gemini, with a call after its thoughts',
    body:
      events(
        chunk({ ...thought, content: '<thought>Two and two.' }),
        chunk(
          {
            role: 'assistant',
            content: '</thought>',
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: 'add', arguments: '{"a":2}' },
                extra_content: { google: { thought_signature: 'EiYK' } },
              },
            ],
          },
          { usage },
          'tool_calls',
        ),
      ) + done,
    thinking: 'Two and two.',
    reason: 'tool-calls',
    usage: counted,
  },
  {
    server: 'Gemini through a proxy that leaves out the tags',
    body:
      events(
        chunk({ ...thought, content: 'Two ' }),
        chunk({ ...thought, content: 'and two.' }),
        chunk({ content: 'Four.' }, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Gemini through a proxy, with both tags in a piece of thoughts',
    body:
      events(
        chunk({ ...thought, content: '<think>Two and two.</think>' }),
        chunk({ content: 'Four.' }, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
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
    server: 'a proxy, with a whole answer',
    type: 'application/json',
    body: JSON.stringify(
      {
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: 'Four.',
              reasoning_content: 'Two and two.',
              tool_calls: null,
            },
            finish_reason: 'stop',
          },
        ],
        usage,
      },
      null,
      2,
    ),
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'a proxy, with a whole answer under text/event-stream',
    body: JSON.stringify({ choices: [{ message: { content: 'Four.' }, finish_reason: 'length' }], usage }),
    text: 'Four.',
    usage: counted,
    reason: 'length',
  },
  {
    server: 'a proxy, with a whole answer as one event',
    body: events({ choices: [{ message: { content: [{ type: 'text', text: 'Four.' }] } }], usage }) + done,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a server that writes about tags',
    body:
      events(
        chunk({ content: 'Use `<think>` and `</think>`:\n\n```xml\n<think>\n' }),
        chunk({ content: 'a\n</think>\n```\n\n    </think>\n\nThe </think> tag ends it.' }, {}, 'stop'),
      ) + done,
    text: 'Use `<think>` and `</think>`:\n\n```xml\n<think>\na\n</think>\n```\n\n    </think>\n\nThe </think> tag ends it.',
  },
  {
    server: 'a server of gpt-oss without its template',
    body:
      events(
        chunk({ content: '<|channel|>analysis<|message|>Two and two.<|end|>' }),
        chunk({ content: '<|start|>assistant<|channel|>final<|message|>Four.' }, {}, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
  },
]

const budget = { message: 'Monthly budget of project blue is used up', code: 'insufficient_quota' }

/** Refusals and failures with status 200. */
export const OPENAI_REFUSALS: readonly Recorded[] = [
  {
    server: 'a gateway',
    type: 'application/json',
    body: JSON.stringify({ error: budget }),
    fails: 'bad-request',
    says: budget.message,
  },
  {
    server: 'a gateway, as an event',
    body: events({ error: budget }),
    fails: 'bad-request',
    says: budget.message,
  },
  {
    server: 'vLLM',
    body:
      events({
        object: 'error',
        message: 'This adapter is not loaded: tulip',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }) + done,
    fails: 'bad-request',
    says: 'This adapter is not loaded: tulip',
  },
  {
    server: 'a server with an error as text',
    body: events({ error: 'tool calling is not supported' }),
    fails: 'bad-request',
    says: 'tool calling is not supported',
  },
  {
    server: 'an event named error',
    body: 'event: error\ndata: {"message":"unknown model tulip","code":404}\n\n',
    fails: 'not-found',
  },
  {
    server: 'an event named error with text',
    body: 'event: error\ndata: The request is invalid\n\n',
    fails: 'bad-request',
    says: 'The request is invalid',
  },
  {
    server: 'a plain sentence',
    type: 'text/plain',
    body: 'This model is not available in your plan',
    fails: 'bad-request',
    says: 'This model is not available in your plan',
  },
  {
    server: 'a secret in the reason',
    body: events({ error: { message: 'Invalid key sk-abc123 at http://10.0.0.5:8000/x', code: 400 } }),
    fails: 'bad-request',
    says: 'Invalid key … at …',
  },
  {
    server: 'OpenRouter, within the answer',
    body: events(chunk({ content: 'Fo' }), {
      ...chunk({ content: '' }, { error: { code: 502, message: 'Provider disconnected' } }, 'error'),
    }),
    text: 'Fo',
    fails: 'unreachable',
  },
  {
    server: 'a limit per minute',
    body: events({ error: { message: 'Quota exceeded: 15 requests per minute', code: 429 } }),
    fails: 'rate-limited',
  },
]
