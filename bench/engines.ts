// Cost of reading a streamed answer: CPU per token of each engine adapter, from the socket to the event.
// Run: node bench/engines.ts [--streams 200] [--rate 30] [--tokens 150] [--floor]
// The scripted model server is a separate process, so that only the reading is counted. --floor also measures undici with
// only a line splitter, without limits, checks and events: the lower bound of every adapter.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ChatEvent } from '../apps/server/src/engines/engine.ts'
import { createHosts } from '../apps/server/src/engines/hosts.ts'
import { createEngine, type RemoteProvider } from '../apps/server/src/engines/registry.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/index.ts'
import { model } from '../apps/server/test/model-server/index.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    rate: { type: 'string', default: '30' },
    tokens: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '3' },
    floor: { type: 'boolean', default: false },
  },
})
const streams = Number(values.streams)
const rate = Number(values.rate)
const tokens = Number(values.tokens)
const outbound = openOutbound({ log: openLog('silent') })

async function startServer(): Promise<{ url: string; process: ChildProcess }> {
  const main = fileURLToPath(new URL('../apps/server/test/model-server/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url: line.split(' ').at(-1) ?? '', process: child }
}

/** Measures CPU and event loop delay until `work` resolves. */
async function measured(work: () => Promise<Reading[]>) {
  const began = process.cpuUsage()
  const readings = await work()
  const { user, system } = process.cpuUsage(began)
  const count = readings.reduce((sum, reading) => sum + reading.tokens, 0)
  const delays = readings.flatMap((reading) => reading.delays).toSorted((a, b) => a - b)
  const at = (share: number): string => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(2)
  return { cpu: (user + system) / count, count, p50: at(0.5), p99: at(0.99) }
}

interface Reading {
  tokens: number
  delays: number[]
}

/** Counts the tokens "17@812345.67 " of one answer and the latency of each, in milliseconds. */
async function readAnswer(answer: AsyncIterable<ChatEvent>, reading: Reading): Promise<void> {
  for await (const event of answer) {
    if (event.type !== 'text') continue
    const now = performance.timeOrigin + performance.now()
    for (const token of event.text.trim().split(' ')) {
      reading.delays.push(now - Number(token.slice(token.indexOf('@') + 1)))
      reading.tokens++
    }
  }
}

async function readAll(
  engineOf: RemoteProvider,
  settings: Parameters<typeof model>[1],
  count: number,
): Promise<Reading[]> {
  // As in the product: a provider with one address has a pool of one host.
  const { baseUrl } = engineOf
  const engine = createHosts([{ address: baseUrl, engine: createEngine(engineOf, outbound) }])
  await engine.models(new AbortController().signal)
  const readings = Array.from({ length: count }, async () => {
    const reading: Reading = { tokens: 0, delays: [] }
    const answer = engine.chat({
      model: model('mock', { stamp: 1, ...settings }),
      messages: [{ role: 'user', text: 'Hello' }],
      // Requests more tokens than needed: otherwise one dialect applies its own limit.
      options: { num_predict: 1_000_000 },
      language: 'en',
      signal: new AbortController().signal,
      firstTokenTimeoutMs: 60_000,
      idleTimeoutMs: 60_000,
    })
    await readAnswer(answer, reading)
    return reading
  })
  const all = await Promise.all(readings)
  await engine.close()
  return all
}

async function readBare(baseUrl: string, path: string, count: number): Promise<Reading[]> {
  const outboundClient = outbound.trusted({ baseUrl })
  const readings = Array.from({ length: count }, async () => {
    const reading: Reading = { tokens: 0, delays: [] }
    const body = {
      model: model('mock', { stamp: 1, rate, tokens }),
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      max_tokens: 1_000_000,
    }
    const headers = { 'content-type': 'application/json' }
    const response = await outboundClient.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    })
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      for (const line of chunk.toString().split('\n')) if (line.includes('@')) reading.tokens++
    }
    return reading
  })
  const all = await Promise.all(readings)
  await outboundClient.close()
  return all
}

const PATHS = { openai: '/v1/chat/completions', ollama: '/api/chat', anthropic: '/v1/messages' }

const { url, process: child } = await startServer()
const print = (line: string): void => void process.stdout.write(`${line}\n`)
try {
  print(`${streams} streams × ${rate} tokens/s × ${tokens} tokens, node ${process.version}`)
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const kind of ['openai', 'ollama', 'anthropic'] as const) {
      const provider = { kind, baseUrl: url, local: true }
      const paced = await measured(() => readAll(provider, { rate, tokens }, streams))
      const flood = await measured(() => readAll(provider, { tokens: 100_000 }, 1))
      print(
        `round ${round}  ${kind.padEnd(9)} ${paced.cpu.toFixed(1).padStart(6)} µs CPU/token   delay p50 ${paced.p50} ms, p99 ${paced.p99} ms   ` +
          `one flooded stream ${flood.cpu.toFixed(2)} µs/token   lost ${streams * tokens - paced.count}`,
      )
      if (!values.floor) continue
      const bare = await measured(() => readBare(url, PATHS[kind], streams))
      print(
        `round ${round}  ${kind.padEnd(9)} ${bare.cpu.toFixed(1).padStart(6)} µs CPU/token   undici and split alone`,
      )
    }
  }
  print(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
} finally {
  child.kill()
}
