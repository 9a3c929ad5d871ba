// Downloads, loads, unloads and removes models, with every fault of a download.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { ask, outcomeOf, testOutbound, until } from '../engine.contract.ts'
import type { Engine, EngineProgress } from '../engine.ts'
import { createOllama } from './ollama.ts'

const ALL = 50_000_000
const { signal } = new AbortController()
let server: ModelServer
let engine: Engine
/** An engine with a very short idle limit for downloads. */
let hasty: Engine

beforeAll(async () => {
  server = await startModelServer()
  engine = createOllama({ baseUrl: server.url }, testOutbound())
  hasty = createOllama({ baseUrl: server.url, pullIdleMs: 150 }, testOutbound())
})
afterEach(async () => {
  await until(() => server.stats().open === 0)
  server.reset()
})
afterAll(async () => {
  await Promise.all([engine.close(), hasty.close()])
  await server.close()
})

interface Told {
  readonly progress: EngineProgress[]
  readonly error: unknown
}

async function toldBy(progress: AsyncIterable<EngineProgress> | undefined): Promise<Told> {
  const told: EngineProgress[] = []
  try {
    for await (const step of progress ?? []) told.push(step)
  } catch (error) {
    return { progress: told, error }
  }
  return { progress: told, error: undefined }
}

const fetched = (name: string, by = engine): Promise<Told> => toldBy(by.fetch?.(name, signal))
const pulls = (): number => server.stats().byPath['POST /api/pull'] ?? 0
const named = async (name: string) => (await engine.models(signal)).find((entry) => entry.name === name)

function rises({ progress }: Told): void {
  for (const [i, step] of progress.entries()) {
    expect(step.done).toBeLessThanOrEqual(step.total)
    expect(step.done).toBeGreaterThanOrEqual(progress[i - 1]?.done ?? 0)
  }
}

test('fetches a model with progress summed over its layers, and lists it afterwards', async () => {
  const told = await fetched(model('phi:2b', { rate: 60 }))
  expect(told.error).toBeUndefined()
  rises(told)
  expect(told.progress[0]).toEqual({ state: 'fetching', done: 0, total: 0 })
  expect(told.progress.at(-1)).toEqual({ state: 'checking', done: ALL, total: ALL })
  expect(told.progress.length).toBeGreaterThan(2)
  expect(await named('phi:2b')).toMatchObject({ family: 'phi', tag: '2b', loaded: false })
})

test('an interrupted download fails, and the next one resumes it', async () => {
  const first = await fetched(model('gemma:1b', { cut: 8, rate: 200 }))
  expect(first.error).toMatchObject({ code: 'broken-stream' })
  const reached = first.progress.at(-1)?.done ?? 0
  expect(reached).toBeGreaterThan(0)
  const second = await fetched(model('gemma:1b', { rate: 200 }))
  expect(second.error).toBeUndefined()
  expect(second.progress.find(({ total }) => total > 0)?.done).toBeGreaterThanOrEqual(reached)
  expect(second.progress.at(-1)?.done).toBe(ALL)
})

test('aborting a download closes the connection at once and keeps the fetched part', async () => {
  const stop = new AbortController()
  const reason = new Error('stopped')
  const name = model('mistral:7b', { rate: 100, tokens: 100 })
  const progress = engine.fetch?.(name, stop.signal)
  let done = 0
  await expect(async () => {
    for await (const step of progress ?? []) {
      done = step.done
      if (step.done > 0) stop.abort(reason)
    }
  }).rejects.toBe(reason)
  await until(() => server.stats().abandoned === 1)
  const again = await fetched(model('mistral:7b', { rate: 2000, tokens: 100 }))
  expect(again.progress.find(({ total }) => total > 0)?.done).toBeGreaterThanOrEqual(done)
})

test('leaving the loop closes the connection', async () => {
  for await (const { done } of engine.fetch?.(model('left:1b', { rate: 50 }), signal) ?? [])
    if (done > 0) break
  await until(() => server.stats().abandoned === 1)
})

test('a stalled download ends with a timeout after the idle limit', async () => {
  const { error, progress } = await fetched(model('stalled:1b', { stall: 3, rate: 500 }), hasty)
  expect(error).toMatchObject({ code: 'timeout', waitedMs: 150 })
  expect(progress.at(-1)?.done).toBeGreaterThan(0)
})

test('a download without any response ends with a timeout', async () => {
  const { error } = await fetched(model('silent:1b', { head: -1 }), hasty)
  expect(error).toMatchObject({ code: 'timeout' })
})

test('a server that repeats the same progress forever counts as stalled', async () => {
  const { error, progress } = await fetched(model('endless:1b', { endless: 1, rate: 200 }), hasty)
  expect(error).toMatchObject({ code: 'timeout', waitedMs: 150 })
  expect(progress).toHaveLength(2)
})

test('unchanged progress is reported once', async () => {
  const line = '{"status":"pulling ab","digest":"sha256:ab","total":9,"completed":3}\n'
  const { progress } = await fetched(model('again:1b', { raw: line.repeat(50) }))
  expect(progress).toHaveLength(2)
})

test.each([
  ['pull model manifest: file does not exist', { code: 'not-found' }],
  [
    'write /root/.ollama/models/blobs/sha256-ab-partial: no space left on device',
    { code: 'bad-request', reason: 'there is no space left on its disk' },
  ],
  [
    'dial tcp: lookup registry.example on 10.0.0.2:53: no such host',
    { code: 'bad-request', reason: 'it cannot reach the place where it fetches models' },
  ],
  [
    'pull model manifest: 412: this model requires a newer version (see https://internal.example/x)',
    { code: 'bad-request', reason: 'pull model manifest: 412: this model requires a newer version (see …' },
  ],
])('reports an error inside a 200 response as a sentence: %s', async (message, told) => {
  const { error } = await fetched(model('faulty:1b', { errorAt: 2, rate: 500, message }))
  expect(error).toMatchObject(told)
  expect(await named('faulty:1b')).toBeUndefined()
})

