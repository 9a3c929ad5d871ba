// What leaves the only connection of the embedded database to others; all else of an import is in importing.test.ts.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import { isFull } from '#test/full.ts'
import { bring, turnsOf } from '#test/imports.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { importCharacters: 3_000_000, requestsPerMinute: 100_000 } } })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

test('an import is stored and indexed in small steps, so that other requests run in between', async () => {
  const transactions = vi.spyOn(app.db, 'transaction')
  const queries = vi.spyOn(app.db.pool, 'query')
  const indexed = () =>
    queries.mock.calls.flatMap(([query]) => {
      const { name, values } = query as unknown as { name?: string; values?: [readonly number[]] }
      return name === 'search.index' && values ? [values[0].length] : []
    })
  const found = async () =>
    (await anna.client.call(contract.search.find, { query: { q: 'Q2' } })).data.Finds[0]?.projectId
  const turns = isFull ? 10 : 4
  let project: Project | undefined
  const importing = bring(anna, turnsOf(turns, 78_000)).then((made) => (project = made))
  const meanwhile: number[] = []
  while (!project) {
    const before = transactions.mock.calls.length
    await ben.client.call(contract.users.get, { params: { id: ben.id } })
    meanwhile.push(transactions.mock.calls.length - before)
  }
  await importing
  // One transaction per turn of 78,000 characters, the first with its tab; plus the project, the empty tab and the end.
  expect(transactions.mock.calls.length).toBeGreaterThanOrEqual(turns + 3)
  // A call may have many statements, and each waits for one step at most.
  expect(Math.max(...meanwhile)).toBeLessThanOrEqual(6)
  await expect.poll(found, { timeout: 60_000, interval: 250 }).toBe(project.id)
  await expect.poll(() => indexed().reduce((sum, count) => sum + count, 0), { timeout: 60_000 }).toBe(turns)
  expect(Math.max(...indexed())).toBe(1)
  const { data } = await anna.client.call(contract.tabs.list, { params: { id: project.id } })
  expect(data.Projecttabs.map(({ name }) => name)).toEqual(['One', 'Two'])
}, 150_000)
