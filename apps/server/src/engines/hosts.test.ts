// Several hosts for one model: real adapters against scripted servers that are killed and restarted.
import { describe, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { ask, engineContract, numbers, outcomeOf, testOutbound, until } from './engine.contract.ts'
import type { EngineProgress } from './engine.ts'
import { createHosts, type Hosts } from './hosts.ts'
import { createOllama } from './ollama/ollama.ts'
import { createEngine } from './registry.ts'
import { chats, fixtures } from './test/hosts.ts'

engineContract({
  name: 'one host',
  chatPath: '/api/chat',
  create: (baseUrl, outbound, more) =>
    createHosts([{ address: baseUrl, engine: createOllama({ baseUrl, ...more }, outbound) }]),
  malformed: { null: 'null\n' },
})

const { signal } = new AbortController()
const { closing, fixture } = fixtures()
const portOf = (server: ModelServer | undefined): number => Number(new URL(server?.url ?? '').port)
const oks = (hosts: Hosts) => hosts.hosts().map(({ health }) => health?.ok)

describe('choosing a host', () => {
  test('picks the least busy host', async () => {
    const { hosts, servers } = await fixture({}, {}, {})
    const stop = new AbortController()
    const endless = ask(model('mock', { endless: 1, rate: 20 }), { signal: stop.signal })
    const answers = Array.from({ length: 9 }, () => outcomeOf(hosts.chat(endless)))
    await until(() => servers.every((server) => server.stats().open === 3))
    expect(hosts.hosts().map(({ busy }) => busy)).toEqual([3, 3, 3])
    stop.abort()
    await Promise.all(answers)
    expect(hosts.hosts().map(({ busy }) => busy)).toEqual([0, 0, 0])
  })

  test('picks an idle host instead of a busy one', async () => {
    const { hosts, servers } = await fixture({}, {})
    const stop = new AbortController()
    const long = outcomeOf(hosts.chat(ask(model('mock', { endless: 1, rate: 20 }), { signal: stop.signal })))
    await until(() => servers[0]?.stats().open === 1)
    for (let i = 0; i < 3; i++) await outcomeOf(hosts.chat(ask('mock')))
    expect(servers.map(chats)).toEqual([1, 3])
    stop.abort()
    await long
  })

  test('alternates between idle hosts', async () => {
    const { hosts, servers } = await fixture({}, {})
    for (let i = 0; i < 4; i++) await outcomeOf(hosts.chat(ask('mock')))
    expect(servers.map(chats)).toEqual([2, 2])
  })

  test('picks only hosts that have the model', async () => {
    const { hosts, servers } = await fixture({ models: ['mock', 'left'] }, { models: ['mock', 'right'] })
    await hosts.models(signal)
    for (let i = 0; i < 3; i++)
      expect((await outcomeOf(hosts.chat(ask('right:latest')))).error).toBeUndefined()
    expect(servers.map(chats)).toEqual([0, 3])
    expect((await outcomeOf(hosts.chat(ask('nobody:latest')))).error).toMatchObject({ code: 'not-found' })
  })

  test('tries another host when the model was removed by someone else', async () => {
    const { hosts } = await fixture({}, {})
    await hosts.models(signal)
    const other = createOllama({ baseUrl: hosts.hosts()[0]?.address ?? '' }, testOutbound())
    await other.remove?.('mock:latest', signal)
    await other.close()
    for (let i = 0; i < 3; i++)
      expect(await outcomeOf(hosts.chat(ask('mock:latest')))).toMatchObject({
        text: numbers(20),
        error: undefined,
      })
  })
})

describe('a host that goes down', () => {
  test('is skipped, checked with a growing back-off, and used again when it is back', async () => {
    const { hosts, servers, pass } = await fixture({}, {})
    const [dying] = servers
    await hosts.models(signal)
    const port = portOf(dying)
    await dying?.close()
    for (let i = 0; i < 6; i++)
      expect((await outcomeOf(hosts.chat(ask('mock:latest')))).error).toBeUndefined()
    expect(chats(servers[1])).toBe(6)
    expect(oks(hosts)).toEqual([false, true])
    expect(hosts.hosts()[0]?.checkedAt).toBeInstanceOf(Date)

    const checked = () => Number(hosts.hosts()[0]?.checkedAt)
    // Checks the host as soon as its back-off ends, and not before.
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const before = checked()
      pass(wait - 1)
      await outcomeOf(hosts.chat(ask('mock:latest')))
      pass(1)
      await outcomeOf(hosts.chat(ask('mock:latest')))
      await until(() => checked() > before)
      expect(checked()).toBe(before + wait)
    }
    const back = await startModelServer({ port })
    closing.push(() => back.close())
    pass(60_000)
    await outcomeOf(hosts.chat(ask('mock:latest')))
    await until(() => oks(hosts)[0] === true)
    await outcomeOf(hosts.chat(ask('mock:latest')))
    await outcomeOf(hosts.chat(ask('mock:latest')))
    expect(chats(back)).toBeGreaterThan(0)
  })

  test('fails only its own answers, which count as one failure', async () => {
    const { hosts, servers, pass } = await fixture({}, {})
    const endless = ask(model('mock', { endless: 1, rate: 100 }))
    const begun = new Set<number>()
    const errors = Array.from({ length: 20 }, async (_, i) => {
      try {
        for await (const { type } of hosts.chat(endless)) if (type === 'text') begun.add(i)
      } catch (error) {
        return error
      }
    })
    await until(() => begun.size === 20)
    await servers[0]?.close()
    await until(() => hosts.hosts()[0]?.busy === 0)
    expect(hosts.hosts()[1]?.busy).toBe(10)
    pass(1_000)
    const checked = Number(hosts.hosts()[0]?.checkedAt)
    await outcomeOf(hosts.chat(ask('mock')))
    await until(() => Number(hosts.hosts()[0]?.checkedAt) > checked)
    await hosts.close()
    for (const error of await Promise.all(errors))
      expect(error).toMatchObject({ code: 'broken-stream', partial: true })
  })

  test('is not called by a failed answer, nor by one closed before it began', async () => {
    const { hosts, servers } = await fixture({ settings: { status: 400 } })
    const failed = hosts.chat(ask('mock'))[Symbol.asyncIterator]()
    await expect(outcomeOf({ [Symbol.asyncIterator]: () => failed })).resolves.toMatchObject({
      error: { code: 'bad-request' },
    })
    expect(await failed.next()).toEqual({ value: undefined, done: true })
    const left = hosts.chat(ask('mock'))[Symbol.asyncIterator]()
    await left.return?.()
    expect(await left.next()).toEqual({ value: undefined, done: true })
    expect(servers.map(chats)).toEqual([1])
  })

  test('is still called when there is no other host', async () => {
    const { hosts, servers } = await fixture({}, {})
    const ports = servers.map(portOf)
    await Promise.all(servers.map((server) => server.close()))
    expect((await outcomeOf(hosts.chat(ask('mock')))).error).toMatchObject({ code: 'unreachable' })
    await expect(hosts.models(signal)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await hosts.health(signal)).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    const back = await startModelServer({ port: ports[1] ?? 0 })
    closing.push(() => back.close())
    // The clock did not advance, so the back-off has not ended.
    for (let i = 0; i < 2; i++)
      expect(await outcomeOf(hosts.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
  })
})

describe('reporting', () => {
  test('merges the models of all reachable hosts, with the smallest context length', async () => {
    const shows = (context: number) => ({
      'both:latest': {
        capabilities: ['completion'],
        model_info: { 'general.architecture': 'a', 'a.context_length': context },
      },
    })
    const { hosts, servers, pass } = await fixture(
      { models: ['both', 'left'], ollamaShow: shows(8_000) },
      { models: ['both', 'right'], ollamaShow: shows(2_000) },
    )
    for await (const _ of hosts.load?.('both:latest', signal) ?? []);
    const models = await hosts.models(signal)
    expect(models.map(({ name }) => name)).toEqual(['both:latest', 'left:latest', 'right:latest'])
    expect(models[0]).toMatchObject({ contextLength: 2_000, loaded: true, memoryBytes: 100_000_000 })
    expect(models[1]).toMatchObject({ loaded: false })
    expect(oks(hosts)).toEqual([true, true])
    await servers[1]?.close()
    pass(1_000)
    expect((await hosts.models(signal)).map(({ name }) => name)).toEqual(['both:latest', 'left:latest'])
    expect(await hosts.health(signal)).toMatchObject({ ok: true, version: '0.0.0-scripted' })
    expect(oks(hosts)).toEqual([true, false])
  })

  test('returns kind, abilities and options as for a single host', async () => {
    const { hosts } = await fixture({}, {})
    expect(hosts.kind).toBe('ollama')
    expect(hosts.can).toMatchObject({ fetch: true, load: true, tools: true })
    expect(hosts.options()).toMatchObject({ num_ctx: 'load' })
    expect(() => createHosts([])).toThrow(TypeError)
  })
})

describe('deploying', () => {
  const told = async (progress: AsyncIterable<EngineProgress> | undefined) => {
    const all: EngineProgress[] = []
    for await (const step of progress ?? []) all.push(step)
    return all
  }

  test('reaches all hosts and sums their progress', async () => {
    const { hosts, servers } = await fixture({}, { settings: { rate: 50 } })
    await hosts.models(signal)
    const progress = await told(hosts.fetch?.('phi:2b', signal))
    expect(progress.at(-1)).toEqual({ state: 'checking', done: 100_000_000, total: 100_000_000 })
    for (const [i, { done }] of progress.entries())
      expect(done).toBeGreaterThanOrEqual(progress[i - 1]?.done ?? 0)
    for (let i = 0; i < 2; i++) expect((await outcomeOf(hosts.chat(ask('phi:2b')))).error).toBeUndefined()
    expect(servers.map(chats)).toEqual([1, 1])
    const loads = await told(hosts.load?.('phi:2b', signal))
    expect(loads.at(-1)).toEqual({ state: 'ready', done: 0, total: 0 })
    await hosts.unload?.('phi:2b', signal)
    expect((await hosts.models(signal)).find(({ name }) => name === 'phi:2b')).toMatchObject({
      loaded: false,
    })
    await hosts.remove?.('phi:2b', signal)
    expect((await hosts.models(signal)).map(({ name }) => name)).not.toContain('phi:2b')
  })

  test('reports a full disk of one host after the others are done', async () => {
    const full = { errorAt: 2, message: 'no space left on device' }
    const { hosts } = await fixture({ settings: full }, {})
    await expect(told(hosts.fetch?.('phi:2b', signal))).rejects.toMatchObject({
      reason: 'there is no space left on its disk',
    })
    expect((await hosts.models(signal)).map(({ name }) => name)).toContain('phi:2b')
  })

  test('skips an unreachable host, but removing a model fails as unreachable', async () => {
    const { hosts, servers } = await fixture({}, {})
    await servers[0]?.close()
    expect((await told(hosts.fetch?.('phi:2b', signal))).at(-1)?.done).toBe(50_000_000)
    expect((await told(hosts.load?.('phi:2b', signal))).at(-1)?.state).toBe('ready')
    await hosts.unload?.('phi:2b', signal)
    await expect(hosts.remove?.('phi:2b', signal)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('is stopped on all hosts by aborting or leaving the loop', async () => {
    const { hosts, servers } = await fixture({}, {})
    const slow = model('phi:2b', { rate: 20 })
    for await (const { done } of hosts.fetch?.(slow, signal) ?? []) if (done > 0) break
    await until(() => servers.every((server) => server.stats().abandoned === 1))
    const stop = new AbortController()
    const reason = new Error('stopped')
    const fetching = told(hosts.fetch?.(slow, stop.signal))
    await until(() => servers.every((server) => server.stats().open === 1))
    stop.abort(reason)
    await expect(fetching).rejects.toBe(reason)
    await until(() => servers.every((server) => server.stats().abandoned === 2))
  })
})

test('a busy host is skipped at once, but retried when it is the last one', async () => {
  const busy = await startModelServer({ settings: { status: 429, retry: 0, times: 2 } })
  const idle = await startModelServer({ settings: { status: 503, retry: 0, times: 1 } })
  const hosts = createHosts(
    [busy.url, `${idle.url}/v1`].map((baseUrl) => {
      return { address: baseUrl, engine: createEngine({ kind: 'openai', baseUrl }, testOutbound()) }
    }),
  )
  closing.push(
    () => hosts.close(),
    () => busy.close(),
    () => idle.close(),
  )
  expect(await outcomeOf(hosts.chat(ask('mock')))).toMatchObject({ text: numbers(20), error: undefined })
  expect([busy.stats().requests, idle.stats().requests]).toEqual([1, 2])
  expect(hosts.hosts().map(({ address }) => address)).toEqual([busy.url, `${idle.url}/v1`])
})
