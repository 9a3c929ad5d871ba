import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import { isFull } from '#test/full.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

type Query = { limit?: number; cursor?: string; q?: string; kind?: 'chat' | 'project'; ids?: string }
const list = async (who: TestUser, query: Query = {}) => {
  const { data, meta } = await who.client.call(contract.projects.list, { params: { id: who.id }, query })
  return { projects: data.Projects, names: data.Projects.map(({ name }) => name), ...meta }
}
const create = async (who: TestUser, body: { name: string; description?: string; type?: number }) =>
  (await who.client.call(contract.projects.create, { body })).data.project

describe('the list of projects', () => {
  test('is sorted by last use: asking, changing a tab, or changing the project', async () => {
    const anna = await app.deps.user()
    const [one, two, three] = [
      await create(anna, { name: 'one' }),
      await create(anna, { name: 'two' }),
      await create(anna, { name: 'three' }),
    ]
    expect((await list(anna)).names).toEqual(['three', 'two', 'one'])
    const tab = await app.deps.tab(anna, one)
    expect((await list(anna)).names).toEqual(['one', 'three', 'two'])
    await anna.client.call(contract.projects.update, { params: { id: two.id }, body: { description: 'x' } })
    expect((await list(anna)).names).toEqual(['two', 'one', 'three'])
    await anna.client.call(contract.tabs.update, { params: { id: tab.id }, body: { name: 'Tab' } })
    expect((await list(anna)).names).toEqual(['one', 'two', 'three'])
    const third = await app.deps.tab(anna, three)
    await app.deps.tab(anna, one)
    const body = { prompt: 'How do I share?', projectTabId: third.id, modelTagId: 1 }
    await anna.client.call(contract.answers.ask, { params: { id: 1 }, body })
    await expect.poll(async () => (await list(anna)).names).toEqual(['three', 'one', 'two'])
    const { projects } = await list(anna)
    const { data } = await anna.client.call(contract.queries.list, { params: { id: third.id } })
    expect(projects[0]?.lastUsed).toBe(data.Queries[0]?.created)
    const first = await list(anna, { limit: 1 })
    const second = await list(anna, { limit: 1, cursor: first.nextCursor ?? '' })
    const last = await list(anna, { limit: 1, cursor: second.nextCursor ?? '' })
    expect([...first.names, ...second.names, ...last.names]).toEqual(['three', 'one', 'two'])
    expect(last.nextCursor).toBeNull()
  })

  test('has projects with equal last use exactly once across its pages', async () => {
    const anna = await app.deps.user()
    const made: Project[] = []
    for (let index = 0; index < 5; index++) made.push(await create(anna, { name: `p${index}` }))
    await app.db.pool.query(
      `UPDATE projects SET last_used = '2030-01-01T00:00:00.123Z' WHERE owner_id = $1`,
      [anna.id],
    )
    const seen: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(anna, { limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.projects.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(made.map(({ id }) => id).toReversed())
  })

  test('is filtered by part of the name or description, by kind, and by ids', async () => {
    const anna = await app.deps.user()
    const chat = await create(anna, { name: 'Äpfel 100% reif' })
    const folder = await create(anna, { name: 'Birnen', description: 'süße Äpfel_und mehr', type: 2 })
    await create(anna, { name: 'Kirschen', type: 3 })
    expect((await list(anna, { q: 'ÄPFEL' })).names).toEqual(['Birnen', 'Äpfel 100% reif'])
    expect((await list(anna, { q: '100%' })).names).toEqual(['Äpfel 100% reif'])
    expect((await list(anna, { q: 'l_u' })).names).toEqual(['Birnen'])
    expect((await list(anna, { kind: 'chat' })).names).toEqual(['Äpfel 100% reif'])
    expect((await list(anna, { kind: 'project' })).names).toEqual(['Kirschen', 'Birnen'])
    expect((await list(anna, { kind: 'project', q: 'birn' })).names).toEqual(['Birnen'])
    expect((await list(anna, { ids: `${chat.id},${folder.id},999999` })).names).toEqual([
      'Birnen',
      'Äpfel 100% reif',
    ])
    await expect(list(anna, { q: '%%' })).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
    await expect(list(anna, { q: '\\' })).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
    await expect(list(anna, { ids: 'x' })).rejects.toMatchObject({ status: 400 })
    const other = await app.deps.user()
    await expect(list(other, { ids: `${chat.id}` })).rejects.toMatchObject({ code: 'NONE_FOUND' })
  })

  test('has the number of tabs and shares, the first tab and the last question of each project', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const project = await create(anna, { name: 'Cards' })
    await create(anna, { name: 'Nothing' })
    const [first, second] = [await app.deps.tab(anna, project), await app.deps.tab(anna, project)]
    await app.deps.share(project, bert)
    const early = await storeMessage(app.db, { tabId: first.id, userId: anna.id, query: 'Early' })
    await storeMessage(app.db, { tabId: second.id, userId: anna.id, query: 'Later' })
    const long = `😀${'x'.repeat(300)}`
    await storeMessage(app.db, { tabId: first.id, userId: anna.id, query: long, replaces: early })
    await anna.client.call(contract.tabs.order, {
      params: { id: project.id },
      body: { tabIds: [second.id, first.id] },
    })
    const facts = { numTabs: 2, firstTabId: second.id, numShares: 1, lastQuery: `😀${'x'.repeat(199)}` }
    expect((await list(anna)).projects).toMatchObject([
      { name: 'Cards', ...facts },
      { name: 'Nothing', numTabs: 0, firstTabId: null, numShares: 0, lastQuery: '' },
    ])
    const [told] = (await list(bert)).projects
    expect(told).toMatchObject({ ...facts, assocContexts: [{ contextId: bert.contextId }] })
  })

  test('of thousands is fast, for their owner and for a user with three projects', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    await app.db.pool.query(
      `WITH item AS (
        INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 4, 'Many', $1 FROM generate_series(1, $3::int) RETURNING id
      ), project AS (
        INSERT INTO projects (uuid, context_id, owner_id, name, last_used)
        SELECT gen_random_uuid(), id, $2, 'Many ' || id, now() - id * interval '1 second' FROM item RETURNING id
      ), tab AS (
        INSERT INTO tabs (uuid, project_id, tab_index, name) SELECT gen_random_uuid(), id, 0, 'Tab' FROM project RETURNING id
      ), message AS (
        SELECT id, nextval(pg_get_serial_sequence('messages', 'id')) AS message_id FROM tab)
      INSERT INTO messages (id, turn_id, uuid, tab_id, model_id, model_tag_id, model_name, model_tag_name, query_text, state)
      SELECT message_id, message_id, gen_random_uuid(), id, 1, 1, 'Guide', 'latest', 'Why?', 2 FROM message`,
      [anna.contextId, anna.id, isFull ? 10_000 : 2_000],
    )
    for (let index = 0; index < 3; index++) await create(bert, { name: 'Few' })
    const once = async (who: TestUser, query: Query) => {
      const since = performance.now()
      await list(who, query)
      return performance.now() - since
    }
    // The best of four runs: other tests use the machine, too.
    const took = async (who: TestUser, query: Query) =>
      Math.min(await once(who, query), await once(who, query), await once(who, query), await once(who, query))
    const { projects } = await list(anna, { limit: 100 })
    expect(projects).toHaveLength(100)
    expect(projects[0]).toMatchObject({ numTabs: 1, lastQuery: 'Why?' })
    const times = [await took(anna, { limit: 100 }), await took(anna, { q: 'Many 9' }), await took(bert, {})]
    // About 30 ms here; reading all tabs for each project would take seconds.
    expect(Math.max(...times), times.join(', ')).toBeLessThan(700)
  })
})

