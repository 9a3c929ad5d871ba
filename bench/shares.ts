// Openings of one share link beside people who ask: the time to their first token against the same time alone, in turns.
//   node bench/shares.ts [--perMinute 1000] [--rounds 4] [--seconds 12] [--messages 100] [--database postgres://…]
// An opening reads the page and its newest messages without a sign-in. Exits with 1 when the median is over 1.2 × alone.
import http from 'node:http'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { processUse, summary } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'
import { newPerson, type Person } from './lib/person.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { perMinute: text, rounds: text, seconds: text, messages: text, database: text },
})
const perMinute = Number(values.perMinute ?? 1_000)
const rounds = Number(values.rounds ?? 4)
const seconds = Number(values.seconds ?? 12)
const messages = Number(values.messages ?? 100)
const MAX = 1.2
const ASKERS = 6
const PAUSE_MS = 250

const models = await startModels({ tokens: 5, rate: 50 })
const fixture = await install(models.url, 0, values.database ? { DATABASE_URL: values.database } : {})
const people: Person[] = []
for (let index = 0; index < ASKERS; index++) people.push(await newPerson(fixture, index))
const hash = await sharedChat()
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

const alone: number[] = []
const beside: number[] = []
const opened: number[] = []
await measure([])
for (let round = 0; round < rounds; round++) {
  await measure(alone)
  await measure(beside, true)
}
const [before, after] = [summary(alone), summary(beside)]
const ratio = (after?.p50 ?? 0) / (before?.p50 ?? 1)
console.log({ alone: before, beside: after, openings: summary(opened), ratio: Math.round(ratio * 100) / 100 })
console.log(processUse(fixture.product.pid))
await fixture.product.kill()
models.stop()
process.exit(ratio > MAX ? 1 : 0)

/** Shares a chat of so many messages with anybody. */
async function sharedChat(): Promise<string> {
  const turns = Array.from({ length: messages }, (_, index) => ({
    queryText: `Question ${index}`,
    responseText: 'An answer of some length. '.repeat(20),
  }))
  const { client } = fixture
  const made = await client.call(contract.projects.import, {
    body: { name: 'Shared', chats: [{ name: 'Shared', turns }] },
  })
  const body = { project: made.data.project.id, audience: 'anybody' as const }
  return (await client.call(contract.shares.create, { body })).data.share.hash ?? ''
}

/** Lets everybody ask for some seconds; with `open` others open the link at the same time. */
async function measure(first: number[], open = false): Promise<void> {
  const end = performance.now() + seconds * 1_000
  const openings = open ? opening(end) : Promise.resolve()
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() < end) {
        first.push(await ask(person))
        await sleep(PAUSE_MS)
      }
    }),
  )
  await openings
}

async function opening(end: number): Promise<void> {
  const pages: Promise<void>[] = []
  while (performance.now() < end) {
    pages.push(openOnce())
    await sleep(60_000 / perMinute)
  }
  await Promise.all(pages)
}

async function openOnce(): Promise<void> {
  const began = performance.now()
  for (const path of ['', '/messages']) {
    const reply = await fetch(`${fixture.product.url}/api/v1/shares/open/${hash}${path}`)
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`)
    await reply.text()
  }
  opened.push(performance.now() - began)
}

/** Returns the milliseconds from a question to its first token, once the answer has ended. */
function ask(person: Person): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let first: number | undefined
    const request = http.request(`${fixture.product.url}/api/v1/prompts/${fixture.tagId}/stream`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (first === undefined && /"responseText":"[^"]/.test(chunk)) first = performance.now() - began
      })
      response.on('end', () => (first === undefined ? reject(new Error('no token')) : resolve(first)))
    })
    request.end(JSON.stringify({ projectTabId: person.tabId, prompt: 'Say something.' }))
  })
}
