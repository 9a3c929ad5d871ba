// MiniMax and gateways like it: the whole answer again at the end, reasoning in two places, status fields of their own.
import { answer, chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

const success = { base_resp: { status_code: 0, status_msg: '' } }
const failed = (status_code: number, status_msg: string): object => ({
  choices: null,
  base_resp: { status_code, status_msg },
})

export const MINIMAX_STREAMS: readonly Recorded[] = [
  {
    server: 'MiniMax, with the whole answer again',
    body: events(
      chunk({ role: 'assistant', content: '', reasoning_content: 'Two and two.' }, success),
      chunk({ content: 'Fo' }, success),
      chunk({ content: 'ur.' }, success),
      {
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Four.', reasoning_content: 'Two and two.' },
            finish_reason: 'length',
          },
        ],
        usage,
        ...success,
      },
    ),
    text: 'Four.',
    thinking: 'Two and two.',
    reason: 'length',
    usage: counted,
  },
  {
    server: 'a gateway, with the whole answer in its first piece of text',
    body:
      events(
        chunk({ role: 'assistant', reasoning_content: 'Two and two.' }),
        answer({ message: { content: 'Four.', reasoning_content: 'Two and two.' }, finish_reason: 'stop' }),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
  },
  {
    server: 'MiniMax, with its reasoning between tags and in a field',
    body:
      events(
        chunk({ role: 'assistant', content: '<think>Two ', reasoning_content: 'Two ' }),
        chunk({ content: 'and two.</think>Fo', reasoning_content: 'and two.' }),
        chunk({ content: 'ur.' }, { usage }, 'stop'),
      ) + done,
    text: 'Four.',
    thinking: 'Two and two.',
    usage: counted,
  },
  {
    server: 'MiniMax, without money',
    type: 'application/json',
    body: JSON.stringify(failed(1008, 'insufficient balance')),
    fails: 'bad-request',
    says: 'insufficient balance',
  },
  {
    server: 'MiniMax, at its limit',
    body: events(failed(1002, 'rate limit, please retry later')),
    fails: 'busy',
  },
]