describe('importing chats', () => {
  const chats = [
    {
      name: 'Reise',
      turns: [
        {
          queryText: 'Wohin reisen Störche?',
          responseText: 'Nach Süden.',
          reasoningText: 'Vögel …',
          modelName: 'gpt-9:big',
          created: '2024-03-01T10:00:00.500Z',
          rating: 1 as const,
        },
        { queryText: 'Und wann?', responseText: '', modelName: 'Guide', created: '2024-03-01T10:01:00Z' },
      ],
    },
    { name: 'Leer', turns: [] },
  ]
  const bring = async (who: TestUser, body: { name: string; description?: string; chats: typeof chats }) =>
    (await who.client.call(contract.projects.import, { body })).data.project

  test('creates a project with a tab per chat and a finished message per turn', async () => {
    const anna = await app.deps.user()
    const project = await bring(anna, { name: 'Alt', description: 'Von früher', chats })
    expect(project).toMatchObject({ name: 'Alt', description: 'Von früher', ownerId: anna.id, type: 2 })
    const { data } = await anna.client.call(contract.tabs.list, { params: { id: project.id } })
    expect(data.Projecttabs.map(({ name }) => name)).toEqual(['Reise', 'Leer'])
    const told = await anna.client.call(contract.queries.list, {
      params: { id: data.Projecttabs[0]?.id ?? 0 },
    })
    const [first, second] = told.data.Queries
    expect(first).toMatchObject({
      turnId: first?.id,
      state: 2,
      queryText: 'Wohin reisen Störche?',
      responseText: 'Nach Süden.',
      reasoningText: 'Vögel …',
      modelId: 1,
      modelTagId: 1,
      modelName: 'gpt-9',
      modelTagName: 'big',
      created: '2024-03-01T10:00:00.500Z',
      rating: 1,
      userId: anna.id,
    })
    expect(second).toMatchObject({ responseText: '', rating: 0, modelName: 'Guide', modelTagName: 'latest' })
    const find = async () =>
      (await anna.client.call(contract.search.find, { query: { q: 'Störche' } })).data.Finds.map(
        ({ id }) => id,
      )
    await expect.poll(find).toEqual([first?.id])
    expect((await list(anna)).projects).toMatchObject([{ name: 'Alt', numTabs: 2, lastQuery: 'Und wann?' }])
  })

  test('creates a chat from a single one, uses now for impossible times, stores all or nothing', async () => {
    const anna = await app.deps.user()
    const turn = { queryText: 'Q', responseText: 'A', modelName: '\ud800x' }
    const turns = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map((created) => ({ ...turn, created }))
    const project = await bring(anna, { name: 'One', chats: [{ name: 'Only', turns }] as typeof chats })
    expect(project.type).toBe(0)
    const { data } = await anna.client.call(contract.tabs.list, { params: { id: project.id } })
    const told = await anna.client.call(contract.queries.list, {
      params: { id: data.Projecttabs[0]?.id ?? 0 },
    })
    for (const { created, modelName } of told.data.Queries) {
      expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000)
      expect(modelName).toBe('\ufffdx')
    }
    const wrong = [...chats, { name: ' ', turns: [] }]
    await expect(bring(anna, { name: 'Wrong', chats: wrong })).rejects.toMatchObject({ status: 400 })
    expect((await list(anna)).names).toEqual(['One'])
  })

  test('keeps the order of many turns', async () => {
    const anna = await app.deps.user()
    const turns = Array.from({ length: 2_500 }, (_, index) => ({ queryText: `Q${index}`, responseText: 'A' }))
    const project = await bring(anna, { name: 'Long', chats: [{ name: 'Only', turns }] as typeof chats })
    const { data } = await anna.client.call(contract.tabs.list, { params: { id: project.id } })
    const told = await anna.client.call(contract.queries.list, {
      params: { id: data.Projecttabs[0]?.id ?? 0 },
      query: { limit: 500 },
    })
    expect(told.data.Queries.map(({ queryText }) => queryText)).toEqual(
      turns.slice(-500).map(({ queryText }) => queryText),
    )
  })
})
