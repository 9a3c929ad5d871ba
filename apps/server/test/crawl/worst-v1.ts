// Makes requests with the worst texts in what no contract describes: the fields of /v1, and headers.
import { API_ROOT } from '@polylogue/contract'
import type { Sending } from './sender.ts'
import type { Things } from './things.ts'
import { MIXED_TEXTS, WORST_TEXTS } from './worst-texts.ts'

/** A request with a worst text in one field or header. */
export interface WorstText {
  readonly about: string
  readonly fields: readonly string[]
  readonly sending: Sending
}

const LONG = 100_000
/** All headers of a request may have 16 kB. */
const HEADER_LENGTH = 12_000
/** A header gets one of so many texts, each header others. */
const FEWER = 4
const MODEL = 'Guide:latest'
const messages = [{ role: 'user', content: 'Hello' }]

type BodyOf = (text: string) => object

const tool = (name: string, description = '', parameters: object = {}) => ({ name, description, parameters })
const CHAT: Readonly<Record<string, BodyOf>> = {
  model: (text) => ({ model: text, messages }),
  'messages[].content': (text) => ({ messages: [{ role: 'user', content: text }] }),
  'messages[].content[].text': (text) => ({
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  }),
  'messages[].role': (text) => ({ messages: [{ role: text, content: 'Hello' }] }),
  'messages[].content[].image_url': (text) => ({
    messages: [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${text}` } }],
      },
    ],
  }),
  'tools[].function.name': (text) => ({ messages, tools: [{ type: 'function', function: tool(text) }] }),
  'tools[].function': (text) => ({
    messages,
    tools: [{ type: 'function', function: tool('a', text, { [text]: text }) }],
  }),
  'response_format.json_schema': (text) => ({
    messages,
    response_format: { type: 'json_schema', json_schema: { name: text, schema: { [text]: text } } },
  }),
  'response_format.json_schema.schema': (text) => ({
    messages,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'a', schema: { type: 'object', properties: { [text]: { pattern: text } } } },
    },
  }),
  stop: (text) => ({ messages, stop: text }),
  'stop[]': (text) => ({ messages, stop: [text, 'b'] }),
}
const RESPONSES: Readonly<Record<string, BodyOf>> = {
  input: (text) => ({ input: text }),
  'input[].content[].text': (text) => ({
    input: [{ role: 'user', content: [{ type: 'input_text', text }] }],
  }),
  instructions: (text) => ({ input: 'Hello', instructions: text }),
  'tools[].name': (text) => ({ input: 'Hello', tools: [{ type: 'function', ...tool(text) }] }),
  'text.format': (text) => ({
    input: 'Hello',
    text: { format: { type: 'json_schema', name: 'a', schema: { [text]: text } } },
  }),
  'metadata.key': (text) => ({ input: 'Hello', metadata: { key: text } }),
}
const EMBEDDINGS: Readonly<Record<string, BodyOf>> = {
  model: (text) => ({ model: text, input: 'Hello' }),
  'input[]': (text) => ({ input: [text] }),
}
const CALLS = { 'chat/completions': CHAT, responses: RESPONSES, embeddings: EMBEDDINGS }

/** Returns a request for each field of the calls of /v1 and each text of several runs. */
export const worstOfV1 = (token: string): WorstText[] =>
  Object.entries(CALLS).flatMap(([call, bodies]) =>
    Object.entries(bodies).flatMap(([field, bodyOf]) =>
      Object.entries(MIXED_TEXTS).map(([about, textOf]) => ({
        about,
        fields: [`${call} ${field}`],
        sending: {
          url: `/v1/${call}`,
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: MODEL, ...bodyOf(textOf(LONG)) }),
        },
      })),
    ),
  )

/** Returns requests whose headers have the worst texts that a header may have. */
export function worstHeaders(token: string, { mediaId }: Things): WorstText[] {
  const bearer = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
  const file = `${API_ROOT}/media/${mediaId}/binary`
  const headers: [string, string, (text: string) => Record<string, string>][] = [
    ['Authorization', '/v1/models', (text) => ({ authorization: text })],
    ['Authorization, a bearer', '/v1/models', (text) => ({ authorization: `Bearer ${text}` })],
    [
      'Authorization, of a call of the page',
      `${API_ROOT}/users`,
      (text) => ({ ...bearer, authorization: `Bearer ${text}` }),
    ],
    ['Accept-Language', `${API_ROOT}/users`, (text) => ({ ...bearer, 'accept-language': text })],
    [
      'Accept-Language, a list',
      '/',
      (text) => ({ 'accept-language': `de${text},en;q=1${text}`.slice(0, text.length) }),
    ],
    ['If-None-Match', '/', (text) => ({ 'if-none-match': text })],
    ['If-None-Match, a tag', file, (text) => ({ ...bearer, 'if-none-match': `W/"${text}"` })],
    ['Range', file, (text) => ({ ...bearer, range: `bytes=${text}` })],
    ['Range, many', file, (text) => ({ ...bearer, range: `bytes=${'0-1,'.repeat(text.length / 4)}` })],
    ['Range, of a file of the page', '/', (text) => ({ range: `bytes=${text}-` })],
  ]
  return headers.flatMap(([name, url, headersOf], place) =>
    Object.entries(WORST_TEXTS).flatMap(([about, textOf], at) => {
      const text = textOf(HEADER_LENGTH)
      // A header has no letters beyond those of one byte, and no ends of lines.
      if ((at + place) % FEWER !== 0 || /[^\x20-\xFF]/.test(text)) return []
      return [
        { about, fields: [name], sending: { url, method: 'GET', headers: headersOf(text), body: undefined } },
      ]
    }),
  )
}
