import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunk, done } from '#test/recorded-streams/openai-chunks.ts'
import { events } from '#test/recorded-streams/recorded.ts'
import { ask, outcomeOf, testOutbound } from '../engine.contract.ts'
import { createOpenAiCompatible } from './openai-compatible.ts'

let refusal: { status: number; body: object }
let asked: string[][] = []
let url: string
const server = createServer((req, res) => {
  let text = ''
  req.on('data', (part) => (text += String(part)))
  req.on('end', () => {
    if (req.method !== 'POST') return void res.writeHead(404).end('{}')
    const fields = Object.keys(JSON.parse(text) as object)
    asked.push(fields)
    if (fields.includes('stream_options'))
      return void res.writeHead(refusal.status).end(JSON.stringify(refusal.body))
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.end(events(chunk({ content: 'Four.' }, {}, 'stop')) + done)
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test.each<[server: string, status: number, body: object]>([
  [
    'Mistral',
    422,
    {
      detail: [
        { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
      ],
    },
  ],
  ['Azure', 400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }],
  ['Fireworks', 400, { error: { message: "Extra inputs are not permitted, field: 'stream_options'" } }],
])(
  'asks %s again without token counts, which it refuses, and remembers it',
  async (_server, status, body) => {
    refusal = { status, body }
    asked = []
    const engine = createOpenAiCompatible({ baseUrl: url }, testOutbound())
    expect(await outcomeOf(engine.chat(ask('m')))).toMatchObject({ text: 'Four.' })
    expect(await outcomeOf(engine.chat(ask('m')))).toMatchObject({ text: 'Four.' })
    expect(asked.map((fields) => fields.includes('stream_options'))).toEqual([true, false, false])
    await engine.close()
  },
)

test('asks once after any other refusal', async () => {
  refusal = { status: 400, body: { error: { message: 'temperature is too high' } } }
  asked = []
  const engine = createOpenAiCompatible({ baseUrl: url }, testOutbound())
  const { error } = await outcomeOf(engine.chat(ask('m')))
  expect(error).toMatchObject({ code: 'bad-request', reason: 'temperature is too high' })
  expect(asked).toHaveLength(1)
  await engine.close()
})
