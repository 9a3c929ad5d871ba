// Bedrock's OpenAI dialect: gpt-oss with its reasoning in the text, gateways with blocks of reasoning, and guardrails.
import { chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

export const BEDROCK_STREAMS: readonly Recorded[] = [
  {
    server: 'Bedrock with gpt-oss',
    body:
      events(
        chunk({ role: 'assistant', content: '<reasoning>Two ' }),
        chunk({ content: 'and two.</reasoning>' }),
        chunk({ content: 'Four.' }),
        chunk({}, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'a gateway to Bedrock, with blocks of reasoning',
    body:
      events(
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: { text: 'Two and ' } }),
        chunk({ reasoning_content: { text: 'two.' } }),
        chunk({ reasoning_content: { signature: 'c2lnbmVk' } }),
        chunk({ content: 'Four.' }),
        chunk({}, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'Bedrock, stopped by a guardrail',
    body:
      events(
        chunk({ content: 'This is not answered.' }, { 'amazon-bedrock-guardrailAction': 'INTERVENED' }),
        chunk({}, { usage }, 'content_filter'),
      ) + done,
    text: 'This is not answered.',
    notices: ['CONTENT_FILTERED'],
    usage: counted,
  },
  {
    server: 'SGLang, with an end that says more',
    body: events(chunk({ content: 'Fo' }), chunk({}, { usage }, { type: 'length', length: 1 })) + done,
    text: 'Fo',
    reason: 'length',
    usage: counted,
  },
]
