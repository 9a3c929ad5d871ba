// A shared chat opens as fast as the chat itself, and a large project does, too. Ratios of the
// processor's time within one run, and the pages that the database reads: a busy machine changes neither.
import { contract } from '@polylogue/contract'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

type Call = () => Promise<unknown>

interface Cost {
  /** Microseconds of the processor for the server, the client and an embedded database: a busy machine delays all calls alike. */
  cpu: number
  /** Pages that the database reads. */
  pages: number
}

/** Returns the medians of what calls cost, which are made in turns. */
async function costs(calls: Readonly<Record<'own' | 'shared' | 'page', Call>>, rounds = 25) {
  const times = { own: [] as number[], shared: [] as number[], page: [] as number[] }
  const names = ['own', 'shared', 'page'] as const
  for (let round = -3; round < rounds; round++)
    for (const name of names) {
      const begin = process.cpuUsage()
      await calls[name]()
      const { user, system } = process.cpuUsage(begin)
      if (round >= 0) times[name].push(user + system)
    }
  const costOf = async (name: keyof typeof times): Promise<Cost> => ({
    cpu: times[name].toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
    pages: await pagesOf(calls[name]),
  })
  return { own: await costOf('own'), shared: await costOf('shared'), page: await costOf('page') }
}

interface Step {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Returns how many pages the statements of a call read. */
async function pagesOf(call: Call): Promise<number> {
  const query = vi.spyOn(app.db.pool, 'query')
  await call()
  const sent = query.mock.calls.map(([asked, values]) => ({ values, ...(asked as unknown as QueryConfig) }))
  query.mockRestore()
  let pages = 0
  for (const { text, values } of sent.filter(({ text }) => /^(SELECT|WITH)/i.test(text))) {
    const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`
    const { rows } = await app.db.pool.query<{ 'QUERY PLAN': { Plan: Step }[] }>(explained, values)
    const step = rows[0]!['QUERY PLAN'][0]!.Plan
    pages += step['Shared Hit Blocks'] + step['Shared Read Blocks']
  }
  return pages
}

// Repeated: it compares CPU times of a process whose threads compile and collect garbage meanwhile.
test('the newest of 2,000 messages come as fast as in the chat', { retry: 1 }, async () => {
  const { tabId } = await to.chat()
  await fill([tabId], 2_000)
  await app.db.pool.query('VACUUM ANALYZE messages')
  const { hash } = await to.share({ tabId })
  const { own, shared, page } = await costs({
    own: () => owner.client.call(queries.list, { params: { id: tabId }, query: {} }),
    shared: () => to.messages(hash),
    page: () => to.page(hash),
  })
  expect(shared.cpu / own.cpu).toBeLessThan(1.5)
  expect(page.cpu / own.cpu).toBeLessThan(1.5)
  // The places of all messages come from the index, a page or less for two; to look up each message takes five.
  expect(shared.pages).toBeLessThan(4_000)
  expect(page.pages).toBeLessThan(6_000)
})

// Repeated: it compares CPU times, as above.
test(
  'a project of 200 tabs with 500 messages each opens within a few times of that',
  { retry: 1, timeout: 120_000 },
  async () => {
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
    const { own, shared, page } = await costs(
      {
        own: () => owner.client.call(queries.list, { params: { id: tabIds[0] ?? 0 }, query: {} }),
        shared: () => to.messages(hash, { chat: 150 }),
        page: () => to.page(hash),
      },
      10,
    )
    expect((await to.page(hash)).chats).toHaveLength(201)
    expect(shared.cpu / own.cpu).toBeLessThan(2)
    expect(shared.pages).toBeLessThan(2_000)
    // Many readers share the figures of a large project.
    expect(page.cpu / own.cpu).toBeLessThan(2)
  },
)
