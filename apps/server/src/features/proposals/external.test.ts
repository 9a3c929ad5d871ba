// The welcome of an external service: a real HTTP server that answers properly, wrongly, or not at all.
import { randomUUID } from 'node:crypto'
import { contract, type PromptProposal } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answeringServer, type Handler } from '#test/answering-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const server = answeringServer()
let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ file: { proposals: { url: `http://127.0.0.1:${server.port}/v2/` } } })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const proposal = (text: string): PromptProposal => ({ uuId: randomUUID(), category: 'Works', proposal: text })

interface SentRequest {
  questions: string[]
  language: string
}

let sent: SentRequest[] = []
/** Answers with proposals, after reading what was sent. */
const replies =
  (PromptProposals: unknown, status = 200): Handler =>
  (req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      sent.push(JSON.parse(body) as SentRequest)
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ messageContent: { data: { PromptProposals } } }))
    })
  }

const shuffle = async (count: number, language = 'en') =>
  (await anna.client.call(contract.proposals.shuffle, { params: { count }, query: { language } })).data
    .PromptProposals
const warnings = () => app.logged().split('the service for the welcome failed').length - 1

test('sends four fixed questions of the language and returns what the service answers', async () => {
  sent = []
  const answered = [proposal('Read the meter.'), proposal('Bill the street.'), proposal('Call the plumber.')]
  server.respond = replies(answered)
  expect(await shuffle(4)).toEqual(answered)
  expect(await shuffle(2)).toEqual(answered.slice(0, 2))
  await shuffle(4, 'de')
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
    Array.from({ length: 3 }, () => 'POST /v2/shuffle'),
  )
  expect(server.requests[0]?.headers.authorization).toBeUndefined()
  const [first, second, german] = sent
  expect(first?.questions).toHaveLength(4)
  expect(second?.questions).toEqual(first?.questions)
  expect(german?.questions).toHaveLength(4)
  expect(german?.questions).not.toEqual(first?.questions)
  expect(sent.map(({ language }) => language)).toEqual(['en', 'en', 'de'])
  const known = (await anna.client.call(contract.proposals.list, { query: {} })).data.PromptProposals
  const asked = known.filter(({ proposal: text }) => first?.questions.includes(text))
  expect(new Set(asked.map(({ category }) => category)).size).toBe(4)
})

test.each<[string, Handler]>([
  ['an error', replies([], 500)],
  ['another form', replies([{ text: 'Read the meter.' }])],
  ['no JSON', (_, res) => void res.end('canary')],
  ['a redirect', (_, res) => void res.writeHead(302, { location: '/elsewhere' }).end()],
  ['a closed connection', (req) => void req.socket.destroy()],
])('proposes nothing after %s, and warns in the log', async (_, respond) => {
  const before = warnings()
  server.respond = respond
  expect(await shuffle(4)).toEqual([])
  expect(warnings()).toBe(before + 1)
})
