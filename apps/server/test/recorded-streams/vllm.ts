// vLLM and SGLang: parsers of reasoning, counts in each chunk, errors and ends of the engine.
import { answer, call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const VLLM_STREAMS: readonly Recorded[] = [
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
    server: 'vLLM, with counts in each chunk and fields for tokens',
    body:
      events(
        chunk(
          { role: 'assistant', content: '', reasoning: null },
          {
            prompt_token_ids: null,
            usage: { prompt_tokens: 12, completion_tokens: 0, total_tokens: 12 },
          },
        ),
        chunk(
          { reasoning: 'Two and two.' },
          { usage: { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 } },
        ),
        answer(
          { delta: { content: 'Four.' }, stop_reason: null, token_ids: null },
          { usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 } },
        ),
        answer({ delta: {}, finish_reason: 'stop', stop_reason: 151_645 }, { usage }),
        { object: 'chat.completion.chunk', choices: [], usage },
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'vLLM, with reasoning and answer in one chunk',
    body:
      events(
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: 'Two and two.', content: 'Fo' }),
        chunk({ content: 'ur.', reasoning_content: '' }, {}, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
  },
  {
    server: 'vLLM, with a call whose name comes in each piece',
    body:
      events(
        chunk({ role: 'assistant', content: '' }),
        chunk({ tool_calls: [call(0, '', { id: 'chatcmpl-tool-1', name: 'add' })] }),
        chunk({ tool_calls: [call(0, '{"a": ', { id: 'chatcmpl-tool-1', name: 'add' })] }),
        chunk({ tool_calls: [call(0, '2}', { id: 'chatcmpl-tool-1', name: 'add' })] }),
        chunk({ content: '' }, {}, 'tool_calls'),
      ) + done,
    calls: [['add', '{"a": 2}']],
    reason: 'tool-calls',
  },
  {
    server: 'vLLM, with an error in the answer',
    body:
      events(chunk({ role: 'assistant', content: 'Fo' }), {
        error: {
          message: 'EngineCore encountered an issue. See stack trace (above) for the root cause.',
          type: 'InternalServerError',
          param: null,
          code: 500,
        },
      }) + done,
    text: 'Fo',
    fails: 'internal',
    says: 'EngineCore encountered an issue. See stack trace (above) for the root cause',
  },
  {
    server: 'vLLM, aborted by the engine',
    body: events(chunk({ role: 'assistant', content: 'Fo' }), chunk({ content: '' }, {}, 'abort')) + done,
    text: 'Fo',
    fails: 'internal',
    says: 'abort',
  },
  {
    server: 'SGLang, aborted',
    body:
      events(chunk({ content: 'Fo' }), {
        error: { object: 'error', message: 'Abort in waiting queue', type: 'ServiceUnavailable', code: 503 },
      }) + done,
    text: 'Fo',
    fails: 'busy',
  },
  {
    server: 'vLLM, with a prompt that is too long',
    body: events({
      error: {
        message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
        type: 'BadRequestError',
        code: 400,
      },
    }),
    fails: 'context-overflow',
  },
]
