// llama.cpp's server (tools/server): progress of the prompt, timings, calls of tools, errors as an event.
import { call, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const LLAMA_CPP_STREAMS: readonly Recorded[] = [
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
    server: 'llama.cpp, with the progress of the prompt and timings in each chunk',
    body:
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ content: null }, { prompt_progress: { total: 12, cache: 4, processed: 8, time_ms: 120 } }),
        chunk({ content: 'Fo' }, { timings: { cache_n: 4, prompt_n: 8, predicted_n: 1 } }),
        chunk({ content: 'ur.' }, { timings: { cache_n: 4, prompt_n: 8, predicted_n: 2 } }),
        {
          ...chunk({}, { __verbose: { prompt: '<s>', content: 'Four.' } }, 'length'),
          timings: { predicted_n: 7 },
        },
        { object: 'chat.completion.chunk', choices: [], usage, timings: { predicted_n: 7 } },
      ) + done,
    text: 'Four.',
    reason: 'length',
    usage: counted,
  },
  {
    server: 'llama.cpp, with two calls in pieces',
    body:
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ reasoning_content: 'Two and two.' }),
        chunk({ tool_calls: [call(0, '{', { id: 'a1', name: 'add' })] }),
        chunk({ tool_calls: [call(0, '"a":2}')] }),
        chunk({ tool_calls: [call(1, '{"b":', { id: 'b2', name: 'subtract' })] }),
        chunk({ tool_calls: [call(1, '2}')] }),
        chunk({}, {}, 'tool_calls'),
      ) + done,
    thinking: 'Two and two.',
    calls: [
      ['add', '{"a":2}'],
      ['subtract', '{"b":2}'],
    ],
    reason: 'tool-calls',
  },
  {
    server: 'llama.cpp with gpt-oss, which leaves out the marks of ends',
    body:
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ content: '<|channel|>analysis<|message|>Two and ' }),
        chunk({ content: 'two.<|start|>assistant<|channel|>final<|message|>Four.' }, {}, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
  },
  {
    server: 'llama.cpp, with a context that is too small',
    body: events({
      error: {
        code: 400,
        message: 'request (4476 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 4476,
        n_ctx: 4096,
      },
    }),
    fails: 'context-overflow',
  },
  {
    server: 'llama.cpp, older, with a field for the error',
    body:
      events(chunk({ content: 'Fo' })) +
      'error: {"code":500,"message":"Failed to parse input at pos 12","type":"server_error"}\n\n',
    text: 'Fo',
    fails: 'internal',
    says: 'Failed to parse input at pos 12',
  },
]
