// The OpenAI-compatible API with an API token, compared with the same model server directly, with a pass-through proxy
// (lib/pipe.ts: the baseline of this machine today) and, optionally, with another gateway: time to first token, CPU per
// token, requests without streaming, maximum streams, and how fast a client disconnect ends an answer. All in one run, in
// turns, so that the ratios hold regardless of other load on the machine.
//   node bench/v1.ts [--only first,cpu,requests,most,leaving] [--tries 3] [--steps 400,800,1000] [--database postgres://…]
//     [--models URL] [--peer URL/v1/chat/completions --peer-header 'name: value' … --peer-pid PID]
// --models is the URL of a running model server (a peer needs one), started with the models of MODELS below.
import { parseArgs } from 'node:util'
import { contract } from '@polylogue/contract'
import { model } from '../apps/server/test/model-server/index.ts'
import { processUse } from './lib/figures.ts'
import { install, startModels, startPipe } from './lib/installation.ts'
import { openAi, runLoad, type LoadResult, type Target } from './lib/load.ts'
import { runLeaving, runRequests } from './lib/requests.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({
  options: {
    only: text,
    tries: text,
    steps: text,
    database: text,
    models: text,
    peer: text,
    'peer-pid': text,
    'peer-header': { ...text, multiple: true },
  },
})
const parts = (values.only ?? 'first,cpu,requests,most,leaving').split(',')
const tries = Number(values.tries ?? 3)
const steps = (values.steps ?? '400,800,1000').split(',').map(Number)

const RATE = 30
/** A stream lasts 2.5 seconds: with a ramp of 3 seconds, 667 of 800 run at once. */
const TOKENS = 75
const MODELS = {
  one: model('mock', { rate: 0, tokens: 1 }),
  few: model('mock', { rate: 0, tokens: 20 }),
  paced: model('mock', { rate: RATE, tokens: TOKENS }),
  long: model('mock', { rate: RATE, tokens: 100_000 }),
}

interface Measured {
  readonly name: string
  readonly pid: number | undefined
  target(model: string): Target
}

const started = values.models
  ? undefined
  : await startModels({ models: ['mock', ...Object.values(MODELS)].join(',') })
const models = values.models ?? started?.url ?? ''
const pipe = await startPipe(models)
const fixture = await install(models, 0, values.database ? { DATABASE_URL: values.database } : {})
const targets = await targetsOf()
await inUse()

if (parts.includes('first')) {
  await first('first token, 1 stream', { streams: 1, rampMs: 0, rounds: 60 })
  await first('first token, 50 streams', { streams: 50, rampMs: 500, rounds: 2 })
}
if (parts.includes('cpu')) await cpu(200)
if (parts.includes('requests')) await requests(32)
if (parts.includes('most')) await most()
if (parts.includes('leaving')) await leaving()

await fixture.product[Symbol.asyncDispose]()
pipe.stop()
started?.stop()
process.exit(0)

async function targetsOf(): Promise<Measured[]> {
  const { data } = await fixture.client.call(contract.apitokens.saveOfUser, {
    params: { userId: fixture.userId },
    body: { name: 'Bench' },
  })
  const ours = { authorization: `Bearer ${data.value ?? ''}` }
  const at = (url: string, headers: Record<string, string>) => (name: string) => openAi(url, headers, name)
  const all: Measured[] = [
    { name: 'direct', pid: undefined, target: at(`${models}/v1/chat/completions`, {}) },
    { name: 'pipe', pid: pipe.pid, target: at(`${pipe.url}/v1/chat/completions`, {}) },
    {
      name: 'polylogue',
      pid: fixture.product.pid,
      target: at(`${fixture.product.url}/v1/chat/completions`, ours),
    },
  ]
  if (values.peer) {
    const headers = Object.fromEntries(
      (values['peer-header'] ?? []).map((header) => {
        const colon = header.indexOf(':')
        return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()]
      }),
    )
    const pid = values['peer-pid'] ? Number(values['peer-pid']) : undefined
    all.push({ name: 'peer', pid, target: at(values.peer, headers) })
  }
  return all
}

/** Warms up every target: a server that has just started still compiles its code. */
async function inUse(): Promise<void> {
  for (const of of targets)
    for (let round = 0; round < 40; round++)
      await runLoad(of.target(MODELS.one), { streams: 25, rampMs: 50, expect: 1 })
}

/** Runs every target `tries` times, in turns; returns the results by name. */
async function inTurn<Result>(measure: (of: Measured) => Promise<Result>): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>()
  for (let turn = 0; turn < tries; turn++)
    for (const of of targets) results.set(of.name, [...(results.get(of.name) ?? []), await measure(of)])
  return results
}

