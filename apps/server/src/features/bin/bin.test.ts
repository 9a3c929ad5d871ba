import { contract, CUSTINST_LIMITS } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openItems } from '#access/items/index.ts'
import { openLog } from '#platform/log.ts'
import { projectItem } from '#features/projects/index.ts'
import { binFeature } from './index.ts'

const { bin, contexts, custinsts, datasources, goldensets, projects, prompts, search, users } = contract
const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const list = async (who: TestUser, query: { q?: string; limit?: number; cursor?: string } = {}) =>
  (await who.client.call(bin.list, { query })).data.DeletedItems
const namesIn = async (who: TestUser) => (await list(who)).map(({ name }) => name)
const restore = async (who: TestUser, id: number) =>
  (await who.client.call(bin.restore, { params: { id } })).data
/** Runs the job of deleted projects at this time. */
async function sweepAt(ms: number): Promise<void> {
  const clock = { now: () => new Date(ms) }
  const nothing = () => Promise.resolve()
  const audit = { record: nothing }
  const deps = { db: app.db, clock, bus: { publish: nothing, publishAll: nothing }, audit, binDays: () => 30 }
  const { belongings } = openItems(deps, projectItem)
  const given = { belongings: () => [belongings], openingLinks: () => Promise.resolve(0) }
  for (const job of binFeature({ ...deps, ...given, log: openLog('silent') }).jobs) await job.run({})
}
const MISSING = { status: 404, code: 'NOT_FOUND' }

/** One item of each noun with the same word in its name, its context, and how to delete it. */
async function itemsOf(owner: TestUser, word: string) {
  const { client } = owner
  const project = await app.deps.project(owner, { name: `${word} project` })
  const tab = await app.deps.tab(owner, project)
  await storeMessage(app.db, { tabId: tab.id, userId: owner.id, query: `${word} question` })
  const prompt = { title: `${word} prompt`, comment: '', prompt: word, outputFormId: 1 }
  const { Prompt } = (await client.call(prompts.create, { body: prompt })).data
  const instruction = { name: `${word} instruction`, description: '', content: word, scope: 1 } as const
  const { custinst } = (await client.call(custinsts.create, { body: instruction })).data
  const { datasource } = (
    await client.call(datasources.create, { body: { name: `${word} source`, summary: '' } })
  ).data
  const asks = [{ promptId: 0, title: word, prompt: word, checks: [] }]
  const body = { name: `${word} set`, description: '', prompts: asks }
  const { GoldenSet } = (await client.call(goldensets.create, { body })).data
  const params = (item: { id: number }) => ({ params: { id: item.id } })
  return [
    { item: project, remove: () => client.call(projects.remove, params(project)) },
    { item: Prompt, remove: () => client.call(prompts.remove, params(Prompt)) },
    { item: custinst, remove: () => client.call(custinsts.remove, params(custinst)) },
    { item: datasource, remove: () => client.call(datasources.remove, params(datasource)) },
    { item: GoldenSet, remove: () => client.call(goldensets.remove, params(GoldenSet)) },
  ]
}

/** Everything that a person reads about their items. */
async function everything(who: TestUser, word: string): Promise<string> {
  const { client, id } = who
  const empty = () => ({ data: [] })
  const replies = await Promise.all([
    client.call(projects.list, { params: { id } }).catch(empty),
    client.call(prompts.list, {}).catch(empty),
    client.call(custinsts.list, {}).catch(empty),
    client.call(datasources.list, {}).catch(empty),
    client.call(goldensets.list, {}).catch(empty),
    client.call(search.find, { query: { q: word } }).catch(empty),
    client.call(users.get, { params: { id } }),
  ])
  return JSON.stringify(replies.map(({ data }) => data))
}

