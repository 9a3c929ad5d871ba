// Fair queueing: many users ask many prompts each at about the same time on one slow engine. Compares the last user's wait
// for a first answer with a fair share of the engine. Everything runs on this machine.
//   node bench/fair.ts [--people 100] [--prompts 20] [--answer 500] [--database postgres://…]
// `answer` is the duration of one answer, in milliseconds. The engine speaks Ollama's dialect with four parallel answers.
// Ends when every user has received two answers; exits with 1 when the spread is over 1.2.
import http from 'node:http'
import { parseArgs } from 'node:util'
import { contract } from '@polylogue/contract'
import { processUse } from './lib/figures.ts'
import { install, startModels, type Installation } from './lib/installation.ts'
import { newPerson, type Person } from './lib/person.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({ options: { people: text, prompts: text, answer: text, database: text } })
const people = Number(values.people ?? 100)
const prompts = Number(values.prompts ?? 20)
const answerMs = Number(values.answer ?? 500)
const MAX = 1.2
const TOKENS = 5

interface Asker extends Person {
  /** Times at which the answers started. */
  readonly begun: number[]
}

const models = await startModels({ tokens: TOKENS, rate: (TOKENS * 1_000) / answerMs })
const fixture = await install(models.url, 0, {
  OLLAMA_URL: models.url,
  ...(values.database ? { DATABASE_URL: values.database } : {}),
})
const tagId = await slowTag(fixture)
const everybody: Asker[] = []
for (let index = 0; index < people; index++)
  everybody.push({ ...(await newPerson(fixture, index)), begun: [] })

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
const before = processUse(fixture.product.pid)
const began = performance.now()
const enough = Promise.withResolvers<void>()
const accepted: Promise<void>[] = []
for (const person of everybody)
  for (let prompt = 0; prompt < prompts; prompt++) {
    const stored = Promise.withResolvers<void>()
    accepted.push(stored.promise)
    ask(person, stored.resolve).catch(enough.reject)
  }
await Promise.all(accepted)
const acceptedMs = performance.now() - began
await enough.promise
tell(everybody, { acceptedMs, after: processUse(fixture.product.pid) })
await fixture.product.kill()
models.stop()

/** Returns the model of the engine with four parallel answers. */
async function slowTag({ client }: Installation): Promise<number> {
  const { data } = await client.call(contract.models.list)
  const found = data.Models.find(({ provider }) => /ollama/i.test(provider))?.tags[0]
  if (!found) throw new Error('the slow engine was not discovered')
  return found.id
}

/** Asks and records the time of the first token; `stored` is called when the question is queued. */
function ask(person: Asker, stored: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${fixture.product.url}/api/v1/prompts/${tagId}/stream`, {
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
      stored()
      let isDone = false
      let hasBegun = false
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (!hasBegun && /"responseText":"[^"]/.test(chunk)) {
          hasBegun = true
          person.begun.push(performance.now())
          if (everybody.every(({ begun }) => begun.length > 1)) enough.resolve()
        }
        if (chunk.includes('[STREAM-DONE]')) isDone = true
      })
      response.on('error', reject)
      response.on('end', () =>
        isDone ? resolve() : reject(new Error(`HTTP ${response.statusCode}: an answer did not come`)),
      )
    })
    request.end(JSON.stringify({ projectTabId: person.tabId, prompt: 'Count.' }))
  })
}

function tell(
  all: readonly Asker[],
  run: { acceptedMs: number; after: ReturnType<typeof processUse> },
): void {
  const firsts = all.map(({ begun }) => Math.min(...begun)).sort((one, other) => one - other)
  const every = all.flatMap(({ begun }) => begun).sort((one, other) => one - other)
  const [first = 0] = firsts
  const last = firsts.at(-1) ?? 0
  // The engine's rate; at this rate one answer for each user takes `fairMs`.
  const rate = (every.length - 1) / ((every.at(-1) ?? 0) - (every[0] ?? 0))
  const fairMs = people / rate
  const spread = (last - first) / fairMs
  const turns = every.filter((at) => at <= last).length
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  console.log(`${people} people × ${prompts} prompts, asked within ${seconds(run.acceptedMs)} s`)
  console.log(`${every.length} answers begun, ${(rate * 1_000).toFixed(1)} a second`)
  console.log(`first answers of all within ${seconds(last - first)} s; a fair share is ${seconds(fairMs)} s`)
  console.log(`spread ${spread.toFixed(2)} (at most ${MAX}); ${turns} turns until everybody had one`)
  const cpu = run.after.cpuSeconds - before.cpuSeconds
  console.log(`processor ${cpu.toFixed(1)} s, memory ${run.after.rssMb} MB`)
  process.exitCode = spread <= MAX ? 0 : 1
}