test.each([
  ['an unknown model', 'missing:1b', 'not-found'],
  ['a refused name', model('no:1b', { status: 400, message: 'invalid model name' }), 'bad-request'],
  ['a server error', model('no:1b', { status: 500, message: 'oops' }), 'bad-request'],
  ['a wrong API key', model('no:1b', { status: 401 }), 'auth'],
  ['a malformed line', model('bad:1b', { garbage: 2, rate: 500 }), 'broken-stream'],
  ['no final line', model('bad:1b', { noEnd: 1, rate: 1000 }), 'broken-stream'],
  ['an endless line', model('long:1b', { longLine: 64 }), 'broken-stream'],
  ['a line that is not an object', model('bad:1b', { raw: '[]\n' }), 'broken-stream'],
  ['a line without a status', model('bad:1b', { raw: '{"digest":"a"}\n' }), 'broken-stream'],
  ['a web page', model('bad:1b', { html: 1 }), 'broken-stream'],
  ['an empty body', model('bad:1b', { raw: '\n' }), 'broken-stream'],
])('%s fails with the matching error code', async (_what, name, code) => {
  const { error } = await fetched(name)
  expect(error).toMatchObject({ code })
  expect(pulls()).toBe(1)
  expect(server.stats().longLineBytes).toBeLessThan(16_000_000)
})

test('impossible progress numbers are not reported', async () => {
  const lines = [
    { status: 'pulling a', digest: 'a', total: 100, completed: 60 },
    { status: 'pulling a', digest: 'a', total: 40, completed: 10 },
    { status: 'pulling a', digest: 'a', total: -5, completed: -70 },
    { status: 'pulling b', digest: 'b', total: '900', completed: {} },
    { status: 'pulling c', digest: 'c', total: 1e300, completed: 1e300 },
    { status: 'pulling d', digest: 'd', total: 10, completed: 500 },
    { status: 'pulling e', digest: { e: 1 }, total: 10, completed: 5 },
    { status: 'success' },
  ]
  const raw = lines.map((line) => JSON.stringify(line)).join('\n')
  const told = await fetched(model('odd:1b', { raw }))
  expect(told.error).toBeUndefined()
  rises(told)
  expect(told.progress.at(-1)).toEqual({ state: 'fetching', done: 70, total: 110 })
})

test('a download with too many layers fails as a broken stream', async () => {
  const line = (i: number) => JSON.stringify({ status: 'pulling', digest: `d${i}`, total: 1, completed: 1 })
  const raw = Array.from({ length: 1_100 }, (_, i) => line(i)).join('\n')
  const { error } = await fetched(model('many:1b', { raw: `${raw}\n` }))
  expect(error).toMatchObject({ code: 'broken-stream', message: expect.stringContaining('layers') })
})

test('loads a model without expiry, reports its memory, and unloads it', async () => {
  const told = await toldBy(engine.load?.('mock:latest', signal, { num_ctx: 8192 }))
  expect(told).toEqual({
    error: undefined,
    progress: [
      { state: 'loading', done: 0, total: 0 },
      { state: 'ready', done: 0, total: 0 },
    ],
  })
  expect(server.stats().lastBody).toMatchObject({
    model: 'mock:latest',
    keep_alive: -1,
    options: { num_ctx: 8192 },
  })
  expect(await named('mock:latest')).toMatchObject({ loaded: true, memoryBytes: ALL })
  await engine.unload?.('mock:latest', signal)
  expect(server.stats().lastBody).toMatchObject({ keep_alive: 0 })
  const after = await named('mock:latest')
  expect([after?.loaded, after?.memoryBytes]).toEqual([false, undefined])
})

test('loads an embedding model', async () => {
  const { error, progress } = await toldBy(engine.load?.('embed', signal))
  expect([error, progress.at(-1)?.state]).toEqual([undefined, 'ready'])
  expect(await named('embed:latest')).toMatchObject({ loaded: true })
  await engine.unload?.('embed', signal)
})

test.each([
  ['does not have', 'nobody:1b', 'not-found'],
  [
    'has no memory for',
    model('mock', { status: 500, message: 'model requires more system memory (9 GiB) than is available' }),
    'out-of-memory',
  ],
])('loading a model that the server %s fails', async (_why, name, code) => {
  const { error } = await toldBy(engine.load?.(name, signal))
  expect(error).toMatchObject({ code })
})

test('aborting a load closes the connection', async () => {
  const stop = new AbortController()
  const loading = toldBy(engine.load?.(model('mock', { head: -1 }), stop.signal))
  await until(() => server.stats().open === 1)
  const reason = new Error('stopped')
  stop.abort(reason)
  expect((await loading).error).toBe(reason)
  await until(() => server.stats().abandoned === 1)
})

test('unloading or removing a missing model succeeds, and a removed model is not found', async () => {
  await engine.unload?.('nobody:1b', signal)
  await engine.remove?.('nobody:1b', signal)
  expect((await fetched(model('short:1b', { rate: 2000 }))).error).toBeUndefined()
  await toldBy(engine.load?.('short:1b', signal))
  await engine.remove?.('short:1b', signal)
  expect(await named('short:1b')).toBeUndefined()
  expect((await outcomeOf(engine.chat(ask('short:1b')))).error).toMatchObject({ code: 'not-found' })
})

test('reports its abilities', () => {
  expect(engine.can).toMatchObject({ fetch: true, load: true, remove: true, tools: true, grammar: true })
})
