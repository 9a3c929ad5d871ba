import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type CallInput } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

type Ended = Omit<CallInput<typeof contract.projects.importEnded>['body'], 'failed'> & { failed?: boolean }
const end = ({ failed = false, ...more }: Ended, { client } = anna) =>
  client.call(contract.projects.importEnded, { body: { ...more, failed } })
const told = async ({ client, id }: TestUser) => {
  const { data } = await client.call(contract.notifications.list, { params: { userId: id }, query: {} })
  return data.notifications.map(({ kind, facts, count, notificationAsJson }) => {
    const { message, type, uri } = JSON.parse(notificationAsJson) as Record<string, string | null>
    return { kind, facts, count, message, type, uri }
  })
}

test('the end of an import that nobody saw is told to whose it is, with its numbers and a way there (NOTIFY-18)', async () => {
  const { project } = (await anna.client.call(contract.projects.create, { body: { name: 'Brought' } })).data
  await end({ projectId: project.id, imported: 48, notImported: 2 })
  const one = {
    kind: 'importEnded',
    facts: { chats: 48, notImported: 2, noun: 'chat', name: 'Brought' },
    count: 1,
    message: 'Your import is finished: 48 imported, 2 not.',
    type: 'info',
    uri: `/projects/${project.id}`,
  }
  await expect.poll(() => told(anna)).toEqual([one])
  await end({ projectId: null, imported: 0, notImported: 7, failed: true })
  const all = {
    kind: 'importEnded',
    facts: { chats: 0, notImported: 7 },
    count: 1,
    message: 'Your import stopped early: 0 imported, 7 not.',
    type: 'error',
    uri: '/projects',
  }
  await expect.poll(() => told(anna)).toEqual([all, one])
  expect(await told(ben)).toEqual([])
})

test('nobody names a project that they may not read, and the kind can be turned off (NOTIFY-18)', async () => {
  const { project } = (await anna.client.call(contract.projects.create, { body: { name: 'Own' } })).data
  await expect(end({ projectId: project.id, imported: 1, notImported: 0 }, ben)).rejects.toMatchObject({
    status: 404,
  })
  const carl = await app.deps.user()
  const setting = { settingName: 'notificationsOff', settingValue: 'importEnded' }
  await carl.client.call(contract.settings.setByName, { params: { id: carl.id }, body: setting })
  await end({ projectId: null, imported: 1, notImported: 0 }, carl)
  await end({ projectId: null, imported: 1, notImported: 0 }, ben)
  await expect.poll(async () => (await told(ben)).length).toBe(1)
  expect(await told(carl)).toEqual([])
})
