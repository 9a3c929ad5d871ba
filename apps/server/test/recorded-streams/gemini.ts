// Gemini's dialect of OpenAI: thoughts in tags, calls without an index, errors in a list.
import { call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

const thought = { role: 'assistant', extra_content: { google: { thought: true } } }

export const GEMINI_STREAMS: readonly Recorded[] = [
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
    calls: [['add', '{"a":2}', 'EiYK']],
    reason: 'tool-calls',
    usage: counted,
  },
  {
    server: 'Gemini, with the signature of a call in a piece of its own',
    body:
      events(
        chunk({ role: 'assistant', tool_calls: [call(0, '{"a":', { id: 'f1', name: 'add' })] }),
        chunk({ tool_calls: [call(0, '2}')] }),
        chunk({
          tool_calls: [{ ...call(0, ''), extra_content: { google: { thought_signature: 'EiYK' } } }],
        }),
        chunk({}, {}, 'tool_calls'),
      ) + done,
    calls: [['add', '{"a":2}', 'EiYK']],
    reason: 'tool-calls',
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
    server: 'Gemini, with whole calls that have no index, each in a chunk',
    body:
      events(
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{"a":2}', { id: 'f1', name: 'add' })] }),
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{"a":3}', { id: 'f2', name: 'add' })] }),
        chunk(
          { role: 'assistant', extra_content: { google: { thought_signature: 'EiYK' } } },
          { usage },
          'stop',
        ),
      ) + done,
    calls: [
      ['add', '{"a":2}'],
      ['add', '{"a":3}'],
    ],
    reason: 'tool-calls',
    usage: counted,
  },
  {
    server: 'Gemini, with calls that have neither index nor id',
    body:
      events(
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{"a":2}', { name: 'add' })] }),
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{"a":3}', { id: '', name: 'add' })] }),
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{}', { name: 'now' })] }, {}, 'stop'),
      ) + done,
    calls: [
      ['add', '{"a":2}'],
      ['add', '{"a":3}'],
      ['now', '{}'],
    ],
    reason: 'tool-calls',
  },
  {
    server: 'Gemini, with one call in pieces without an index',
    body:
      events(
        chunk({ role: 'assistant', tool_calls: [call(undefined, '{"a":', { id: 'f1', name: 'add' })] }),
        chunk({ tool_calls: [call(undefined, '2}')] }, {}, 'tool_calls'),
      ) + done,
    calls: [['add', '{"a":2}']],
    reason: 'tool-calls',
  },
  {
    server: 'Gemini, stopped by a filter with its name',
    body:
      events(chunk({ role: 'assistant', content: 'Fo' }, {}, 'content_filter: PROHIBITED_CONTENT')) + done,
    text: 'Fo',
    notices: ['CONTENT_FILTERED'],
  },
  {
    server: 'Gemini, with a call that it could not write',
    body:
      events(chunk({ role: 'assistant' }, { usage }, 'function_call_filter: MALFORMED_FUNCTION_CALL')) + done,
    fails: 'internal',
    says: 'function_call_filter: MALFORMED_FUNCTION_CALL',
  },
  {
    server: 'Gemini, with an error in a list',
    type: 'application/json; charset=UTF-8',
    body: JSON.stringify(
      [
        {
          error: { code: 400, message: 'Unable to process the attached picture', status: 'INVALID_ARGUMENT' },
        },
      ],
      null,
      2,
    ),
    fails: 'bad-request',
    says: 'Unable to process the attached picture',
  },
  {
    server: 'Gemini, overloaded within the answer',
    body: events(chunk({ role: 'assistant', content: 'Fo' }), {
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    }),
    text: 'Fo',
    fails: 'busy',
  },
  {
    server: 'Gemini, with a question that is too long',
    body: events({
      error: {
        code: 400,
        message: 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    }),
    fails: 'context-overflow',
  },
]
