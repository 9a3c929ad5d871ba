// The model of a new chat when the user has not chosen one.
import { contract, type Model } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let server: ModelServer
let boss: TestUser
let early: TestUser
let models: Map<string, Model>

const create = async (who: TestUser, body: { defaultModelId?: number; defaultModelTagId?: number } = {}) =>
  (await who.client.call(contract.projects.create, { body: { name: 'Chat', ...body } })).data.project
const ensure = async (who: TestUser) =>
  (await who.client.call(contract.projects.ensureDefault, { params: { id: who.id }, body: {} })).data.project
const tabsOf = async (who: TestUser, id: number) =>
  (await who.client.call(contract.tabs.list, { params: { id } })).data.Projecttabs
const idOf = (name: string) => models.get(name)?.id ?? 0
const startWith = (who: TestUser, settingValue: string) =>
  who.client.call(contract.settings.setByName, {
    params: { id: who.id },
    body: { settingName: 'defaultStartupModelId', settingValue },
  })

beforeAll(async () => {
  server = await startModelServer({
    models: ['embed', 'mock', 'script'],
    ollamaShow: { 'embed:latest': { capabilities: ['embedding'] } },
  })
  app = await testApp()
  boss = await app.deps.user({ roleId: 1 })
  early = await app.deps.user()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

test('an installation without models uses Guide', async () => {
  expect(await create(early)).toMatchObject({ defaultModelId: 1, defaultModelTagId: 1 })
  expect(await ensure(early)).toMatchObject({ defaultModelId: 1 })
})

test('uses the first text model other than Guide, and no embedding model', async () => {
  await boss.client.call(contract.providers.create, {
    body: { name: 'Here', kind: 'ollama', addresses: [server.url], isLocal: true },
  })
  const { data } = await boss.client.call(contract.models.list)
  models = new Map(data.Models.map((model) => [model.name, model]))
  expect(data.Models.map(({ name }) => name)).toEqual(['Guide', 'embed', 'mock', 'script'])
  const mock = { defaultModelId: idOf('mock'), defaultModelTagId: models.get('mock')?.tags[0]?.id }
  const project = await create(boss)
  expect(project).toMatchObject(mock)
  const { data: made } = await boss.client.call(contract.tabs.create, {
    params: { id: project.id },
    body: {},
  })
  expect(made.projecttab).toMatchObject(mock)
  const chats = [{ name: 'Old', turns: [{ queryText: 'Q', responseText: 'A' }] }]
  const imported = await boss.client.call(contract.projects.import, { body: { name: 'Import', chats } })
  expect(imported.data.project).toMatchObject(mock)
  expect(await tabsOf(boss, imported.data.project.id)).toMatchObject([mock])
  const late = await app.deps.user()
  const own = await ensure(late)
  expect(own).toMatchObject(mock)
  expect(await tabsOf(late, own.id)).toMatchObject([mock])
})

test('uses the model of the request, also Guide', async () => {
  expect(await create(boss, { defaultModelId: 1, defaultModelTagId: 1 })).toMatchObject({
    defaultModelId: 1,
    defaultModelTagId: 1,
  })
  expect(await create(boss, { defaultModelId: idOf('script') })).toMatchObject({
    defaultModelId: idOf('script'),
    defaultModelTagId: models.get('script')?.tags[0]?.id,
  })
})

test('an unused default project gets the new default model, a changed one keeps its own', async () => {
  const own = await ensure(early)
  expect(own).toMatchObject({ defaultModelId: idOf('mock') })
  expect(await tabsOf(early, own.id)).toMatchObject([{ defaultModelId: idOf('mock') }])
  await early.client.call(contract.projects.update, {
    params: { id: own.id },
    body: { defaultModelId: 1, defaultModelTagId: 1 },
  })
  expect(await ensure(early)).toMatchObject({ defaultModelId: 1 })
})

test('uses the user’s startup model while it is available', async () => {
  const carla = await app.deps.user()
  await startWith(carla, String(idOf('script')))
  expect(await create(carla)).toMatchObject({ defaultModelId: idOf('script') })
  await startWith(carla, '1')
  expect(await create(carla)).toMatchObject({ defaultModelId: 1 })
  for (const value of ['99999', String(idOf('embed')), 'x', '1e400']) {
    await app.db.pool.query('UPDATE user_settings SET value = $1 WHERE user_id = $2', [value, carla.id])
    expect(await create(carla)).toMatchObject({ defaultModelId: idOf('mock') })
  }
})

test('follows the order of the installation, and skips deactivated models', async () => {
  await boss.client.call(contract.models.sort, { body: { modelIds: [idOf('script'), 1, idOf('mock')] } })
  expect(await create(boss)).toMatchObject({ defaultModelId: idOf('script') })
  await boss.client.call(contract.models.deactivate, { params: { id: idOf('script') } })
  expect(await create(boss)).toMatchObject({ defaultModelId: idOf('mock') })
  await boss.client.call(contract.models.deactivate, { params: { id: idOf('mock') } })
  expect(await create(boss)).toMatchObject({ defaultModelId: 1 })
})
