// OpenRouter: comments, details of reasoning, errors within the answer with the provider's own words.
import { chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' }, index: 0 }

export const OPENROUTER_STREAMS: readonly Recorded[] = [
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
    server: 'OpenRouter, within the answer',
    body: events(chunk({ content: 'Fo' }), {
      ...chunk({ content: '' }, { error: { code: 502, message: 'Provider disconnected' } }, 'error'),
    }),
    text: 'Fo',
    fails: 'unreachable',
  },
  {
    server: 'OpenRouter, with summaries and both forms of reasoning',
    body:
      ': OPENROUTER PROCESSING\n\n' +
      events(
        chunk({
          role: 'assistant',
          content: '',
          reasoning: 'Two and ',
          reasoning_details: [
            { type: 'reasoning.summary', summary: 'Two and ', format: 'openai-responses-v1', index: 0 },
          ],
        }),
      ) +
      ': OPENROUTER PROCESSING\n\n' +
      events(
        chunk({
          content: '',
          reasoning: null,
          reasoning_details: [{ type: 'reasoning.summary', summary: 'two.', index: 0 }],
        }),
        chunk({
          content: '',
          reasoning: null,
          reasoning_details: [
            { type: 'reasoning.text', text: '', signature: 'EqQB', format: 'anthropic-claude-v1' },
          ],
        }),
        chunk({
          content: 'Four.',
          annotations: [{ type: 'url_citation', url_citation: { url: 'https://a' } }],
        }),
        { ...chunk({ content: '' }, {}, 'stop'), usage: { ...usage, cost: 0.01, is_byok: false } },
      ) +
      done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: "OpenRouter, with the provider's own words",
    body: events({
      id: 'gen-1',
      provider: 'A',
      error: {
        code: 400,
        message: 'Provider returned error',
        metadata: { provider_name: 'A', raw: '{"error":{"message":"temperature must be at most 1"}}' },
      },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
    fails: 'bad-request',
    says: 'temperature must be at most 1',
  },
  {
    server: 'OpenRouter, disconnected from the provider',
    body: events(chunk({ content: 'Fo' }), {
      ...chunk(
        { content: '' },
        { error: { code: 'server_error', message: 'Provider disconnected' } },
        'error',
      ),
    }),
    text: 'Fo',
    fails: 'internal',
    says: 'Provider disconnected',
  },
  {
    server: 'OpenRouter, with a flagged question',
    type: 'application/json',
    body: JSON.stringify({
      error: {
        code: 403,
        message: 'Your chosen model requires moderation and your input was flagged',
        metadata: { reasons: ['violence'], flagged_input: 'x', provider_name: 'A', model_slug: 'm' },
      },
      user_id: 'u',
    }),
    fails: 'bad-request',
    says: 'Your chosen model requires moderation and your input was flagged',
  },
  {
    server: 'OpenRouter, with a picture beside the text',
    body:
      events(
        chunk({ role: 'assistant', content: 'Here.' }),
        chunk({ content: '', images: [picture] }),
        chunk({ content: '', images: [{ ...picture, index: 1 }] }),
        chunk({ content: ' Done.' }, { usage }, 'stop'),
      ) + done,
    text: 'Here. Done.',
    notices: ['PICTURES_LEFT_OUT'],
    usage: counted,
  },
  {
    server: 'OpenRouter, with a whole answer that is a picture',
    type: 'application/json',
    body: JSON.stringify({
      choices: [{ message: { role: 'assistant', content: '', images: [picture] }, finish_reason: 'stop' }],
      usage,
    }),
    notices: ['PICTURES_LEFT_OUT'],
    usage: counted,
  },
  {
    server: 'a gateway, with a picture among the parts of the content',
    body:
      events(chunk({ content: [{ type: 'text', text: 'Here.' }, picture] }), chunk({}, {}, 'stop')) + done,
    text: 'Here.',
    notices: ['PICTURES_LEFT_OUT'],
  },
]