async function first(
  title: string,
  { streams, rampMs, rounds }: Record<'streams' | 'rampMs' | 'rounds', number>,
) {
  const results = await inTurn(async (of) => {
    const firsts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { firstMs, problems } = await runLoad(of.target(MODELS.one), { streams, rampMs, expect: 1 })
      stopAt(problems)
      firsts.push(firstMs?.p50 ?? 0)
    }
    return middle(firsts)
  })
  const best = (name: string) => Math.min(...(results.get(name) ?? []))
  for (const { name } of targets)
    say(title, name, `${ms(best(name))} ms p50, added ${ms(best(name) - best('direct'))} ms`)
}

async function cpu(streams: number) {
  const results = await inTurn(async (of) => {
    const before = of.pid === undefined ? undefined : processUse(of.pid)
    const result = await runLoad(of.target(MODELS.paced), { streams, rampMs: 1_000, expect: TOKENS })
    stopAt(result.problems)
    const after = of.pid === undefined ? undefined : processUse(of.pid)
    return before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.tokens : 0
  })
  for (const { name, pid } of targets)
    if (pid !== undefined)
      say(`CPU, ${streams} streams × ${RATE}/s`, name, `${list(results.get(name), 1)} µs a token`)
}

async function requests(atOnce: number) {
  const results = await inTurn(async (of) => {
    const before = of.pid === undefined ? undefined : processUse(of.pid)
    const { perSecond, count, ms: took } = await runRequests(of.target(MODELS.few), { atOnce, seconds: 4 })
    const after = of.pid === undefined ? undefined : processUse(of.pid)
    const used = before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1e3) / count : 0
    return { perSecond, p50: took?.p50 ?? 0, used }
  })
  for (const { name } of targets) {
    const best = (results.get(name) ?? []).reduce((a, b) => (a.perSecond > b.perSecond ? a : b))
    say(
      `not streamed, ${atOnce} at once`,
      name,
      `${best.perSecond} a second, p50 ${ms(best.p50)} ms, CPU ${best.used.toFixed(2)} ms each`,
    )
  }
}

/** Returns whether a number of streams is sustained: every token arrives in time and in order. */
function holds({ firstMs, gapMs, lost, wrongOrder, problems }: LoadResult): boolean {
  const soon = (firstMs?.p50 ?? Infinity) < 50 && (gapMs?.p99 ?? Infinity) < 100
  return soon && lost + wrongOrder === 0 && Object.keys(problems).length === 0
}

/**
 * Tries each number of streams in turn; one successful try is enough, because other load on the machine makes single tries
 * fail.
 */
async function most() {
  const held = new Map<string, number>()
  for (const streams of steps) {
    const results = await inTurn((of) =>
      runLoad(of.target(MODELS.paced), { streams, rampMs: Math.min(3_000, streams * 5), expect: TOKENS }),
    )
    for (const { name } of targets) {
      const all = results.get(name) ?? []
      const best =
        all.find(holds) ?? all.reduce((a, b) => ((a.gapMs?.p99 ?? 0) < (b.gapMs?.p99 ?? 0) ? a : b))
      if (holds(best)) held.set(name, streams)
      say(`${streams} streams × ${RATE}/s`, name, whole(best))
    }
  }
  for (const { name } of targets) say('most streams held', name, String(held.get(name) ?? 'none of these'))
}

function whole({ firstMs, gapMs, lost, wrongOrder, problems }: LoadResult): string {
  const faults = Object.keys(problems).length ? ` ${JSON.stringify(problems)}` : ''
  return `first p50 ${firstMs?.p50} ms, gap p99 ${gapMs?.p99} ms, ${lost} lost, ${wrongOrder} out of order${faults}`
}

async function leaving() {
  const abandoned = async () =>
    ((await (await fetch(`${models}/__stats`)).json()) as { abandoned: number }).abandoned
  for (const of of targets) {
    const { ms: took, went } = await runLeaving(
      of.target(MODELS.long),
      { rounds: 20, mostMs: 2_000 },
      abandoned,
    )
    say(
      'client gone, engine ended',
      of.name,
      `p50 ${took?.p50} ms, worst ${took?.max} ms, ${went} of 20 not within 2 s`,
    )
  }
}

function stopAt(problems: Record<string, number>): void {
  if (Object.keys(problems).length) throw new Error(JSON.stringify(problems))
}

function middle(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
}

function ms(value: number): string {
  return value.toFixed(2)
}

function list(samples: readonly number[] | undefined, digits: number): string {
  return (samples ?? []).map((sample) => sample.toFixed(digits)).join(', ')
}

function say(what: string, name: string, figures: string): void {
  console.log(`${what.padEnd(28)} ${name.padEnd(10)} ${figures}`)
}
