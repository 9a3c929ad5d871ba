import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract, PROMPT_OPTIONS, type Model } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { EngineError, type EngineModel } from '#engines/engine.ts'
import { openBus, type Bus } from '#platform/bus.ts'
import { systemClock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { openSecrets } from '#platform/secrets.ts'
import { auditFeature } from '#features/audit/index.ts'
import { providersFeature, type Provider, type ProviderRegistry } from '#features/providers/index.ts'
import { modelsFeature, type ModelsFeature } from './index.ts'

let app: TestApp
let anna: TestUser
let lines = ''
let models: ModelsFeature
let registry: ProviderRegistry
let bus: Bus
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  const log = openLog('warn', { write: (line) => void (lines += line) })
  bus = await openBus({ db: app.db, log })
  const shared = { db: app.db, clock: systemClock, log, bus }
  const audit = auditFeature({ ...shared, types: [], keepDays: () => 1 }).service
  const secrets = openSecrets({ dataDir: app.db.dataDir })
  // The tests provide the engines.
  const connect = () => undefined
  const modelCounts = () => models.service.countByProvider()
  const providers = providersFeature({
    ...shared,
    audit,
    secrets,
    connect,
    embedded: 'off',
    localServers: [],
    modelCounts,
  })
  const connections = {
    ...providers.connections,
    optionsOf: () => ['temperature' as const, 'num_ctx' as const],
  }
  registry = providers.registry
  const live = { sendToAll: () => undefined, reaches: () => false }
  models = modelsFeature({ ...shared, audit, connections, live, streamsOf: (name) => name !== 'slow' })
})
afterAll(async () => {
  await models.close()
  await bus.close()
  await app.close()
})

const PROBLEM = (code: string) => expect.objectContaining({ code })
const offered = (name: string, more: Partial<EngineModel> = {}): EngineModel => {
  const [family = '', tag = 'latest'] = name.split(':')
  const capabilities = { chat: true, images: false, thinking: false, tools: false, embeddings: false }
  return { name, family, tag, capabilities, local: true, ...more }
}
const list = async (): Promise<Model[]> =>
  (await anna.client.call(contract.models.list, {})).data.Models.filter(({ id }) => id !== 1)
const ofProvider = async (name: string): Promise<Model[]> =>
  (await list()).filter(({ provider }) => provider === name)

let count = 0
let provider: Provider
beforeEach(async () => {
  provider = await registry.ensure({
    typeId: 5,
    kind: 'ollama',
    name: `Ollama ${++count}`,
    addresses: [`http://127.0.0.1:1/${count}`],
    isLocal: true,
    source: 'configured',
  })
})

