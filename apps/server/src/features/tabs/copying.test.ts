import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { contract, type Tab } from '@polylogue/contract'
import { holdAfter } from '#test/held-steps.ts'
import { words } from '#test/imports.ts'
import { storeMessage } from '#test/messages.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/clock.ts'
import { searchFeature } from '#features/search/index.ts'
import { clearCopies } from './copying.ts'
import { COPYING_TYPE } from './store.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { importCharacters: 1_000_000, requestsPerMinute: 100_000 } } })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

/** Creates a tab of Anna's with this many messages of this many characters. */
async function tabOf(count: number, length: number): Promise<Tab> {
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  for (let n = 0; n < count; n++)
    await storeMessage(app.db, {
      tabId: tab.id,
      userId: anna.id,
      query: `Q${n}`,
      response: words(length, n + 1),
    })
  return tab
}
const copy = async (id: number, withMessages = true) =>
  (await anna.client.call(contract.tabs.copy, { params: { id }, body: { withMessages } })).data.projecttab
const textsOf = async (tabId: number) => {
  const { rows } = await app.db.pool.query<{ text: string; turn: boolean }>(
    `SELECT query_text || response_text AS text, turn_id = id AS turn FROM messages WHERE tab_id = $1 ORDER BY id`,
    [tabId],
  )
  return rows
}
const find = async (who: TestUser, q: string) =>
  (await who.client.call(contract.search.find, { query: { q } })).data.Finds.map(({ id }) => id)
const idsOf = async (tabId: number) =>
  (
    await app.db.pool.query<{ id: number }>('SELECT id FROM messages WHERE tab_id = $1 ORDER BY id', [tabId])
  ).rows.map(({ id }) => id)

/** Runs `work`, and returns how many transactions began meanwhile during each call of Ben's. */
async function during(work: () => Promise<unknown>): Promise<{ all: number; meanwhile: number[] }> {
  const transactions = vi.spyOn(app.db, 'transaction')
  let done = false
  const working = work().finally(() => (done = true))
  const meanwhile: number[] = []
  while (!done) {
    const before = transactions.mock.calls.length
    await ben.client.call(contract.users.get, { params: { id: ben.id } })
    meanwhile.push(transactions.mock.calls.length - before)
  }
  await working
  const all = transactions.mock.calls.length
  transactions.mockRestore()
  return { all, meanwhile }
}

test('many messages are copied in small steps, so that other requests run in between', async () => {
  const tab = await tabOf(8, 50_000)
  let made: Tab | undefined
  const { all, meanwhile } = await during(async () => void (made = await copy(tab.id)))
  // Transactions: the check, the tab, one per message, the end.
  expect(all).toBeGreaterThanOrEqual(11)
  expect(Math.max(...meanwhile)).toBeLessThanOrEqual(6)
  expect(made).toMatchObject({ name: `${tab.name} (2)`, type: tab.type, tabIndex: 1 })
  expect(await textsOf(made?.id ?? 0)).toEqual(await textsOf(tab.id))
  const [first] = await idsOf(made?.id ?? 0)
  await expect.poll(() => find(anna, 'Q0'), { timeout: 60_000, interval: 250 }).toContain(first)
}, 150_000)

test('copying a tab that is too large is refused with 413, but works without messages', async () => {
  const tab = await tabOf(21, 100_000)
  const refused = { code: 'TAB_TOO_LARGE', status: 413 }
  await expect(copy(tab.id)).rejects.toMatchObject(refused)
  const { data } = await anna.client.call(contract.tabs.list, { params: { id: tab.projectId } })
  expect(data.Projecttabs).toHaveLength(1)
  expect(await textsOf((await copy(tab.id, false)).id)).toEqual([])
})

test('runs one large copy per user, queues two, refuses the next; small copies run at once', async () => {
  const [tab, small] = [await tabOf(8, 50_000), await tabOf(1, 100)]
  const release = holdAfter(app.db, ({ tab }) => tab?.type === COPYING_TYPE)
  onTestFinished(release)
  const ended: unknown[] = []
  const sent = Array.from({ length: 4 }, () =>
    copy(tab.id)
      .catch((error: unknown) => error)
      .then((result) => ended.push(result)),
  )
  await copy(small.id)
  await expect.poll(() => ended).toEqual([expect.objectContaining({ code: 'SERVER_BUSY', retryAfter: 30 })])
  release()
  await Promise.all(sent)
  expect(ended.filter((one) => one instanceof Error)).toHaveLength(1)
}, 60_000)

test('a failed copy, or one of a crashed process, leaves nothing behind', async () => {
  const tab = await tabOf(4, 50_000)
  const names = async () => {
    const { data } = await anna.client.call(contract.tabs.list, { params: { id: tab.projectId } })
    return data.Projecttabs.map(({ name }) => name)
  }
  await app.db.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF new.query_text = 'Q3' THEN RAISE 'full'; END IF; RETURN new; END $$`)
  await app.db.pool.query(
    'CREATE TRIGGER fail BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION fail()',
  )
  await expect(copy(tab.id)).rejects.toMatchObject({ status: 500 })
  await app.db.pool.query('DROP TRIGGER fail ON messages')
  expect(await names()).toEqual([tab.name])
  const made = await copy(tab.id)
  const nothing = () => Promise.resolve()
  const clear = () =>
    clearCopies({
      db: app.db,
      clock: systemClock,
      queries: { forgetBlobs: nothing },
      bus: { publish: nothing },
    })
  await clear()
  expect(await names()).toEqual([tab.name, made.name])
  await app.db.pool.query(`UPDATE tabs SET type = -1, created = now() - interval '2 hours' WHERE id = $1`, [
    made.id,
  ])
  await clear()
  expect(await names()).toEqual([tab.name])
})

test('a large tab is moved at once; its search entries follow in small steps, without leaks', async () => {
  const tab = await tabOf(6, 30_000)
  const ids = await idsOf(tab.id)
  const search = searchFeature({
    db: app.db,
    log: openLog('silent'),
    jobs: { enqueue: () => Promise.resolve() },
    types: [],
  })
  await search.service.indexMessages(ids)
  const to = await app.deps.project(ben)
  await app.deps.share(to, anna, { write: true })
  const reader = await app.deps.user()
  await app.db.pool.query(
    'INSERT INTO associations (context_id, assoc_context_id) SELECT context_id, $2 FROM projects WHERE id = $1',
    [tab.projectId, reader.contextId],
  )
  expect(await find(reader, 'Q5')).toContain(ids[5])
  const queries = vi.spyOn(app.db.pool, 'query')
  await anna.client.call(contract.tabs.move, { params: { id: tab.id }, body: { projectId: to.id } })
  expect(await find(reader, 'Q5')).toEqual([])
  await expect.poll(() => find(ben, 'Q5'), { timeout: 60_000, interval: 250 }).toContain(ids[5])
  const steps = queries.mock.calls.flatMap(([query, values]) => {
    const { text } = query as unknown as { text?: string }
    return text?.includes('ts_delete') ? [(values as unknown as number[][])[0]] : []
  })
  expect(steps).toEqual(ids.map((id) => [id]))
  const { rows } = await app.db.pool.query<{ marks: string[] }>(
    `SELECT (SELECT array_agg(mark) FROM unnest(tsvector_to_array(words)) mark WHERE mark ~ E'^\\x01[op]') AS marks
      FROM message_search WHERE message_id = ANY ($1)`,
    [ids],
  )
  for (const { marks } of rows) expect(marks.sort()).toEqual([`\u0001o${ben.contextId}`, `\u0001p${to.id}`])
}, 150_000)
