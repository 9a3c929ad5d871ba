// Token streams through the product, signed in and saved, compared with the same model server directly and through a proxy that
// only forwards, whose processor time says what this machine takes for the two connections alone: time to first token,
// gaps, losses, and the CPU per token; and apart, as medians of all tries: the CPU of a beginning, of a token and of an end.
// Everything runs on this machine.
//   node bench/streams.ts [--steps 1,100,200,500] [--tries 3] [--rate 30] [--tokens 75] [--warm 5] [--database postgres://…]
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { processUse } from './lib/figures.ts'
import { install, startModels, startPipe } from './lib/installation.ts'
import { direct, product, runLoad, type LoadResult, type Target } from './lib/load.ts'
import { costsOf, longModel, medianOf, pausingModel, tokensOfLong, type Costs } from './lib/phases.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { steps: text, tries: text, rate: text, tokens: text, warm: text, database: text },
})
const steps = (values.steps ?? '1,100,200,500').split(',').map(Number)
const most = Math.max(...steps)
const tries = Number(values.tries ?? 3)
const rate = Number(values.rate ?? 30)
const tokens = Number(values.tokens ?? 75)
/** Streams begin within this time. */
const rampOf = (streams: number) => Math.min(3_000, streams * 5)
const pausing = pausingModel(rampOf(most))
const long = longModel(rampOf(most), rate)

const models = await startModels({ rate, tokens, models: `mock,${pausing},${long}` })
const pipe = await startPipe(models.url)
const fixture = await install(models.url, most, values.database ? { DATABASE_URL: values.database } : {})

interface Measured {
  readonly name: string
  readonly pid?: number
  readonly target: Target
  /** The model that pauses between its first and its last token, and the one with long answers. */
  readonly pausing: Target
  readonly long: Target
}

const through = (tagId: number) => product(fixture.product.url, fixture.token, tagId, fixture.tabIds)
const measured: Measured[] = [
  {
    name: 'direct',
    target: direct(models.url),
    pausing: direct(models.url, pausing),
    long: direct(models.url, long),
  },
  {
    name: 'pipe',
    pid: pipe.pid,
    target: direct(pipe.url),
    pausing: direct(pipe.url, pausing),
    long: direct(pipe.url, long),
  },
  {
    name: 'polylogue',
    pid: fixture.product.pid,
    target: through(fixture.tagId),
    pausing: through(fixture.tagOf(pausing)),
    long: through(fixture.tagOf(long)),
  },
]

// V8 compiles what is called often: the first answers of a process take a quarter more processor time.
for (let round = 0; round < Number(values.warm ?? 5); round++)
  await runLoad(through(fixture.tagId), { streams: most, rampMs: rampOf(most), expect: tokens })

console.log(
  'target     streams  first p50  first p99  gap p50  gap p99  lost  order  µs/token  rss MB  problems',
)
for (const streams of steps) {
  const costs = new Map<string, Costs[]>()
  for (let turn = 0; turn < tries; turn++)
    for (const one of measured) {
      await measure(one, streams)
      const { pid } = one
      // One stream is too little processor time to divide.
      if (streams === 1 || pid === undefined) continue
      const answers = { ...one, tokens: tokensOfLong(rampOf(most), rate) }
      const found = await costsOf({ pid, streams, rampMs: rampOf(streams) }, answers)
      costs.set(one.name, [...(costs.get(one.name) ?? []), found])
    }
  for (const [name, found] of costs) console.log(`${name.padEnd(10)} ${medianOf(found)}`)
}
await fixture.product[Symbol.asyncDispose]()
pipe.stop()
models.stop()

/** Measures one try and prints it. */
async function measure({ name, target, pid }: Measured, streams: number): Promise<void> {
  const before = pid === undefined ? undefined : processUse(pid)
  const results: LoadResult[] = []
  for (let round = 0; round < (streams === 1 ? 20 : 1); round++)
    results.push(await runLoad(target, { streams, rampMs: rampOf(streams), expect: tokens }))
  // What follows the end of an answer is done soon.
  await sleep(1_000)
  const after = pid === undefined ? undefined : processUse(pid)
  const last = results.reduce((a, b) => ((a.firstMs?.p50 ?? 0) < (b.firstMs?.p50 ?? 0) ? a : b))
  const sum = (pick: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0)
  const seconds = before && after ? after.cpuSeconds - before.cpuSeconds : 0
  const firsts = results.map((result) => result.firstMs?.p50 ?? 0).sort((a, b) => a - b)
  const cells = [
    name.padEnd(10),
    String(streams).padStart(7),
    ...[firsts[Math.floor(firsts.length / 2)], last.firstMs?.p99, last.gapMs?.p50, last.gapMs?.p99].map(
      (value) => String(value).padStart(9),
    ),
    String(sum((result) => result.lost)).padStart(6),
    String(sum((result) => result.wrongOrder)).padStart(5),
    (after ? ((seconds * 1e6) / sum((result) => result.tokens)).toFixed(1) : '').padStart(9),
    String(after?.rssMb ?? '').padStart(7),
    JSON.stringify(Object.assign({}, ...results.map((result) => result.problems))),
  ]
  console.log(cells.join(' '))
}
