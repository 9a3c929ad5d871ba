// The settings of a project are those that its new tabs begin with, and those of tabs that nobody has used yet.
import { contract, CUSTINST_SCOPES, type Tab } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())

const add = async (id: number, body: Partial<Tab> = {}) =>
  (await anna.client.call(contract.tabs.create, { params: { id }, body })).data.projecttab

const instruction = async (name: string) => {
  const body = { name, content: 'Answer briefly.', scope: CUSTINST_SCOPES.respond }
  return (await anna.client.call(contract.custinsts.create, { body })).data.custinst
}

const respondOf = async (id: number) => {
  const { data } = await anna.client.call(contract.tabs.list, { params: { id } })
  return Object.fromEntries(data.Projecttabs.map((tab) => [tab.name, tab.custInstRespondId]))
}

test('unused tabs follow every change of the project, used and changed ones keep their settings', async () => {
  const { id } = await app.deps.project(anna)
  const [brief, formal] = [await instruction('Brief'), await instruction('Formal')]
  const own = await instruction('Own')
  await add(id, { name: 'Unused' })
  const used = await add(id, { name: 'Used' })
  await storeMessage(app.db, { tabId: used.id, userId: anna.id })
  const changed = await add(id, { name: 'Renamed before' })
  await anna.client.call(contract.tabs.update, { params: { id: changed.id }, body: { name: 'Renamed' } })
  await add(id, { name: 'Own', custInstRespondId: own.id })
  for (const custInstRespondId of [formal.id, brief.id])
    await anna.client.call(contract.projects.update, { params: { id }, body: { custInstRespondId } })
  await add(id, { name: 'New' })
  expect(await respondOf(id)).toEqual({ Unused: brief.id, Used: 0, Renamed: 0, Own: own.id, New: brief.id })
})

test('new and unused tabs have the number of passages of the project, within its limits', async () => {
  const { id } = await app.deps.project(anna)
  await add(id, { name: 'Unused' })
  await add(id, { name: 'Own', amountOfChunks: 9 })
  const set = (amountOfChunks: number) =>
    anna.client.call(contract.projects.update, { params: { id }, body: { amountOfChunks } })
  await set(2)
  await add(id, { name: 'New' })
  const { data } = await anna.client.call(contract.tabs.list, { params: { id } })
  expect(data.Projecttabs.map((tab) => [tab.name, tab.amountOfChunks])).toEqual([
    ['Unused', 2],
    ['Own', 9],
    ['New', 2],
  ])
  const [first] = data.Projecttabs
  const change = (amountOfChunks: number) =>
    anna.client.call(contract.tabs.update, { params: { id: first?.id ?? 0 }, body: { amountOfChunks } })
  expect((await change(10)).data.projecttab.amountOfChunks).toBe(10)
  const refused = {
    status: 400,
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('must be a number of passages from 1 to 10') as string,
  }
  for (const wrong of [0, 11, 2.5]) {
    await expect(change(wrong)).rejects.toMatchObject(refused)
    await expect(set(wrong)).rejects.toMatchObject(refused)
  }
})