describe('ACCESS-16: a deleted item of every noun', () => {
  test('is found nowhere but in the recycle bin, by its owner and its readers, and comes back with its shares', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const word = 'Quoxbin'
    const all = await itemsOf(anna, word)
    for (const { item } of all) await app.deps.share(item, bert)
    const before = [await everything(anna, word), await everything(bert, word)]
    for (const part of ['project', 'prompt', 'instruction', 'source', 'set'])
      expect(before.map((text) => text.includes(`${word} ${part}`))).toEqual([true, true])
    for (const { remove } of all) await remove()
    for (const who of [anna, bert]) expect(await everything(who, word)).not.toContain(word)
    const binned = await list(anna)
    expect(binned.map(({ noun, kind, shares, isOwn }) => [noun, kind, shares, isOwn])).toEqual([
      ['goldenset', 'goldensets', 1, true],
      ['datasource', 'datasources', 1, true],
      ['custinst', 'custinsts', 1, true],
      ['prompt', 'prompts', 1, true],
      ['project', 'chats', 1, true],
    ])
    expect(await list(bert)).toEqual([])
    for (const { item } of all) await restore(anna, item.context.id)
    expect(await list(anna)).toEqual([])
    for (const who of [anna, bert])
      for (const { item } of all)
        expect(await everything(who, word)).toContain(JSON.stringify('name' in item ? item.name : item.title))
  })

  test('has no messages, tabs, shares or documents for anybody who knows their ids', async () => {
    const [anna, root] = [await app.deps.user(), await app.deps.user({ roleId: 1 })]
    const project = await app.deps.project(anna)
    const tab = await app.deps.tab(anna, project)
    const messageId = await storeMessage(app.db, { tabId: tab.id, userId: anna.id })
    await anna.client.call(projects.remove, { params: { id: project.id } })
    for (const who of [anna, root]) {
      const calls = [
        () => who.client.call(projects.get, { params: { id: project.id } }),
        () => who.client.call(projects.update, { params: { id: project.id }, body: { name: 'Taken' } }),
        () => who.client.call(projects.remove, { params: { id: project.id } }),
        () => who.client.call(contract.tabs.list, { params: { id: project.id } }),
        () => who.client.call(contract.queries.list, { params: { id: tab.id } }),
        () => who.client.call(contract.queries.rate, { params: { id: messageId }, body: { rating: 1 } }),
        () =>
          who.client.call(contexts.removeMember, {
            params: { id: project.context.id, assocContextId: who.contextId },
          }),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('taking back', () => {
  test('is for those who had admin access; others see nothing of it', async () => {
    const [anna, bert, carl, root] = [
      await app.deps.user(),
      await app.deps.user({ firstName: 'Bertolt' }),
      await app.deps.user(),
      await app.deps.user({ roleId: 1 }),
    ]
    const project = await app.deps.project(anna, { name: 'Ours' })
    await app.deps.share(project, bert, { admin: true })
    await app.deps.share(project, carl, { write: true })
    await bert.client.call(projects.remove, { params: { id: project.id } })
    const { id } = project.context
    for (const who of [carl, root]) {
      expect(await list(who)).toEqual([])
      await expect(restore(who, id)).rejects.toMatchObject(MISSING)
      await expect(who.client.call(bin.erase, { params: { id } })).rejects.toMatchObject(MISSING)
    }
    expect(await list(anna)).toMatchObject([
      { name: 'Ours', isOwn: true, deletedBy: expect.stringMatching(/^Bertolt /) },
    ])
    expect(await list(bert)).toMatchObject([{ name: 'Ours', isOwn: false }])
    expect((await bert.client.call(bin.empty)).data.count).toBe(0)
    expect(await restore(bert, id)).toEqual({
      noun: 'project',
      itemId: project.id,
      uri: `/projects/${project.id}`,
      links: 0,
    })
    expect((await carl.client.call(projects.get, { params: { id: project.id } })).data.project.name).toBe(
      'Ours',
    )
    await expect(restore(anna, id)).rejects.toMatchObject(MISSING)
  })

  test('needs the permission of the noun', async () => {
    const anna = await app.deps.user()
    const [first] = (await itemsOf(anna, 'Permit')).slice(1)
    await first?.remove()
    expect(await namesIn(anna)).toEqual(['Permit prompt'])
    await app.db.pool.query('UPDATE users SET role_id = 6 WHERE id = $1', [anna.id])
    const again = await app.deps.again(anna)
    expect(await namesIn(again)).toEqual([])
    await expect(restore(again, first?.item.context.id ?? 0)).rejects.toMatchObject(MISSING)
  })

  test('is refused with the way on while its owner has as many items as one can have', async () => {
    const anna = await app.deps.user()
    const [, , instruction] = await itemsOf(anna, 'Full')
    await instruction?.remove()
    await app.db.pool.query(
      `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
          SELECT gen_random_uuid(), 10, 'I', $2 FROM generate_series(1, $3) RETURNING id)
        INSERT INTO custinsts (uuid, context_id, owner_id, name, content, scope)
        SELECT gen_random_uuid(), id, $1, 'I', 'I', 1 FROM made`,
      [anna.id, anna.contextId, CUSTINST_LIMITS.count],
    )
    const id = instruction?.item.context.id ?? 0
    await expect(restore(anna, id)).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_CUSTINSTS' })
    await app.db.pool.query(
      'DELETE FROM custinsts WHERE id = (SELECT max(id) FROM custinsts WHERE owner_id = $1)',
      [anna.id],
    )
    expect(await restore(anna, id)).toMatchObject({ noun: 'custinst' })
  })

  test('is told to open pages, as deleting is', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const project = await app.deps.project(anna)
    await app.deps.share(project, bert)
    const page = await livePage(app, bert)
    await anna.client.call(projects.remove, { params: { id: project.id } })
    const uri = `/projects/${project.id}`
    await expect.poll(() => page.messages.filter((one) => one.uri === uri)).not.toEqual([])
    const seen = page.messages.length
    await restore(anna, project.context.id)
    await expect.poll(() => page.messages.slice(seen).filter((one) => one.uri === uri)).not.toEqual([])
  })

  test('is listed by name, in pages', async () => {
    const anna = await app.deps.user()
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await app.deps.project(anna, { name })
      await anna.client.call(projects.remove, { params: { id } })
    }
    const first = await anna.client.call(bin.list, { query: { limit: 2 } })
    expect(first.data.DeletedItems.map(({ name }) => name)).toEqual(['Three', 'Two'])
    const cursor = first.meta?.nextCursor ?? ''
    const second = await anna.client.call(bin.list, { query: { limit: 2, cursor } })
    expect([second.data.DeletedItems.map(({ name }) => name), second.meta?.nextCursor]).toEqual([
      ['One'],
      null,
    ])
    expect((await list(anna, { q: 'tw' })).map(({ name }) => name)).toEqual(['Two'])
    expect((await list(anna, { q: 'twó' })).map(({ name }) => name)).toEqual(['Two'])
  })
})

describe('deleting for good', () => {
  test('happens at once when a person says so, for one or for all own items', async () => {
    const anna = await app.deps.user()
    const all = await itemsOf(anna, 'Gone')
    for (const { remove } of all) await remove()
    const [one] = all
    await anna.client.call(bin.erase, { params: { id: one?.item.context.id ?? 0 } })
    expect(await list(anna)).toHaveLength(4)
    expect((await anna.client.call(bin.empty)).data.count).toBe(4)
    expect(await list(anna)).toEqual([])
    const ids = all.map(({ item }) => item.context.id)
    expect((await app.db.pool.query('SELECT FROM contexts WHERE id = ANY ($1)', [ids])).rows).toEqual([])
  })

  test('happens after the configured days, not before', async () => {
    const anna = await app.deps.user()
    const project = await app.deps.project(anna, { name: 'Old' })
    await anna.client.call(projects.remove, { params: { id: project.id } })
    const [binned] = await list(anna)
    expect(Date.parse(binned?.ends ?? '') - Date.parse(binned?.deleted ?? '')).toBe(30 * DAY_MS)
    const ended = Date.parse(binned?.ends ?? '')
    await sweepAt(ended - 1_000)
    expect(await namesIn(anna)).toEqual(['Old'])
    await sweepAt(ended + 1_000)
    expect(await namesIn(anna)).toEqual([])
    await expect(restore(anna, project.context.id)).rejects.toMatchObject(MISSING)
  })
})

test('an account that is removed takes its recycle bin with it, and hands none of it over', async () => {
  const [anna, heir, root] = [
    await app.deps.user(),
    await app.deps.user(),
    await app.deps.user({ roleId: 1 }),
  ]
  const kept = await app.deps.project(anna, { name: 'Kept' })
  const gone = await app.deps.project(anna, { name: 'Gone' })
  for (const project of [kept, gone]) await app.deps.share(project, heir)
  await anna.client.call(projects.remove, { params: { id: gone.id } })
  const params = { id: anna.id }
  const { Belongings } = (await root.client.call(users.belongings, { params })).data
  expect(JSON.stringify(Belongings)).not.toContain('2')
  await root.client.call(users.remove, { params, query: { items: 'handOver', to: heir.id } })
  expect((await heir.client.call(projects.get, { params: { id: kept.id } })).data.project.name).toBe('Kept')
  expect(await list(heir)).toEqual([])
  expect((await app.db.pool.query('SELECT FROM projects WHERE id = $1', [gone.id])).rows).toEqual([])
})
