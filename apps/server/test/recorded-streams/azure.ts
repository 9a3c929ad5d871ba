// Azure: results of its filters, before, beside and after the text.
import { answer, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const AZURE_STREAMS: readonly Recorded[] = [
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
    server: 'Azure with the asynchronous filter, which stops after the end',
    body:
      events(
        { id: '', object: '', model: '', choices: [], prompt_filter_results: [] },
        chunk({ role: 'assistant', content: 'Four.', refusal: null }, { obfuscation: 'kT8' }),
        chunk({}, {}, 'stop'),
        {
          id: '',
          object: '',
          model: '',
          choices: [
            {
              index: 0,
              finish_reason: 'content_filter',
              content_filter_results: { hate: { filtered: true, severity: 'medium' } },
              content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
            },
          ],
        },
      ) + done,
    text: 'Four.',
    notices: ['CONTENT_FILTERED'],
  },
  {
    server: 'Azure, whose filter failed',
    body:
      events(
        answer({
          delta: { content: 'Four.' },
          content_filter_result: {
            error: { code: 'content_filter_error', message: 'The contents are not filtered' },
          },
        }),
        chunk({}, {}, 'stop'),
      ) + done,
    text: 'Four.',
  },
  {
    server: 'Azure, with a filtered question',
    type: 'application/json',
    body: JSON.stringify({
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    }),
    fails: 'bad-request',
    says: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy",
  },
]
