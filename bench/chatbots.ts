// Visitors of one chatbot beside people who ask: the time to the people's first token against the same time alone, in turns. As many
// answers as visitors run all the time: each visitor asks again when an answer has ended.
//   node bench/chatbots.ts [--visitors 200] [--rounds 3] [--seconds 12] [--first 0] [--database postgres://…]
// `first` is the time of the models to their first token, in milliseconds. Exits with 1 when the median is over 1.2 × alone.
import http from 'node:http'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { processUse, summary } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'
import { newPerson, type Person } from './lib/person.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { visitors: text, rounds: text, seconds: text, first: text, database: text },
})
const visitors = Number(values.visitors ?? 200)
const rounds = Number(values.rounds ?? 3)
const seconds = Number(values.seconds ?? 12)
const wait = Number(values.first ?? 0)
const MAX = 1.2
const ASKERS = 6
const PAUSE_MS = 250
const ANSWER_MS = 10_000
const TOKENS_PER_SECOND = 20
const ORIGIN = 'https://www.example.org'
/** The model of the visitors, which writes as fast as people read. */
const LONG = `mock?tokens=${(ANSWER_MS / 1_000) * TOKENS_PER_SECOND}&rate=${TOKENS_PER_SECOND}&first=${wait}`

const models = await startModels({ models: `mock,${LONG}`, tokens: 5, rate: 50, first: wait })
const fixture = await install(models.url, 0, values.database ? { DATABASE_URL: values.database } : {})
const people: Person[] = []
for (let index = 0; index < ASKERS; index++) people.push(await newPerson(fixture, index))
const shortTag = await tagOf('mock')
const bot = await publishedBot()
const tokens = await Promise.all(Array.from({ length: visitors }, () => visitorToken()))
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

const alone: number[] = []
const beside: number[] = []
const visited: number[] = []
await measure([])
let cpu = 0
for (let round = 0; round < rounds; round++) {
  await measure(alone)
  const stop = await everyVisitorAsks()
  const before = processUse(fixture.product.pid).cpuSeconds
  await measure(beside)
  cpu += processUse(fixture.product.pid).cpuSeconds - before
  await stop()
}
const [before, after] = [summary(alone), summary(beside)]
const ratio = (after?.p50 ?? 0) / (before?.p50 ?? 1)
console.log({
  alone: before,
  beside: after,
  visitors: summary(visited),
  ratio: Math.round(ratio * 100) / 100,
})
console.log({ ...processUse(fixture.product.pid), cores: cpu / (rounds * seconds) })
await fixture.product.kill()
models.stop()
process.exit(ratio > MAX ? 1 : 0)

async function tagOf(model: string): Promise<number> {
  const { data } = await fixture.client.call(contract.models.list)
  const tags = data.Models.flatMap((family) => family.tags)
  const found = tags.find(({ fullName }) => fullName === `${model}:latest`)
  if (!found) throw new Error(`${model} was not discovered`)
  return found.id
}

/** A chatbot whose limits none of its visitors reach. */
async function publishedBot(): Promise<string> {
  const { client } = fixture
  const tab = await client.call(contract.tabs.create, {
    params: { id: fixture.projectId },
    body: { defaultModelTagId: await tagOf(LONG) },
  })
  const rules = { origins: [ORIGIN], perVisitorMinute: 60, perVisitorDay: 1_000, perAddressDay: 10_000 }
  const made = await client.call(contract.chatbots.create, {
    body: {
      name: 'Bench',
      description: 'Bench',
      refProjectTabId: tab.data.projecttab.id,
      rules: { ...rules, perDay: 1_000_000 },
    },
  })
  return made.data.ChatBot.identifier
}

async function visitorToken(): Promise<string> {
  const reply = await fetch(`${fixture.product.url}/api/v1/chatbots/${bot}/sessions`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok) throw new Error(`HTTP ${reply.status}: ${await reply.text()}`)
  const { messageContent } = (await reply.json()) as {
    messageContent: { data: { session: { token: string } } }
  }
  return messageContent.data.session.token
}

/** Resolves when all visitors are being answered. Returns a function that ends their answers. */
async function everyVisitorAsks(): Promise<() => Promise<void>> {
  const ending = new AbortController()
  const all = tokens.map(async (token, index) => {
    await sleep((index / visitors) * ANSWER_MS)
    while (!ending.signal.aborted)
      visited.push(await ask(`chatbots/${bot}/stream`, { authorization: token, origin: ORIGIN }, {}))
  })
  await Promise.race([sleep(ANSWER_MS), Promise.all(all)])
  return async () => {
    ending.abort()
    await Promise.all(all)
  }
}

/** Lets the people ask for some seconds. */
async function measure(first: number[]): Promise<void> {
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    people.map(async ({ token, tabId }) => {
      while (performance.now() < end) {
        const path = `prompts/${shortTag}/stream`
        first.push(await ask(path, { authorization: token }, { projectTabId: tabId }))
        await sleep(PAUSE_MS)
      }
    }),
  )
}

/** Returns the milliseconds from a question to its first token, once the answer has ended. */
function ask(
  path: string,
  { authorization, ...headers }: { authorization: string; origin?: string },
  body: object,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let first: number | undefined
    const request = http.request(`${fixture.product.url}/api/v1/${path}`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${authorization}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let last = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        last = chunk
        if (first === undefined && /"responseText":"[^"]/.test(chunk)) first = performance.now() - began
      })
      response.on('end', () =>
        first === undefined
          ? reject(new Error(`HTTP ${response.statusCode}: no token: ${last}`))
          : resolve(first),
      )
    })
    request.end(JSON.stringify({ ...body, prompt: 'Say something.' }))
  })
}
