import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { openStream, readStream } from '#test/talk.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let server: ModelServer
let root: TestUser
beforeAll(async () => {
  server = await startModelServer({ models: ['mock'] })
  app = await testApp()
  root = await app.deps.user({ roleId: 1 })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const steps = async () => (await root.client.call(contract.firstSteps.get)).data.steps
const ask = async (tagId: number) => {
  const project = await app.deps.project(root)
  const { id: tabId } = await app.deps.tab(root, project)
  const payload = { projectTabId: tabId, prompt: 'Hello?' }
  await readStream(await openStream(app, root, { tagId, payload }))
}

test('a step is done after its action; deleting the provider reopens the model step', async () => {
  expect(await steps()).toEqual({ model: false, question: false, people: false })
  await ask(1)
  expect(await steps()).toEqual({ model: false, question: false, people: false })
  const body = { kind: 'ollama' as const, addresses: [server.url] }
  const { provider } = (await root.client.call(contract.providers.create, { body })).data
  expect(await steps()).toEqual({ model: true, question: false, people: false })
  const { Models } = (await root.client.call(contract.models.list)).data
  await ask(Models.find(({ name }) => name === 'mock')?.tags[0]?.id ?? 0)
  expect(await steps()).toEqual({ model: true, question: true, people: false })
  await app.deps.user()
  expect(await steps()).toEqual({ model: true, question: true, people: true })
  await root.client.call(contract.providers.remove, { params: { id: provider.id } })
  expect(await steps()).toMatchObject({ model: false, question: true })
})
