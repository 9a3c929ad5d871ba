// People who ask without a pause, each in a tab of their own: failures, first tokens, and the memory of the product while they
// ask and a minute afterwards. Everything runs on this machine.
//   node bench/soak.ts [--people 60] [--minutes 12] [--rate 30] [--tokens 50] [--database postgres://…]
// Exits with 1 when an answer failed, or on the embedded database when memory grew by more than 15 MB in the second half of the
// time, or is above 500 MB a minute after the last answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { processUse, summary } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'
import { product, runLoad, type Target } from './lib/load.ts'
import { newPerson } from './lib/person.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { people: text, minutes: text, rate: text, tokens: text, database: text },
})
const people = Number(values.people ?? 60)
const minutes = Number(values.minutes ?? 12)
const rate = Number(values.rate ?? 30)
const tokens = Number(values.tokens ?? 50)
const LOOKS = 12
const MAX = { grownMb: 15, restMb: 500 }

const models = await startModels({ rate, tokens })
const fixture = await install(models.url, 0, values.database ? { DATABASE_URL: values.database } : {})
const { url, pid } = fixture.product
const targets: Target[] = []
for (let index = 0; index < people; index++) {
  const { token, tabId } = await newPerson(fixture, index)
  targets.push(product(url, token, fixture.tagId, [tabId]))
}

const all = { answers: 0, firsts: [] as number[], problems: {} as Record<string, number> }
const began = performance.now()
const end = began + minutes * 60_000
console.log('minute  answers  first p50  rss MB  heap MB  external MB  problems')
await look()
const asking = Promise.all(targets.map(askUntilTheEnd))
const seen: number[] = []
for (let place = 1; place <= LOOKS; place++) {
  await sleep(began + (place * minutes * 60_000) / LOOKS - performance.now())
  seen.push(await look())
}
await asking
await sleep(60_000)
const rest = await look()
const grown = (seen.at(-1) ?? 0) - (seen[LOOKS / 2 - 1] ?? 0)
console.log(
  `grown in the second half: ${grown} MB (at most ${MAX.grownMb}); after a minute of rest: ${rest} MB (at most ${MAX.restMb})`,
)
await fixture.product[Symbol.asyncDispose]()
models.stop()
const keeps = values.database !== undefined || (grown <= MAX.grownMb && rest <= MAX.restMb)
process.exitCode = keeps && Object.keys(all.problems).length === 0 ? 0 : 1

async function askUntilTheEnd(target: Target): Promise<void> {
  while (performance.now() < end) {
    const { firstMs, lost, problems } = await runLoad(target, { streams: 1, rampMs: 0, expect: tokens })
    all.answers++
    if (firstMs) all.firsts.push(firstMs.p50)
    const found = lost > 0 ? { ...problems, 'tokens lost': lost } : problems
    for (const [problem, count] of Object.entries(found))
      all.problems[problem] = (all.problems[problem] ?? 0) + count
  }
}

/** Prints a line of figures since the last one; returns the memory in MB. */
async function look(): Promise<number> {
  const { rssMb } = processUse(pid)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 1_048_576)
  const cells = [
    ((performance.now() - began) / 60_000).toFixed(1).padStart(6),
    String(all.answers).padStart(8),
    String(summary(all.firsts.splice(0))?.p50 ?? '').padStart(10),
    String(rssMb).padStart(7),
    String(mb('nodejs_heap_size_used_bytes')).padStart(8),
    String(mb('nodejs_external_memory_bytes')).padStart(12),
    JSON.stringify(all.problems),
  ]
  console.log(cells.join(' '))
  return rssMb
}
