import { contract, type CallInput, type Provider } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { openStream, readStream, textOf } from '#test/talk.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { systemClock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { openSecrets } from '#platform/secrets.ts'
import { wishedProviders } from './configured.ts'
import { providerRegistry, type ProviderRegistry } from './registry.ts'

const KEY = 'sk-canary-4711'

let named: ModelServer
let server: ModelServer
let locked: ModelServer
let app: TestApp
let root: TestUser

beforeAll(async () => {
  named = await startModelServer({ models: ['named'] })
  server = await startModelServer({ models: ['mock', 'second'] })
  locked = await startModelServer({ models: ['locked'], apiKey: KEY })
  app = await testApp({
    engines: { openaiBaseUrl: named.url },
    file: { providers: [{ name: 'Of the file', kind: 'ollama', addresses: [named.url], atOnce: 3 }] },
  })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(async () => {
  await app.close()
  await Promise.all([named.close(), server.close(), locked.close()])
})

type ProviderBody = CallInput<typeof contract.providers.create>['body']

const list = async () => (await root.client.call(contract.providers.list)).data.Providers
const connect = async (more: Partial<ProviderBody>): Promise<Provider> => {
  const body = { name: 'Mine', kind: 'openai' as const, addresses: [server.url], isLocal: true, ...more }
  return (await root.client.call(contract.providers.create, { body })).data.provider
}
const change = async (id: number, body: CallInput<typeof contract.providers.update>['body']) =>
  (await root.client.call(contract.providers.update, { params: { id }, body })).data.provider
const remove = (id: number) => root.client.call(contract.providers.remove, { params: { id } })
const models = async () => (await root.client.call(contract.models.list)).data.Models

test('only the super user can read and delete providers', async () => {
  const admin = await app.deps.user({ roleId: 3 })
  const calls = [
    () => admin.client.call(contract.providers.list),
    () => admin.client.call(contract.providers.get, { params: { id: 1 } }),
    () => admin.client.call(contract.providers.remove, { params: { id: 1 } }),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
})

test('whether a provider is local follows its addresses until somebody chooses', async () => {
  const { id, isLocal } = await connect({ isLocal: undefined })
  expect(isLocal).toBe(true)
  const outside = ['https://models.example.org/v1']
  expect(await change(id, { addresses: outside })).toMatchObject({ isLocal: false })
  expect(await change(id, { addresses: [server.url] })).toMatchObject({ isLocal: true })
  expect(await change(id, { isLocal: false })).toMatchObject({ isLocal: false })
  expect(await change(id, { addresses: [server.url, 'http://10.0.0.4'] })).toMatchObject({ isLocal: false })
  await remove(id)
})

test('built-in and configured providers are listed and cannot be changed', async () => {
  const all = await list()
  expect(all.map(({ kind, source, atOnce }) => [kind, source, atOnce])).toEqual([
    ['guide', 'built-in', null],
    ['ollama', 'environment', 3],
    ['openai', 'environment', null],
  ])
  expect(all[1]).toMatchObject({ name: 'Of the file', numModels: 1, isLocal: true, can: { fetch: true } })
  expect(all[1]?.hosts).toMatchObject([{ address: named.url, ok: true, version: '0.0.0-scripted' }])
  const sentences = [
    'This provider is part of the product and stays as it is.',
    'Of the file is named in the server’s configuration. Change it there.',
  ]
  for (const [index, message] of sentences.entries()) {
    const id = all[index]?.id ?? 0
    await expect(change(id, { name: 'Mine now' })).rejects.toMatchObject({ status: 403, message })
    await expect(remove(id)).rejects.toMatchObject({ status: 403, message })
  }
})

describe('connecting', () => {
  test('lists the models at once; deleting hides them; connecting again restores their ids', async () => {
    const made = await connect({ addresses: [`${server.url}/`, server.url] })
    expect(made).toMatchObject({
      kind: 'openai',
      providerId: 1,
      hasKey: false,
      source: 'configured',
      numModels: 2,
      hosts: [{ address: server.url, ok: true, errorCode: null }],
    })
    const mock = (await models()).find(({ provider }) => provider === 'Mine')
    await remove(made.id)
    expect((await models()).filter(({ provider }) => provider === 'Mine')).toEqual([])
    await expect(
      root.client.call(contract.models.get, { params: { id: mock?.id ?? 0 } }),
    ).rejects.toMatchObject({
      status: 404,
    })
    const again = await connect({})
    expect(again.id).toBe(made.id)
    expect((await models()).find(({ provider }) => provider === 'Mine')).toMatchObject({ id: mock?.id })
    await remove(again.id)
  })

  test('refuses a used address with 409 and invalid addresses with 400', async () => {
    const made = await connect({})
    await expect(connect({ name: 'Twice' })).rejects.toMatchObject({ status: 409, code: 'PROVIDER_TAKEN' })
    const wrong = ['ftp://host', 'http://me:secret@host', 'http://host/?key=1', 'nothing']
    for (const address of wrong)
      await expect(connect({ addresses: [address] })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await remove(made.id)
  })

  test('reports each of several hosts; models come from those that respond', async () => {
    const made = await connect({ addresses: ['http://127.0.0.1:9', server.url] })
    const told = (await list()).find(({ id }) => id === made.id)
    expect(told?.hosts).toMatchObject([
      { ok: false, errorCode: 'ENGINE_UNREACHABLE' },
      { ok: true, errorMessage: null },
    ])
    expect(told?.numModels).toBe(2)
    await remove(made.id)
  })

  test('a change keeps omitted fields; a stale change is refused with 409', async () => {
    const made = await connect({ oldServer: true, atOnce: 7 })
    const changed = await change(made.id, { name: 'Renamed', ifModified: made.modified })
    expect(changed).toMatchObject({
      name: 'Renamed',
      oldServer: true,
      atOnce: 7,
      hosts: made.hosts.map(({ address }) => ({ address })),
    })
    await expect(change(made.id, { name: 'Late', ifModified: made.modified })).rejects.toMatchObject({
      status: 409,
    })
    await expect(change(made.id, { kind: 'ollama' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await remove(made.id)
  })
})

describe('keys', () => {
  test('a key is sent to its host, encrypted at rest, and never returned or logged', async () => {
    const refused = await connect({ name: 'Locked', addresses: [locked.url] })
    expect(refused.hosts).toMatchObject([{ ok: false, errorCode: 'ENGINE_AUTH' }])
    const made = await change(refused.id, { apiKey: KEY })
    expect(made).toMatchObject({ hasKey: true, hosts: [{ ok: true }], numModels: 1 })
    expect(await change(made.id, { name: 'Still locked' })).toMatchObject({
      hasKey: true,
      hosts: [{ ok: true }],
    })
    const { rows } = await app.db.pool.query('SELECT * FROM providers')
    const trail = await root.client.call(contract.audit.list, { query: { objectType: 'provider' } })
    expect(trail.data.Entries.map(({ action }) => action)).toContain('provider.updated')
    for (const told of [rows, trail.data, await list(), app.logged()])
      expect(JSON.stringify(told)).not.toContain(KEY)
    expect(await change(made.id, { apiKey: '' })).toMatchObject({ hasKey: false, hosts: [{ ok: false }] })
    await remove(made.id)
  })

  test('a stored key is never sent to another host, neither by a change nor by a test', async () => {
    const made = await connect({ name: 'Locked', addresses: [locked.url], apiKey: KEY })
    const eavesdropper = await startModelServer({ models: ['x'] })
    await expect(change(made.id, { addresses: [eavesdropper.url] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'apiKey', message: 'must be entered again for an address on another host' }],
    })
    const body = { id: made.id, kind: 'openai' as const, addresses: [eavesdropper.url, locked.url] }
    const { data } = await root.client.call(contract.providers.test, { body })
    expect(data.hosts.map(({ ok }) => ok)).toEqual([true, true])
    expect(eavesdropper.stats().lastHeaders?.authorization).toBeUndefined()
    expect(data.models).toEqual(['locked', 'x'])
    await eavesdropper.close()
    await remove(made.id)
  })

  test('a test stores nothing', async () => {
    const before = await list()
    const body = { kind: 'ollama' as const, addresses: ['http://127.0.0.1:9', server.url] }
    const { data } = await root.client.call(contract.providers.test, { body })
    expect(data.hosts).toMatchObject([
      { ok: false, errorCode: 'ENGINE_UNREACHABLE' },
      { ok: true, version: '0.0.0-scripted' },
    ])
    expect(data.models).toContain('mock:latest')
    expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })
})

test('a change does not abort a running answer, and the next one uses the new host', async () => {
  const name = model('mock', { tokens: 100, rate: 100 })
  const options = { models: [name, 'mock'] }
  const [first, second] = [await startModelServer(options), await startModelServer(options)]
  const made = await connect({ name: 'Moving', addresses: [first.url] })
  const anna = await app.deps.user()
  const project = await app.deps.project(anna)
  const tab = await app.deps.tab(anna, project)
  const moving = (await models()).find((one) => one.provider === 'Moving' && one.name === name)
  const tagId = moving?.defaultModelTagId ?? 0
  const ask = () => openStream({ app }, anna, { tagId, payload: { projectTabId: tab.id, prompt: 'Count.' } })
  const running = await ask()
  const whole = readStream(running)
  if (running.status !== 200) throw new Error(await running.text())
  await expect.poll(() => first.stats().open).toBe(1)
  await change(made.id, { addresses: [second.url] })
  expect(textOf(await whole)).toContain('99 ')
  await expect.poll(() => first.stats().finished).toBe(1)
  const next = await ask()
  await expect.poll(() => second.stats().open).toBe(1)
  await next.body?.cancel()
  await remove(made.id)
  await Promise.all([first.close(), second.close()])
})

describe('the registry', () => {
  const openRegistry = (): ProviderRegistry =>
    providerRegistry({
      db: app.db,
      clock: systemClock,
      log: openLog('silent'),
      secrets: openSecrets({ dataDir: app.db.dataDir }),
    })

  test('ignores a key that was encrypted with another secret, and stores a new one', async () => {
    const registry = openRegistry()
    const wished = {
      typeId: 1,
      kind: 'openai',
      name: 'Moved',
      addresses: ['https://moved.example/v1'],
      isLocal: false,
      source: 'environment',
    }
    const made = await registry.ensure({ ...wished, apiKey: 'sk-old' })
    const sealed = openSecrets({ secret: 'another secret of old', dataDir: '/nowhere' }).encrypt('sk-old')
    await app.db.pool.query('UPDATE providers SET api_key = $2 WHERE id = $1', [made.id, sealed])
    const found = (await registry.list()).find(({ id }) => id === made.id)
    expect(found).toMatchObject({ name: 'Moved', apiKey: undefined })
    const again = await registry.ensure({ ...wished, apiKey: 'sk-new' })
    expect(again).toMatchObject({ id: made.id, apiKey: 'sk-new' })
    await registry.retire(again)
    expect((await registry.list()).map(({ id }) => id)).not.toContain(made.id)
    const { rows } = await app.db.pool.query('SELECT source, api_key FROM providers WHERE id = $1', [made.id])
    expect(rows).toEqual([{ source: 'retired', api_key: null }])
  })
})

test('providers come from file and environment; the file wins for the same address', () => {
  const engines = {
    ollamaUrl: 'http://127.0.0.1:11434',
    openaiBaseUrl: 'https://api.example/v1',
    openaiApiKey: 'sk-env',
    anthropicApiKey: 'sk-ant',
  }
  const entry = { name: 'Cluster', kind: 'ollama' as const, oldServer: false }
  const addresses = ['http://127.0.0.1:11434', 'http://gpu-2:11434']
  const file = { providers: [{ ...entry, addresses, isLocal: true }], embedded: { sequences: 4 } }
  const wished = wishedProviders({ engines, file, embedded: 'ready' })
  expect(wished.map(({ kind, typeId, name, isLocal }) => [kind, typeId, name, isLocal])).toEqual([
    ['ollama', 5, 'Cluster', true],
    ['openai', 1, 'api.example', false],
    ['anthropic', 2, 'Anthropic', false],
    ['embedded', 5, 'Embedded', true],
  ])
  for (const embedded of ['missing', 'off'] as const)
    expect(wishedProviders({ engines, file, embedded })).toHaveLength(3)
  expect(wished[0]?.addresses).toEqual(addresses)
})