describe('the model list', () => {
  test('Guide exists from the first start', async () => {
    const { data } = await anna.client.call(contract.models.get, { params: { id: 1 } })
    expect(data.model).toMatchObject({
      id: 1,
      name: 'Guide',
      providerId: 5,
      isLocal: true,
      streams: true,
      modelTagDeployed: true,
      defaultModelTagId: 1,
      tags: [{ id: 1, fullName: 'Guide:latest', deployed: true, defaultTag: true }],
    })
    const tags = (await anna.client.call(contract.models.tags, { params: { id: 1 } })).data
    expect(tags).toEqual({ ModelTags: data.model.tags, Model: data.model })
  })

  test('prompt options are those of the contract', async () => {
    const { data } = await anna.client.call(contract.models.promptOptions, {})
    expect(data.PromptOptions).toEqual(PROMPT_OPTIONS)
    expect(data.PromptOptions).toHaveLength(16)
  })

  test('models are sorted by position, with supported options and streaming per model', async () => {
    const service = models.service
    await models.discovery.syncProvider(provider, [
      offered('slow:1b'),
      offered('fast:3b'),
      offered('fast:1b'),
    ])
    const viewer = { permissions: new Set() } as never
    const told = (await service.list(viewer)).filter((model) => model.provider === provider.name)
    expect(told.map(({ name, streams }) => [name, streams])).toEqual([
      ['slow', false],
      ['fast', true],
    ])
    expect(told[1]?.tags.map(({ fullName, supportedOptions }) => [fullName, supportedOptions])).toEqual([
      ['fast:1b', ['temperature', 'num_ctx']],
      ['fast:3b', ['temperature', 'num_ctx']],
    ])
    await app.db.pool.query('UPDATE models SET position = -1 WHERE id = $1', [told[1]?.id])
    const again = (await service.list(viewer)).filter((model) => model.provider === provider.name)
    expect(again.map(({ name }) => name)).toEqual(['fast', 'slow'])
  })

  test('a deactivated model is not listed, and its id is refused with 404', async () => {
    await models.discovery.syncProvider(provider, [offered('gone:1b')])
    const [model] = await ofProvider(provider.name)
    const id = model?.id ?? 0
    await app.db.pool.query('UPDATE models SET state = 0 WHERE id = $1', [id])
    expect(await ofProvider(provider.name)).toEqual([])
    for (const call of [contract.models.get, contract.models.tags])
      await expect(anna.client.call(call, { params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(models.service.tagForPrompt(model?.tags[0]?.id ?? 0)).rejects.toThrow(
      PROBLEM('MODEL_UNAVAILABLE'),
    )
  })

  test('a family with a remote tag is not local', async () => {
    await models.discovery.syncProvider(provider, [
      offered('big:cloud', { local: false }),
      offered('small:1b'),
    ])
    expect((await ofProvider(provider.name)).map(({ name, isLocal }) => [name, isLocal])).toEqual([
      ['big', false],
      ['small', true],
    ])
  })
})

describe('discovery', () => {
  test('deploys what an engine serves, keeps ids, and restores models that reappear', async () => {
    const both = [
      offered('llama3.2:3b', { contextLength: 131_072, sizeBytes: 2_000_000_000 }),
      offered('llama3.2:1b'),
      offered('llava', { capabilities: { ...offered('x').capabilities, images: true } }),
    ]
    await models.discovery.syncProvider(provider, both)
    const first = await ofProvider(provider.name)
    expect(first.map(({ name, type, modelTagDeployed }) => [name, type, modelTagDeployed])).toEqual([
      ['llama3.2', 0, true],
      ['llava', 1, true],
    ])
    expect(first[0]?.tags).toMatchObject([
      { fullName: 'llama3.2:1b', deployed: true, defaultTag: true },
      { fullName: 'llama3.2:3b', deployed: true, contextLength: 131_072, size: 2_000_000_000 },
    ])
    await models.discovery.syncProvider(provider, both)
    expect(await ofProvider(provider.name)).toEqual(first)

    const lost = first[0]?.tags.find(({ name }) => name === '3b')?.id ?? 0
    await models.discovery.syncProvider(provider, both.slice(1))
    const second = await ofProvider(provider.name)
    expect(second[0]?.tags.map(({ name, deployed }) => [name, deployed])).toEqual([
      ['1b', true],
      ['3b', false],
    ])
    await expect(models.service.tagForPrompt(lost)).rejects.toThrow(PROBLEM('MODEL_UNAVAILABLE'))
    await models.discovery.syncProvider(provider, [])
    expect((await ofProvider(provider.name)).map(({ modelTagDeployed }) => modelTagDeployed)).toEqual([
      false,
      false,
    ])
    await models.discovery.syncProvider(provider, both)
    expect((await ofProvider(provider.name))[0]?.tags).toEqual(
      first[0]?.tags.map((tag) => ({ ...tag, lastUpdateAsString: expect.any(String) })),
    )
    expect(await models.service.tagForPrompt(lost)).toMatchObject({ fullName: 'llama3.2:3b' })
  })

  test('keeps an undeployed tag undeployed', async () => {
    await models.discovery.syncProvider(provider, [offered('kept:1b')])
    const tagId = (await ofProvider(provider.name))[0]?.tags[0]?.id ?? 0
    await app.db.pool.query('UPDATE model_tags SET deployed = false WHERE id = $1', [tagId])
    await models.discovery.syncProvider(provider, [offered('kept:1b', { contextLength: 8192 })])
    await expect(models.service.tagForPrompt(tagId)).rejects.toThrow(PROBLEM('MODEL_NOT_DEPLOYED'))
    expect((await ofProvider(provider.name))[0]).toMatchObject({
      modelTagDeployed: false,
      tags: [{ contextLength: 8192 }],
    })
  })

  test('truncates and cleans hostile names, and skips unusable ones', async () => {
    await models.discovery.syncProvider(provider, [
      offered('evil', { family: 'a\u0000b\u001b[31m\u202e', tag: ' \u0007t\u200b ' }),
      offered('long', { family: 'f'.repeat(5_000), tag: 't'.repeat(5_000) }),
      offered('nul\u0000', { family: 'nul' }),
      offered('n'.repeat(10_000), { family: 'endless' }),
      offered('empty', { family: '\u0000', tag: '' }),
      offered('twin', { family: 'ab[31m', tag: 't' }),
      offered('<b>\'"; DROP TABLE models; --', { family: `<img src=x onerror=alert(1)>'"` }),
      offered('odd', { contextLength: 1e20, sizeBytes: -5 }),
      offered('half', { family: 'half \ud800' }),
    ])
    const told = await ofProvider(provider.name)
    expect(told.map(({ name }) => name)).toEqual([
      'ab[31m',
      'f'.repeat(200),
      `<img src=x onerror=alert(1)>'"`,
      'odd',
      'half',
    ])
    expect(told[0]?.tags.map(({ name }) => name)).toEqual(['t'])
    expect(await models.service.tagForPrompt(told[0]?.tags[0]?.id ?? 0)).toMatchObject({ engineName: 'evil' })
    expect(told[3]?.tags[0]).toMatchObject({ contextLength: null, size: null })
  })

  test('stores at most 2,000 models per provider', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => offered(`m${n}:x`))
    await models.discovery.syncProvider(provider, many)
    expect(await ofProvider(provider.name)).toHaveLength(2_000)
    await models.discovery.syncProvider(provider, [])
    await app.db.pool.query('UPDATE models SET state = 0 WHERE provider_id = $1', [provider.id])
  })

  test('concurrent discoveries store each model once', async () => {
    const both = [offered('one:1b'), offered('two:1b')]
    await Promise.all(Array.from({ length: 4 }, () => models.discovery.syncProvider(provider, both)))
    expect((await ofProvider(provider.name)).map(({ name }) => name)).toEqual(['one', 'two'])
  })

  test('never changes Guide', async () => {
    const guide = (await registry.list()).find(({ kind }) => kind === 'guide')
    if (!guide) throw new Error('There is no provider of Guide')
    await models.discovery.syncProvider(guide, [])
    expect(await models.service.tagForPrompt(1)).toMatchObject({
      fullName: 'Guide:latest',
      engineName: 'guide',
    })
  })

  test('logs an unreachable host and keeps its models; stores those of other hosts', async () => {
    await models.discovery.syncProvider(provider, [offered('stays:1b')])
    const alive = await registry.ensure({
      ...provider,
      name: `Alive ${count}`,
      addresses: [`http://127.0.0.1:2/${count}`],
    })
    const dead = { models: () => Promise.reject(new EngineError('unreachable', 'connection refused')) }
    const living = { models: () => Promise.resolve([offered('fresh:1b')]) }
    const engines = [
      { provider, engine: dead },
      { provider: alive, engine: living },
    ]
    expect(await models.discovery.discover({ engines })).toEqual([alive.id])
    expect(lines).toContain('connection refused')
    expect(await ofProvider(provider.name)).toMatchObject([{ name: 'stays', modelTagDeployed: true }])
    expect(await ofProvider(alive.name)).toMatchObject([{ name: 'fresh' }])
  })

  test('identifies a provider by kind and address; its key is encrypted and can change', async () => {
    const wished = {
      typeId: 1,
      kind: 'openai',
      name: 'Cloud',
      addresses: ['https://cloud.example/v1'],
      apiKey: 'sk-secret-canary',
      isLocal: false,
      source: 'environment',
    }
    const made = await Promise.all(Array.from({ length: 3 }, () => registry.ensure(wished)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const changed = await registry.ensure({ ...wished, name: 'Renamed', apiKey: 'sk-other' })
    expect(changed).toMatchObject({ id: made[0]?.id, name: 'Renamed', apiKey: 'sk-other' })
    const { rows } = await app.db.pool.query('SELECT * FROM providers WHERE id = $1', [changed.id])
    expect(JSON.stringify(rows)).not.toMatch(/sk-/)
    await models.discovery.syncProvider(changed, [offered('gpt')])
    const [model] = await ofProvider('Renamed')
    expect(model).toMatchObject({ isLocal: false, providerId: 1, defaultModelTagId: model?.tags[0]?.id })
    expect(await models.service.tagForPrompt(model?.tags[0]?.id ?? 0)).toEqual({
      tagId: model?.tags[0]?.id,
      tagName: 'latest',
      fullName: 'gpt:latest',
      engineName: 'gpt',
      modelId: model?.id,
      modelName: 'gpt',
      providerId: changed.id,
      providerTypeId: 1,
      providerName: 'Renamed',
      kind: 'openai',
      atOnce: null,
      hosts: 1,
      isLocal: false,
      contextLength: null,
      capabilities: ['chat'],
      images: false,
      streams: true,
    })
    const whole = JSON.stringify((await anna.client.call(contract.models.list, {})).data)
    expect(whole).not.toMatch(/sk-|cloud\.example/)
  })
})

describe('choosing a tag for a prompt', () => {
  test('refuses unknown models and models that cannot chat', async () => {
    const embedding = { ...offered('x').capabilities, chat: false, embeddings: true }
    await models.discovery.syncProvider(provider, [offered('embed:1', { capabilities: embedding })])
    const tagId = (await ofProvider(provider.name))[0]?.tags[0]?.id ?? 0
    await expect(models.service.tagForPrompt(tagId)).rejects.toThrow(PROBLEM('MODEL_UNAVAILABLE'))
    await expect(models.service.tagForPrompt(999_999)).rejects.toThrow(PROBLEM('NOT_FOUND'))
    await expect(models.service.defaultTagOf(999_999)).rejects.toThrow(PROBLEM('NOT_FOUND'))
  })

  test('uses the default tag of a model, or the first served tag if that one is missing', async () => {
    await models.discovery.syncProvider(provider, [offered('fam:b'), offered('fam:a'), offered('fam')])
    const [model] = await ofProvider(provider.name)
    const named = Object.fromEntries(model?.tags.map(({ name, id }) => [name, id]) ?? [])
    expect(await models.service.defaultTagOf(model?.id ?? 0)).toBe(named['latest'])
    await models.discovery.syncProvider(provider, [offered('fam:b'), offered('fam:a')])
    expect(await models.service.defaultTagOf(model?.id ?? 0)).toBe(named['a'])
  })
})
