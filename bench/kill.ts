// kill -9 at random moments under load: counts lost acknowledged questions and answers without an end; both must be 0.
//   node bench/kill.ts [--rounds 20] [--streams 20]
import { parseArgs } from 'node:util'
import { model, startModelServer } from '../apps/server/test/model-server/index.ts'
import { again, askHere, begin, messagesHere } from '../apps/server/test/faults/fixture.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({ options: { rounds: text, streams: text } })
const rounds = Number(values.rounds ?? 20)
const streams = Number(values.streams ?? 6)

// Answers take about a second, so that a kill can hit a question in any state.
const short = model('mock', { rate: 60, tokens: 60 })
const models = await startModelServer({ models: [short, 'mock'] })
const env = { OPENAI_BASE_URL: models.url }
let fixture = await begin(models)
const known = new Map<number, string>()
let lost = 0
let pending = 0
let changed = 0
let acknowledged = 0

for (let round = 1; round <= rounds; round++) {
  const leave = new AbortController()
  const people = Array.from({ length: streams }, () => talk(leave.signal))
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 2_500))
  await fixture.product.kill()
  leave.abort()
  await Promise.allSettled(people)
  fixture = await again(fixture, env)
  const messages = new Map((await everyMessage()).map((message) => [message.id, message]))
  acknowledged = known.size
  for (const [id, ended] of known) {
    const message = messages.get(id)
    if (!message) lost++
    else if (ended !== '' && message.responseText !== ended) changed++
  }
  pending += [...messages.values()].filter((message) => message.state < 2).length
  console.log(
    `round ${round}: ${acknowledged} acknowledged, ${messages.size} stored, ${lost} lost, ${pending} pending, ${changed} changed`,
  )
}
await fixture.product[Symbol.asyncDispose]()
await models.close()
process.exit(lost + pending + changed === 0 ? 0 : 1)

/** Asks one question after another; records acknowledged questions, and the text of finished answers. */
async function talk(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let answer = ''
    for await (const { queryId, event } of askHere(fixture, {}, signal)) {
      if (!known.has(queryId)) known.set(queryId, '')
      if (event.type === 'text') answer += event.text
      if (event.type === 'done') known.set(queryId, answer)
    }
  }
}

async function everyMessage() {
  const found = await messagesHere(fixture)
  const ids = new Set(found.map((message) => message.id))
  // The newest page covers everything since the last round; older pages were checked then.
  for (const id of known.keys()) if (!ids.has(id) && id < Math.min(...ids)) known.delete(id)
  return found
}
