// Token streams through the product, signed in and saved, compared with the same model server directly and through a proxy that
// only forwards, whose processor time says what this machine takes for the two connections alone: time to first token,
// gaps, losses, and the product's CPU per token; and apart: the CPU of a beginning, of a token while all stream, and of an end.
// Everything runs on this machine.
//   node bench/streams.ts [--steps 1,100,200,500] [--tries 3] [--rate 30] [--tokens 75] [--database postgres://…]
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { processUse } from './lib/figures.ts'
import { install, startModels, startPipe } from './lib/installation.ts'
import { direct, product, runLoad, type LoadResult, type Progress, type Target } from './lib/load.ts'

/** What follows the end of an answer is done this soon. */
const FOLLOWS_MS = 1_000
const text = { type: 'string' as const }
const { values } = parseArgs({
  options: { steps: text, tries: text, rate: text, tokens: text, database: text },
})
const steps = (values.steps ?? '1,100,200,500').split(',').map(Number)
const tries = Number(values.tries ?? 3)
const rate = Number(values.rate ?? 30)
const tokens = Number(values.tokens ?? 75)

const models = await startModels({ rate, tokens })
const pipe = await startPipe(models.url)
const fixture = await install(
  models.url,
  Math.max(...steps),
  values.database ? { DATABASE_URL: values.database } : {},
)
const through = product(fixture.product.url, fixture.token, fixture.tagId, fixture.tabIds)

console.log(
  'target     streams  first p50  first p99  gap p50  gap p99  lost  order  µs/token  begin ms  token µs  end ms  rss MB  problems',
)
for (const streams of steps) {
  for (let turn = 0; turn < tries; turn++) {
    await measure('direct', direct(models.url), streams)
    await measure('pipe', direct(pipe.url), streams, pipe.pid)
    await measure('polylogue', through, streams, fixture.product.pid)
  }
}
await fixture.product[Symbol.asyncDispose]()
pipe.stop()
models.stop()

async function measure(name: string, target: Target, streams: number, pid?: number): Promise<void> {
  const rounds = streams === 1 ? 20 : 1
  const before = pid === undefined ? undefined : processUse(pid)
  const results: LoadResult[] = []
  // One stream is too little processor time to divide.
  const phases = openPhases(streams > 1 ? pid : undefined, streams)
  for (let round = 0; round < rounds; round++) {
    const load = { streams, rampMs: Math.min(3_000, streams * 5), expect: tokens }
    results.push(await runLoad(target, load, phases.begin()))
    await phases.end()
  }
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
    ...phases.costs().map((value) => value.padStart(8)),
    String(after?.rssMb ?? '').padStart(7),
    JSON.stringify(Object.assign({}, ...results.map((result) => result.problems))),
  ]
  console.log(cells.join(' '))
}

interface Sums {
  cpu: number
  tokens: number
}

/** Sums the processor time until all streams have begun, until the first one ends, and until all has been done. */
function openPhases(pid: number | undefined, streams: number) {
  const sums: [Sums, Sums, Sums] = [emptySums(), emptySums(), emptySums()]
  let rounds = 0
  let progress: Progress = { begun: 0, ended: 0, tokens: 0 }
  let phase: 0 | 1 | 2 = 0
  let timer: NodeJS.Timeout | undefined
  let seen = emptySums()
  const add = () => {
    if (pid === undefined) return
    const now = { cpu: processUse(pid).cpuSeconds, tokens: progress.tokens }
    sums[phase].cpu += now.cpu - seen.cpu
    sums[phase].tokens += now.tokens - seen.tokens
    seen = now
  }
  const look = () => {
    const next = progress.ended > 0 ? 2 : progress.begun === streams ? 1 : 0
    if (next === phase) return
    add()
    phase = next
  }
  return {
    begin(): Progress {
      progress = { begun: 0, ended: 0, tokens: 0 }
      phase = 0
      rounds++
      seen = { cpu: pid === undefined ? 0 : processUse(pid).cpuSeconds, tokens: 0 }
      timer = setInterval(look, 5)
      return progress
    },
    async end() {
      clearInterval(timer)
      look()
      if (pid === undefined) return
      await sleep(FOLLOWS_MS)
      add()
    },
    /** Returns milliseconds of a beginning, microseconds of a token and milliseconds of an end, as text. */
    costs(): string[] {
      const [begun, streaming, ended] = sums
      if (pid === undefined || streaming.tokens === 0) return ['', '', '']
      const token = streaming.cpu / streaming.tokens
      const each = (of: Sums) => (((of.cpu - of.tokens * token) * 1_000) / streams / rounds).toFixed(2)
      return [each(begun), (token * 1e6).toFixed(1), each(ended)]
    },
  }
}

function emptySums(): Sums {
  return { cpu: 0, tokens: 0 }
}
