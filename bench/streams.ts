// Token streams through the product, signed in and saved, compared with the same model server directly: time to first token,
// gaps, losses, and the product's CPU per token. Everything runs on this machine.
//   node bench/streams.ts [--steps 1,100,200,500] [--tries 3] [--rate 30] [--tokens 75] [--database postgres://…]
import { parseArgs } from 'node:util'
import { processUse } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'
import { direct, product, runLoad, type LoadResult, type Target } from './lib/load.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { steps: text, tries: text, rate: text, tokens: text, database: text },
})
const steps = (values.steps ?? '1,100,200,500').split(',').map(Number)
const tries = Number(values.tries ?? 3)
const rate = Number(values.rate ?? 30)
const tokens = Number(values.tokens ?? 75)

const models = await startModels({ rate, tokens })
const fixture = await install(
  models.url,
  Math.max(...steps),
  values.database ? { DATABASE_URL: values.database } : {},
)
const through = product(fixture.product.url, fixture.token, fixture.tagId, fixture.tabIds)

console.log(
  'target     streams  first p50  first p99  gap p50  gap p99  lost  order  µs/token  rss MB  problems',
)
for (const streams of steps) {
  for (let turn = 0; turn < tries; turn++) {
    await measure('direct', direct(models.url), streams)
    await measure('polylogue', through, streams, fixture.product.pid)
  }
}
await fixture.product[Symbol.asyncDispose]()
models.stop()

async function measure(name: string, target: Target, streams: number, pid?: number): Promise<void> {
  const rounds = streams === 1 ? 20 : 1
  const before = pid === undefined ? undefined : processUse(pid)
  const results: LoadResult[] = []
  for (let round = 0; round < rounds; round++)
    results.push(await runLoad(target, { streams, rampMs: Math.min(3_000, streams * 5), expect: tokens }))
  const after = pid === undefined ? undefined : processUse(pid)
  const last = results.reduce((a, b) => ((a.firstMs?.p50 ?? 0) < (b.firstMs?.p50 ?? 0) ? a : b))
  const sum = (pick: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0)
  const cpu =
    before && after
      ? ((after.cpuSeconds - before.cpuSeconds) * 1e6) / sum((result) => result.tokens)
      : undefined
  const firsts = results.map((result) => result.firstMs?.p50 ?? 0).sort((a, b) => a - b)
  const cells = [
    name.padEnd(10),
    String(streams).padStart(7),
    ...[firsts[Math.floor(firsts.length / 2)], last.firstMs?.p99, last.gapMs?.p50, last.gapMs?.p99].map(
      (value) => String(value).padStart(9),
    ),
    String(sum((result) => result.lost)).padStart(6),
    String(sum((result) => result.wrongOrder)).padStart(5),
    (cpu?.toFixed(1) ?? '').padStart(9),
    String(after?.rssMb ?? '').padStart(7),
    JSON.stringify(Object.assign({}, ...results.map((result) => result.problems))),
  ]
  console.log(cells.join(' '))
}
