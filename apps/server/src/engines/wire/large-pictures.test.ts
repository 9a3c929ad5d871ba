import { expect, test } from 'vitest'
import { chunk, done, usage } from '#test/recorded-streams/openai-chunks.ts'
import { events, lines } from '#test/recorded-streams/recorded.ts'
import type { ChatEvent } from '../engine.ts'
import { ChatLineReader } from '../ollama/reader.ts'
import { CompletionReader } from '../openai-compatible/reader.ts'
import type { AnswerReader } from './answer.ts'
import { BodyText } from './body-text.ts'

const DATA = 'iVBORw0KGgo/'.repeat(250_000)
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } }

/** Reads a body that arrives in chunks of a size. */
function read(reader: AnswerReader, body: string, size: number) {
  const bytes = Buffer.from(body)
  const text = new BodyText()
  const out: ChatEvent[] = []
  for (let at = 0; at < bytes.length; at += size) reader.feed(text.of(bytes.subarray(at, at + size)), out)
  reader.feed(text.rest(), out)
  reader.finish(out)
  return {
    text: out.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    notices: out.flatMap((event) => (event.type === 'notice' ? event.code : [])),
    state: reader.state,
  }
}

const before = chunk({ content: 'Здравейте 你好. ' })
const after = chunk({ content: 'Да.' }, { usage }, 'stop')

test.each([
  ['beside the text', events(before, chunk({ content: '', images: [picture] }), after) + done],
  ['as a part', events(before, chunk({ content: [picture] }), after) + done],
  ['within the text', events(before, chunk({ content: `![image](${picture.image_url.url})` }), after) + done],
  [
    'within a whole answer',
    JSON.stringify({
      choices: [{ message: { content: 'Здравейте 你好. Да.', images: [picture] }, finish_reason: 'stop' }],
    }),
  ],
  // PHP escapes slashes.
  [
    'with escaped slashes',
    (events(before, chunk({ images: [picture] }), after) + done).replaceAll(/(?<=[\w+])\//g, '\\/'),
  ],
])('a picture of three megabytes %s does not stop the answer', (_where, body) => {
  for (const size of [1_460, 65_536, 65_537])
    expect(read(new CompletionReader(), body, size)).toMatchObject({
      text: 'Здравейте 你好. Да.',
      notices: ['PICTURES_LEFT_OUT'],
    })
})

test('a picture of Ollama of three megabytes does not stop the answer', () => {
  const body = lines(
    { message: { content: 'Здравейте. ' }, image: DATA },
    { message: { content: 'Да.' }, done: true, done_reason: 'stop' },
  )
  const found = read(new ChatLineReader(), body, 65_536)
  expect(found).toEqual({ text: 'Здравейте. Да.', notices: ['PICTURES_LEFT_OUT'], state: 'closed' })
})

test('a small picture within the text stays there', () => {
  const text = `![image](data:image/png;base64,${DATA.slice(0, 60_000)})`
  const found = read(new CompletionReader(), events(chunk({ content: text }), after), 65_536)
  expect(found).toMatchObject({ text: `${text}Да.`, notices: [] })
})

test('a line of other text that never ends is still refused', () => {
  const body = `data: ${'a b '.repeat(400_000)}`
  expect(() => read(new CompletionReader(), body, 65_536)).toThrow('A line of the answer exceeds')
})
