// Gateways, proxies and other forms of OpenAI's dialect, with refusals and failures under status 200.
import { answer, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, lines, type Recorded } from './recorded.ts'

const budget = { message: 'Monthly budget of project blue is used up', code: 'insufficient_quota' }

export const PROXY_STREAMS: readonly Recorded[] = [
  {
    server: 'a gateway that keeps the connection with events of many forms',
    body:
      'data:\n\ndata: : keep-alive\n\nevent: ping\ndata: ping\n\nevent: heartbeat\ndata: 12:30:05\n\ndata: null\n\n' +
      events(chunk({ content: 'Fo' })) +
      'data: \n\n' +
      events(chunk({ content: 'ur.' }), chunk({}, { usage }, 'stop')) +
      done,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a framework that names the field twice',
    body: `data:${events(chunk({ content: 'Four.' }, { usage }))}data:data: [DONE]\n\n`,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a gateway with another last event',
    body: `${events(chunk({ content: 'Four.' }, { usage }))}data: [done]\n\n`,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a gateway, with an event in each line',
    body: lines(chunk({ content: 'Fo' }), chunk({ content: 'ur.' }, { usage }, 'stop')),
    type: 'application/x-ndjson',
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a gateway, with a list of events',
    body: `[${JSON.stringify(chunk({ content: 'Fo' }))},\n${JSON.stringify(chunk({ content: 'ur.' }, { usage }, 'stop'))}]`,
    type: 'application/json',
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a gateway that gave up',
    body: events(chunk({ content: 'Fo' }), chunk({}, {}, 'timeout')) + done,
    text: 'Fo',
    fails: 'internal',
    says: 'timeout',
  },
  {
    server: 'a gateway, with a list of errors',
    body: events({ errors: [{ message: 'This tier has no such model', code: 7000 }], success: false }),
    fails: 'internal',
    says: 'This tier has no such model',
  },
  {
    server: 'a server in Python, with the fields that are wrong',
    body: events({ detail: [{ type: 'missing', loc: ['body', 'stop'], msg: 'Unknown field' }] }),
    fails: 'bad-request',
    says: 'stop: Unknown field',
  },
  {
    server: 'a gateway, with an empty message beside each piece',
    body:
      events(
        ...[
          { role: 'assistant', content: '', reasoning: 'Two and two.', reasoning_details: [] },
          { content: 'Fo', reasoning: '', reasoning_content: '', reasoning_details: [] },
          { content: 'ur.', reasoning: '', reasoning_content: '', reasoning_details: [] },
        ].map((delta) =>
          answer({
            delta,
            message: { role: 'assistant', content: '', reasoning: '', reasoning_details: [] },
            finish_reason: null,
          }),
        ),
        chunk({}, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'a gateway, with events of its own beside the pieces',
    body:
      events(chunk({ role: 'assistant' })) +
      'event: gateway.reasoning.delta\ndata: {"text":"Two and two."}\n\n' +
      ': keep-alive\n\nevent: gateway.tool.progress\ndata: {"tool":"search","status":"running"}\n\n' +
      events(chunk({ content: 'Four.' }), chunk({}, { usage }, 'stop')) +
      done,
    text: 'Four.',
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
    server: 'a gateway, with an error beside each piece that reports none',
    body:
      events(
        chunk({ content: 'F' }, { error: '' }),
        chunk({ content: 'o' }, { error: {} }),
        chunk({ content: 'u' }, { error: false }),
        answer({ delta: { content: 'r.' }, error: { message: '', code: 0 } }, { usage }),
        chunk({}, { error: null }, 'stop'),
      ) + done,
    text: 'Four.',
    usage: counted,
  },
  {
    server: 'a gateway to Gemini, with the reason of its end',
    body: events(chunk({ content: 'Four.' }, { usage }, 'MAX_TOKENS')) + done,
    text: 'Four.',
    reason: 'length',
    usage: counted,
  },
  {
    server: 'a gateway to Anthropic, at the end of the context',
    body: events(chunk({ content: 'Four.' }, {}, 'model_context_window_exceeded')) + done,
    text: 'Four.',
    reason: 'length',
  },
  {
    server: 'a gateway to Anthropic, with a refusal as the end',
    body: events(chunk({ content: 'Fo' }, {}, 'refusal')) + done,
    text: 'Fo',
    notices: ['CONTENT_FILTERED'],
  },
  {
    server:
      'a gateway with blocks of reasoning and the counts of another API, whose last event has counts only',
    body: events(
      chunk({ role: 'assistant', content: '', thinking_blocks: [{ type: 'thinking', thinking: 'Two.' }] }),
      chunk({ content: 'Four.' }),
      { choices: [], usage: { input_tokens: 12, output_tokens: 7 } },
    ),
    text: 'Four.',
    thinking: 'Two.',
    usage: counted,
  },
  {
    server: 'a server without empty lines between its events',
    body: (events(chunk({ content: 'Fo' }), chunk({ content: 'ur.' }, {}, 'stop')) + done).replaceAll(
      '\n\n',
      '\n',
    ),
    text: 'Four.',
  },
  {
    server: 'a gateway, with a code and words',
    type: 'application/json',
    body: JSON.stringify({ code: 1113, msg: 'The account is not allowed to ask', success: false }),
    fails: 'bad-request',
    says: 'The account is not allowed to ask',
  },
  {
    server: 'a gateway, with an error in fields of its own',
    body: events({ choices: null, error_type: 'BadRequestError', error_message: 'Unknown voice' }),
    fails: 'bad-request',
    says: 'Unknown voice',
  },
  {
    server: 'a proxy, with a sentence as an event',
    body: 'data: Error: upstream disconnected\n\n',
    fails: 'internal',
    says: 'Error: upstream disconnected',
  },
]
