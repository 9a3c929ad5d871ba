import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let bert: TestUser
let projectId = 0
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  const assocContexts = [{ contextId: bert.contextId, hasReadAccess: true, hasWriteAccess: true }]
  const body = { name: 'Harbour', type: 2, assocContexts }
  projectId = (await anna.client.call(contract.projects.create, { body })).data.project.id
})
afterAll(() => app.close())

const activity = async (who: TestUser) =>
  (await who.client.call(contract.projects.activity, { params: { id: projectId } })).data
const prompt = async (who: TestUser, title: string) =>
  (
    await who.client.call(contract.prompts.create, {
      body: { title, prompt: `${title}: ${'long '.repeat(100)}`, outputFormId: 1 },
    })
  ).data.Prompt
const tab = async (name: string) =>
  (await anna.client.call(contract.tabs.create, { params: { id: projectId }, body: { name } })).data
    .projecttab.id
const ask = async (who: TestUser, tabId: number, query: string, promptId = 0, daysAgo = 0) => {
  const id = await storeMessage(app.db, { tabId, userId: who.id, query })
  await app.db.pool.query(
    `UPDATE messages SET prompt_id = $2, created = now() - make_interval(days => $3) WHERE id = $1`,
    [id, promptId, daysAgo],
  )
}

test('has the last question of each tab with the person who asked, the last asked first', async () => {
  const [one, two] = [await tab('One'), await tab('Two')]
  await tab('Without questions')
  await ask(anna, two, 'Older')
  await ask(anna, one, 'First')
  await ask(bert, two, `Newest ${'x'.repeat(500)}`)
  const { questions } = await activity(anna)
  expect(questions.map(({ tabId }) => tabId)).toEqual([two, one])
  expect(questions[0]?.question).toMatch(/^Newest x+$/)
  expect(questions[0]?.question).toHaveLength(200)
  expect(questions.map(({ askedBy }) => askedBy)).toEqual([
    { id: bert.id, name: expect.stringMatching(/^Bert Person/) },
    { id: anna.id, name: expect.stringMatching(/^Anna Person/) },
  ])
  expect(Date.parse(questions[0]?.asked ?? '')).toBeGreaterThan(0)
})

test('has the prompts run here lately, and none that its reader may not read', async () => {
  const [letter, bid, old] = [
    await prompt(anna, 'Letter'),
    await prompt(anna, 'Bid'),
    await prompt(anna, 'Old'),
  ]
  const own = await prompt(bert, 'Of Bert')
  const tabId = await tab('Prompts')
  for (const used of [letter, bid, letter, own]) await ask(anna, tabId, 'run', used.id)
  await ask(anna, tabId, 'run', old.id, 100)
  const { prompts } = await activity(anna)
  expect(prompts.map(({ title, runs }) => [title, runs])).toEqual([
    ['Letter', 2],
    ['Bid', 1],
  ])
  expect(prompts[0]?.beginning).toMatch(/^Letter: long/)
  expect(prompts[0]?.beginning.length).toBeLessThanOrEqual(200)
  expect((await activity(bert)).prompts.map(({ title }) => title)).toEqual(['Of Bert'])
  expect(prompts[0]?.hasWriteAccess).toBe(true)
  const read = {
    contextId: bert.contextId,
    hasReadAccess: true,
    hasWriteAccess: false,
    hasAdminAccess: false,
  }
  const body = { assocContexts: [read] }
  await anna.client.call(contract.prompts.update, { params: { id: letter.id }, body })
  expect((await activity(bert)).prompts.map(({ title, hasWriteAccess }) => [title, hasWriteAccess])).toEqual([
    ['Of Bert', true],
    ['Letter', false],
  ])
})

test('is for those who may read the project', async () => {
  const eve = await app.deps.user()
  await expect(activity(eve)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
