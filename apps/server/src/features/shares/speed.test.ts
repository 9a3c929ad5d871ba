// A shared chat opens as fast as the chat itself, and a large project does, too. Ratios within one run.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedChats, type SharedTests } from '#test/shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { queries } = contract

let app: TestApp
let owner: TestUser
let to: SharedTests
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
  owner = await app.deps.user()
  to = sharedChats({ app, owner, other: await app.deps.user() })
})
afterAll(() => app.close())

const fill = (tabIds: readonly number[], count: number) =>
  app.db.pool.query(
    `INSERT INTO messages (uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
       query_text, response_text, state, datasource_ids)
     SELECT gen_random_uuid(), tab, 1000000 + n, $2, 1, 1, 'Guide', 'latest', 'Q' || n, repeat('word ', 200), 2,
       CASE WHEN n % 3 = 0 THEN '{999999}'::bigint[] ELSE '{}' END
     FROM unnest($1::bigint[]) tab, generate_series(1, $3) n`,
    [tabIds, owner.id, count],
  )

/** Returns the medians of functions that are called in turns. */
async function medians(works: readonly (() => Promise<unknown>)[], rounds = 25): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = -3; round < rounds; round++)
    for (const [at, work] of works.entries()) {
      const begin = performance.now()
      await work()
      if (round >= 0) times[at]?.push(performance.now() - begin)
    }
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0)
}

test('the newest of 2,000 messages come as fast as in the chat', async () => {
  const { tabId } = await to.chat()
  await fill([tabId], 2_000)
  await app.db.pool.query('VACUUM ANALYZE messages')
  const { hash } = await to.share({ tabId })
  const [own = 0, shared = 0, page = 0] = await medians([
    () => owner.client.call(queries.list, { params: { id: tabId }, query: {} }),
    () => to.messages(hash),
    () => to.page(hash),
  ])
  expect(shared / own).toBeLessThan(1.5)
  expect(page / own).toBeLessThan(1.5)
})

test('a project of 200 tabs with 500 messages each opens within a few times of that', async () => {
  const { project } = await to.chat()
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO tabs (uuid, project_id, tab_index, name)
     SELECT gen_random_uuid(), $1, n, 'T' || n FROM generate_series(1, 200) n RETURNING id::float8 AS id`,
    [project.id],
  )
  const tabIds = rows.map(({ id }) => id)
  await fill(tabIds, 500)
  await app.db.pool.query('VACUUM ANALYZE messages')
  const { hash } = await to.share({ project: project.id })
  const [own = 0, shared = 0, page = 0] = await medians(
    [
      () => owner.client.call(queries.list, { params: { id: tabIds[0] ?? 0 }, query: {} }),
      () => to.messages(hash, { chat: 150 }),
      () => to.page(hash),
    ],
    10,
  )
  expect((await to.page(hash)).chats).toHaveLength(201)
  expect(shared / own).toBeLessThan(2)
  // Many readers share the figures of a large project.
  expect(page / own).toBeLessThan(2)
}, 120_000)
