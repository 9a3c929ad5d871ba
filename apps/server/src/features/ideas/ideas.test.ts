import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contract,
  IDEA_CATEGORIES,
  IDEA_LIMITS,
  type CallInput,
  type CallRequest,
  type Idea,
} from '@polylogue/contract'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openTexts } from './texts.ts'

const { ideas, users } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }
const SHIPPED = 60

let app: TestApp
let anna: TestUser
let bert: TestUser
let admin: TestUser
let root: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  admin = await app.deps.user({ roleId: 3 })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

type Fields = CallInput<typeof ideas.update>['body']
type Query = NonNullable<CallRequest<typeof ideas.list>['query']>
const list = (who: TestUser, query: Query = {}) => who.client.call(ideas.list, { query })
const make = async (who: TestUser, fields: { prompt?: string; categoryId?: number } = {}) =>
  (await who.client.call(ideas.create, { body: { prompt: 'Be brief.', categoryId: 1, ...fields } })).data.Idea
const update = async (who: TestUser, id: number, body: Fields) =>
  (await who.client.call(ideas.update, { params: { id }, body })).data.Idea
const remove = (who: TestUser, id: number) => who.client.call(ideas.remove, { params: { id } })

/** Returns all ideas, walking the pages. */
async function all(who: TestUser, query: Query = {}): Promise<Idea[]> {
  const { data, meta } = await list(who, query)
  const found = [...data.Ideas]
  for (let page = 2; page <= meta.pages; page++)
    found.push(...(await list(who, { ...query, page })).data.Ideas)
  return found
}

