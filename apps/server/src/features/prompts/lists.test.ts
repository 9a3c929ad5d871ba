import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type CallRequest } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, get, list, make, promptsOf, update } from './test/prompts.ts'

const { prompts, labels } = contract
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }

let app: TestApp
let anna: TestUser
let bert: TestUser
let root: TestUser
beforeAll(async () => {
  const promptContexts = ['SEO', 'Sales', 'Nobody’s']
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 }, promptContexts } })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const { category, tag } = promptsOf(() => anna)
type Query = NonNullable<CallRequest<typeof prompts.list>['query']>
const titles = async (who: TestUser, query: Query = {}) =>
  (await list(who, query)).data.Prompts.map(({ title }) => title)

describe('prompt contexts', () => {
  const named = async (name: string, members: readonly TestUser[]) => {
    const { contextId } = await app.deps.group(3, members)
    await app.db.pool.query('UPDATE contexts SET name = $2 WHERE id = $1', [contextId, name])
    return contextId
  }
  const parts = async (who: TestUser) => (await who.client.call(prompts.contexts)).data.PromptContexts

  test('are the configured groups of the user, in the configured order', async () => {
    const [sales, seo] = [await named('Sales', [anna, bert]), await named('SEO', [anna])]
    await named('Sales', [root])
    await named('Another', [anna])
    expect(await parts(anna)).toEqual([
      { id: seo, name: 'SEO' },
      { id: sales, name: 'Sales' },
    ])
    expect(await parts(bert)).toEqual([{ id: sales, name: 'Sales' }])
    await app.db.pool.query('DELETE FROM contexts WHERE id = ANY ($1)', [[sales, seo]])
  })

  test('filter the list to prompts shared with them, without giving access to more', async () => {
    const group = await named('SEO', [anna, bert])
    await make(anna, { title: 'Shared with SEO', assocContexts: [entry({ contextId: group })] })
    await make(anna, { title: 'Of Anna alone' })
    await make(bert, { title: 'Shared with Anna', assocContexts: [entry(anna)] })
    expect(await titles(anna, { context: group })).toEqual(['Shared with SEO'])
    expect(await titles(bert, { context: group })).toEqual(['Shared with SEO'])
    expect(await titles(root, { context: group })).toEqual([])
    expect(await titles(root, { context: anna.contextId })).toEqual([])
    expect(await titles(anna, { context: group, q: 'nothing' })).toEqual([])
  })

  test('do not reveal shares to users who do not manage the prompt', async () => {
    const carl = await app.deps.user()
    const title = 'Shared with three'
    const made = await make(anna, { title })
    const hidden = await named('Hidden', [carl])
    const [write, admin] = [{ write: true }, { admin: true }]
    await app.deps.share(made, { contextId: hidden })
    await app.deps.share(made, carl)
    await app.deps.share(made, bert, write)
    for (const context of [hidden, carl.contextId]) {
      expect((await list(bert, { context })).meta.total).toBe(0)
      expect(await titles(carl, { context })).toEqual([title])
      expect(await titles(anna, { context })).toEqual([title])
    }
    expect(await titles(bert, { context: bert.contextId, q: title })).toEqual([title])
    await app.deps.share(made, bert, admin)
    expect(await titles(bert, { context: hidden })).toEqual([title])
  })
})

