// What models that run on this machine itself cost the server: processor time of its own process for each token, and how far
// behind its event loop is, while several people are answered at once. The model is made on the spot.
//   node bench/embedded.ts [--people 4] [--seconds 10]
// Once as fast as a tiny model goes, and once with as much to compute that it is as slow as a real one: each step of it is a
// message of its own, and what that costs is being woken. Ends with 1 when a token of the fast one costs over 50 µs, the slow one
// takes over 2 % of a core, or the loop is over 15 ms behind (p99).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openModelFiles } from '../apps/server/src/engines/embedded/files/index.ts'
import { createEmbedded, installedLlama } from '../apps/server/src/engines/embedded/index.ts'
import { writeTinyGguf } from '../apps/server/src/engines/embedded/test/tiny-gguf.ts'
import type { Engine } from '../apps/server/src/engines/engine.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/index.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({ options: { people: text, seconds: text } })
const people = Number(values.people ?? 4)
const seconds = Number(values.seconds ?? 10)
const MOST_CPU = 50
const MOST_SHARE = 0.02
const MOST_DELAY = 15
/** How fine the loop is looked at, in milliseconds. */
const RESOLUTION = 5
const CONTEXT = 32_768

interface Reading {
  characters: number
}

/** Reads until the time is over; how many tokens it were follows from how long the text is. */
async function read(engine: Engine, model: string, signal: AbortSignal, reading: Reading): Promise<void> {
  const request = {
    model,
    messages: [{ role: 'user' as const, text: 'Tell me.' }],
    options: { temperature: 0, repeat_penalty: 1 },
    language: 'en',
    firstTokenTimeoutMs: 120_000,
    idleTimeoutMs: 60_000,
  }
  while (!signal.aborted) {
    try {
      for await (const event of engine.chat({ ...request, signal }))
        if (event.type === 'text') reading.characters += event.text.length
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** How many characters a token of this model has. */
async function charactersOf(engine: Engine, model: string): Promise<number> {
  let characters = 0
  for await (const event of engine.chat({
    model,
    messages: [{ role: 'user', text: 'Tell me.' }],
    options: { temperature: 0, repeat_penalty: 1, num_predict: 250 },
    language: 'en',
    signal: new AbortController().signal,
    firstTokenTimeoutMs: 120_000,
    idleTimeoutMs: 60_000,
  }))
    if (event.type === 'text') characters += event.text.length
  return characters / 250
}

/** Has everybody answered for a while; returns how many tokens that were, and how many seconds it took. */
async function everybody(engine: Engine, model: string, perToken: number) {
  const readings = Array.from({ length: people }, () => ({ characters: 0 }))
  const ending = new AbortController()
  const began = performance.now()
  setTimeout(() => ending.abort(new Error('enough')), seconds * 1_000)
  await Promise.all(readings.map((reading) => read(engine, model, ending.signal, reading)))
  const characters = readings.reduce((sum, reading) => sum + reading.characters, 0)
  return { tokens: characters / perToken, took: (performance.now() - began) / 1_000 }
}

/** How late the loop is while this process does nothing: what else the machine does. */
async function resting(): Promise<string> {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  await delay(seconds * 500)
  return `nobody is answered: event loop p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms`
}

/** One after the other: looking at the loop costs more than the answers. */
async function measure(engine: Engine, model: string): Promise<boolean> {
  const perToken = await charactersOf(engine, model)
  const before = process.cpuUsage()
  const { tokens, took } = await everybody(engine, model, perToken)
  const { user, system } = process.cpuUsage(before)
  const cpu = (user + system) / tokens
  const share = (user + system) / (took * 1e6)
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  await everybody(engine, model, perToken)
  loop.disable()
  const late = loop.percentile(99) / 1e6
  console.log(
    `${model.padEnd(12)} ${people} people, ${(tokens / took).toFixed(0)} tokens/s: ${cpu.toFixed(1)} µs of this process a ` +
      `token, ${(100 * share).toFixed(1)} % of a core; event loop p99 ${late.toFixed(1)} ms`,
  )
  return (cpu <= MOST_CPU || share <= MOST_SHARE) && late <= MOST_DELAY
}

const version = installedLlama()
if (version === undefined) throw new Error('node-llama-cpp is not installed')
const folder = mkdtempSync(join(tmpdir(), 'polylogue-bench-'))
const log = openLog('silent')
const files = openModelFiles({ folder, catalogue: [], outbound: openOutbound({ log }), log })
const engine = createEmbedded({ files, log, version, sequences: people, windowTokens: CONTEXT })
try {
  writeTinyGguf(join(folder, 'fast.gguf'), { endless: true, contextLength: CONTEXT })
  writeTinyGguf(join(folder, 'slow.gguf'), { endless: true, contextLength: CONTEXT, feed: 65_536 })
  console.log(`node-llama-cpp ${version}, node ${process.version}; ${await resting()}`)
  const within = [await measure(engine, 'fast:latest'), await measure(engine, 'slow:latest')]
  process.exitCode = within.every(Boolean) ? 0 : 1
} finally {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