describe('the ideas of the product', () => {
  test('are sixty in pages of ten, with one of each category on the first page', async () => {
    const { data, meta } = await list(anna)
    expect(meta).toEqual({ total: SHIPPED, pages: 6, canCreate: true })
    expect(data.IdeaCategories.map(({ name }) => name)).toEqual([...IDEA_CATEGORIES])
    expect(data.Ideas.map(({ categoryId }) => categoryId)).toEqual(data.IdeaCategories.map(({ id }) => id))
    expect(data.Ideas[0]).toEqual({
      id: 1,
      prompt: expect.stringContaining('shorter') as string,
      categoryId: 1,
      category: 'Writing',
      modified: expect.any(String) as string,
      can: { edit: false, remove: false },
    })
    expect(new Set((await all(anna)).map(({ id }) => id)).size).toBe(SHIPPED)
    expect((await list(anna, { page: 7 })).data.Ideas).toEqual([])
  })

  test('have a text in every language instead of a key', async () => {
    const english = await all(anna)
    expect(english.filter(({ prompt }) => /^[a-z]+-\d+$/.test(prompt))).toEqual([])
    for (const language of ['de', 'bg']) {
      const own = await all(anna, { language })
      expect(own.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
      const words = new Set(english.map(({ prompt }) => prompt))
      expect(own.filter(({ prompt }) => words.has(prompt))).toEqual([])
    }
    expect(await all(anna, { language: 'xx' })).toEqual(english)
    expect(await all(anna, { language: '../en' })).toEqual(english)
  })

  test('are filtered by category; an unknown category is empty', async () => {
    const found = await list(anna, { category: 3 })
    expect(found.meta).toMatchObject({ total: 6, pages: 1 })
    expect(new Set(found.data.Ideas.map(({ category }) => category))).toEqual(new Set(['Meetings']))
    expect((await list(anna, { category: 999 })).meta).toMatchObject({ total: 0, pages: 0 })
  })

  test('are shuffled by a seed, and each appears once across all pages', async () => {
    const ids = async (seed: number) => (await all(anna, { seed, limit: 4 })).map(({ id }) => id)
    const [first, again, other] = [await ids(1), await ids(1), await ids(2)]
    expect(new Set(first).size).toBe(SHIPPED)
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(other.toSorted((one, two) => one - two)).toEqual(first.toSorted((one, two) => one - two))
  })

  test.each<Query>([{ page: 0 }, { limit: 51 }, { limit: 0 }, { seed: -1 }, { category: 0 }, { page: 1.5 }])(
    'are refused with 400 for an invalid query (%#)',
    async (query) => {
      await expect(list(anna, query)).rejects.toMatchObject(INVALID)
    },
  )
})

describe('an idea of a user', () => {
  test('is listed first for all; only its creator and administrators change and delete it', async () => {
    const made = await make(anna, { prompt: '\n\r\n  Name three risks.\n\nOnly three. \n\n', categoryId: 4 })
    expect(made).toEqual({
      id: expect.any(Number) as number,
      prompt: '  Name three risks.\n\nOnly three. ',
      categoryId: 4,
      category: 'Analysis',
      modified: expect.any(String) as string,
      can: { edit: true, remove: true },
    })
    expect((await list(anna)).data.Ideas[0]).toEqual(made)
    expect((await list(bert, { language: 'de' })).data.Ideas[0]).toEqual({
      ...made,
      can: { edit: false, remove: false },
    })
    expect((await list(admin)).data.Ideas[0]).toEqual(made)
    await expect(update(bert, made.id, { prompt: 'Mine' })).rejects.toMatchObject(DENIED)
    await expect(remove(bert, made.id)).rejects.toMatchObject(DENIED)
    const changed = await update(anna, made.id, { prompt: '\nNew\n', ifModified: made.modified ?? '' })
    expect(changed).toMatchObject({ prompt: 'New', categoryId: 4 })
    expect(await update(admin, made.id, { categoryId: 5 })).toMatchObject({ prompt: 'New', category: 'Code' })
    const stale = update(anna, made.id, { prompt: 'Lost?', ifModified: changed.modified ?? '' })
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await list(anna)).data.Ideas[0]).toMatchObject({ prompt: 'New', categoryId: 5 })
    await remove(anna, made.id)
    await expect(update(anna, made.id, { prompt: 'Back' })).rejects.toMatchObject(NOT_FOUND)
    expect((await list(anna)).meta.total).toBe(SHIPPED)
    const another = await make(anna)
    await remove(root, another.id)
    await expect(remove(root, another.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test.each<Fields>([
    { prompt: '' },
    { prompt: ' \n ' },
    { prompt: 'a\0b' },
    { prompt: 'x'.repeat(IDEA_LIMITS.prompt + 1) },
    { categoryId: 0 },
    { categoryId: 1.5 },
  ])('is refused with 400 for invalid fields (%#)', async (fields) => {
    await expect(make(anna, fields as { prompt?: string })).rejects.toMatchObject(INVALID)
    const own = await make(anna)
    await expect(update(anna, own.id, fields)).rejects.toMatchObject(INVALID)
    await remove(anna, own.id)
  })

  test('may have 5,000 characters after its line breaks are trimmed', async () => {
    const prompt = 'ж'.repeat(IDEA_LIMITS.prompt)
    const made = await make(anna, { prompt: `\n\n${prompt}\n` })
    expect(made.prompt).toBe(prompt)
    await remove(anna, made.id)
  })

  test('is refused with 404 in a category that does not exist', async () => {
    await expect(make(anna, { categoryId: 999 })).rejects.toMatchObject(NOT_FOUND)
    const own = await make(anna)
    await expect(update(anna, own.id, { categoryId: 999 })).rejects.toMatchObject(NOT_FOUND)
    await remove(anna, own.id)
  })

  test('cannot be listed or created by guests', async () => {
    const guest = await app.deps.user({ roleId: 6 })
    await expect(list(guest)).rejects.toMatchObject(DENIED)
    await expect(make(guest)).rejects.toMatchObject(DENIED)
    await expect(list({ ...guest, client: app.nobody })).rejects.toMatchObject({ status: 401 })
  })

  test('is kept without an owner when its creator is deleted', async () => {
    const leaving = await app.deps.user()
    const { id } = await make(leaving, { prompt: 'Stay' })
    await root.client.call(users.remove, { params: { id: leaving.id }, query: { items: 'delete' } })
    expect((await list(anna)).data.Ideas[0]).toMatchObject({ id, prompt: 'Stay', can: { edit: false } })
    await remove(admin, id)
  })

  test('is refused beyond 1,000 per user, even when several are created concurrently', async () => {
    const carl = await app.deps.user()
    await app.db.pool.query(
      `INSERT INTO ideas (category_id, prompt, owner_id) SELECT 1, 'I', $1 FROM generate_series(1, $2)`,
      [carl.id, IDEA_LIMITS.count - 1],
    )
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => make(carl)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const full = { status: 409, code: 'TOO_MANY_IDEAS', message: expect.stringContaining('1000') as string }
    await expect(make(carl)).rejects.toMatchObject(full)
    await make(bert).then(({ id }) => remove(bert, id))
    await app.db.pool.query('DELETE FROM ideas WHERE owner_id = $1', [carl.id])
  })
})

test('tenants see only their own ideas and those of the product, and cannot change the latter', async () => {
  const { contextId: tenantContextId } = await app.deps.group(6, [])
  const inside = await app.deps.user({ tenantContextId })
  const insideAdmin = await app.deps.user({ tenantContextId, roleId: 3 })
  const [theirs, ours] = [await make(inside, { prompt: 'Inside' }), await make(anna, { prompt: 'Outside' })]
  expect((await list(insideAdmin)).data.Ideas[0]).toMatchObject({ prompt: 'Inside', can: { edit: true } })
  expect((await list(inside)).meta.total).toBe(SHIPPED + 1)
  expect((await all(inside)).map(({ id }) => id)).not.toContain(ours.id)
  expect((await all(root)).map(({ id }) => id)).not.toContain(theirs.id)
  for (const who of [anna, admin, root]) await expect(remove(who, theirs.id)).rejects.toMatchObject(NOT_FOUND)
  await expect(update(insideAdmin, ours.id, { prompt: 'X' })).rejects.toMatchObject(NOT_FOUND)
  expect((await list(insideAdmin, { category: 2 })).data.Ideas[0]).toMatchObject({ can: { edit: false } })
  await expect(update(insideAdmin, 1, { prompt: 'X' })).rejects.toMatchObject(DENIED)
  await expect(remove(insideAdmin, 1)).rejects.toMatchObject(DENIED)
  await update(insideAdmin, theirs.id, { prompt: 'Y' })
  await remove(inside, theirs.id)
  await remove(anna, ours.id)
})

test('a changed idea of the product is not translated until its original text is restored', async () => {
  const of = async (id: number, language: string) =>
    (await all(admin, { language })).find((idea) => idea.id === id)?.prompt
  const [english, german] = [await of(2, 'en'), await of(2, 'de')]
  await expect(update(anna, 2, { prompt: 'X' })).rejects.toMatchObject(DENIED)
  expect(await update(admin, 2, { categoryId: 9, language: 'de' })).toMatchObject({
    prompt: german,
    categoryId: 9,
    can: { edit: true, remove: true },
  })
  expect(await of(2, 'en')).toBe(english)
  await update(admin, 2, { prompt: 'Our own words' })
  for (const language of ['en', 'de', 'bg']) expect(await of(2, language)).toBe('Our own words')
  await update(admin, 2, { prompt: german, categoryId: 2 })
  expect([await of(2, 'en'), await of(2, 'de')]).toEqual([english, german])
  await remove(root, 60)
  expect((await list(anna)).meta.total).toBe(SHIPPED - 1)
})

test('an installation overrides single texts; an invalid file is read again once corrected', async () => {
  const folder = join(app.db.dataDir, 'ideas-of-a-test')
  const files = join(folder, 'data', 'prompt-ideas')
  const product = join(import.meta.dirname, '..', '..', '..', 'static')
  await mkdir(files, { recursive: true })
  const texts = openTexts([folder, product])
  const of = async (language: string, key: string) => (await texts.in(language)).get(key)
  await writeFile(join(files, 'en.json'), '{"code-1":1}')
  await expect(of('en', 'code-1')).rejects.toThrow()
  await writeFile(join(files, 'en.json'), '{"code-1":"Read the meter."}')
  expect(await of('en', 'code-1')).toBe('Read the meter.')
  expect(await of('en', 'code-2')).toContain('Review')
  expect(await of('de', 'code-1')).toContain('Erklären')
  expect(await of('fr', 'code-1')).toBe('Read the meter.')
})

test('publishes a live event to other users when ideas change, without naming the idea', async () => {
  const page = await livePage(app, bert)
  const isTold = async (happens: () => Promise<unknown>) => {
    const before = page.messages.length
    await happens()
    await expect
      .poll(() => page.messages.slice(before))
      .toEqual([{ context: 13, uri: '/ideas', contextData: {} }])
  }
  let id = 0
  await isTold(async () => ({ id } = await make(anna)))
  await isTold(() => update(anna, id, { prompt: 'Be briefer.' }))
  await isTold(() => remove(anna, id))
  await expect(remove(anna, id)).rejects.toMatchObject(NOT_FOUND)
})