describe('the list', () => {
  test('has the readable prompts, last changed first, in pages with a total', async () => {
    const carl = await app.deps.user()
    const made = []
    for (let n = 1; n <= 25; n++) made.push(await make(carl, { title: `P${n}` }))
    await make(anna, { title: 'Another’s' })
    await make(anna, { title: 'Shared', assocContexts: [entry(carl)] })
    await update(carl, made[0]?.id ?? 0, { title: 'First again' })
    const { data, meta } = await list(carl, { limit: 10 })
    expect(meta.total).toBe(26)
    expect(data.Prompts.map(({ title }) => title).slice(0, 3)).toEqual(['First again', 'Shared', 'P25'])
    expect(data.Prompts[0]).toEqual(await get(carl, made[0]?.id ?? 0))
    expect(await titles(carl, { limit: 10, offset: 20 })).toEqual(['P7', 'P6', 'P5', 'P4', 'P3', 'P2'])
    const beyond = await list(carl, { limit: 10, offset: 1_000 })
    expect([beyond.data.Prompts, beyond.meta.total]).toEqual([[], 26])
  })

  test('is searched in the chosen fields', async () => {
    const carl = await app.deps.user()
    const [law, urgent] = [await category('Quendel law'), await tag('quendel!')]
    await make(carl, { title: 'Quendel' })
    await make(carl, { title: 'B', prompt: 'About QUENDEL' })
    await make(carl, { title: 'C', comment: '100 % quendel_' })
    await make(carl, { title: 'D', categories: [law.id] })
    await make(carl, { title: 'E', tags: [urgent.id] })
    await make(carl, { title: 'F' })
    const q = 'quendel'
    expect(await titles(carl, { q })).toEqual(['E', 'D', 'C', 'B', 'Quendel'])
    expect(await titles(carl, { q: 'quéndél' })).toEqual(['E', 'D', 'C', 'B', 'Quendel'])
    expect(await titles(carl, { q, in: 'title' })).toEqual(['Quendel'])
    expect(await titles(carl, { q, in: 'prompt,comment' })).toEqual(['C', 'B'])
    expect(await titles(carl, { q, in: 'categories,tags' })).toEqual(['E', 'D'])
    expect(await titles(carl, { q: 'quendel_' })).toEqual(['C'])
    expect(await titles(carl, { q: '100 %' })).toEqual(['C'])
    expect(await titles(carl, { categories: `${law.id}` })).toEqual(['D'])
    expect(await titles(carl, { tags: `${urgent.id},${urgent.id + 1}` })).toEqual(['E'])
    expect(await titles(carl, { categories: `${law.id}`, tags: `${urgent.id}` })).toEqual([])
    await expect(titles(carl, { in: 'owner' })).rejects.toMatchObject(INVALID)
    await expect(titles(carl, { tags: '1;2' })).rejects.toMatchObject(INVALID)
  })
})

describe('categories and tags', () => {
  test('are unique by name, have a description, and are sorted by name', async () => {
    const made = await anna.client.call(labels.createTag, {
      body: { name: ' Zebra ', description: 'Stripes' },
    })
    expect(made.data.tag).toEqual({ id: expect.any(Number) as number, name: 'Zebra', description: 'Stripes' })
    expect((await bert.client.call(labels.createTag, { body: { name: 'zebra' } })).data.tag).toEqual(
      made.data.tag,
    )
    const { data } = await bert.client.call(labels.tags)
    const names = data.Tags.map(({ name }) => name)
    expect(names).toContain('Zebra')
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    for (const name of ['', ' ', 'x'.repeat(101)]) await expect(tag(name)).rejects.toMatchObject(INVALID)
  })

  test('are limited to 1,000 of each kind', async () => {
    const other = await testApp()
    const user = await other.deps.user()
    await other.db.pool.query(
      `INSERT INTO labels (kind, name) SELECT 'tag', 'n' || n FROM generate_series(1, 1000) n`,
    )
    const create = (name: string) => user.client.call(labels.createTag, { body: { name } })
    await expect(create('new')).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_LABELS' })
    expect((await create('n7')).data.tag.name).toBe('n7')
    await user.client.call(labels.createCategory, { body: { name: 'new' } })
    await other.close()
  })
})

test('answer formats are listed', async () => {
  const { data } = await anna.client.call(prompts.outputs)
  expect(data.PromptOutputs.map(({ name }) => name)).toEqual([
    'text',
    'list',
    'table',
    'json',
    'code',
    'email',
  ])
})
