import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, SAVED_PROMPT_LIMITS, type CallInput } from '@polylogue/contract'
import { eraseBinned } from '#test/bin.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, get, list, make, promptsOf, update } from './test/prompts.ts'

const { prompts, users, search, queries, answers, custinsts } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
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

type Fields = CallInput<typeof prompts.update>['body']
const remove = (who: TestUser, id: number) => who.client.call(prompts.remove, { params: { id } })
const like = async (who: TestUser, id: number, liked = true) =>
  (await who.client.call(prompts.like, { params: { id }, body: { liked } })).data.Prompt
const versions = async (who: TestUser, id: number) =>
  (await who.client.call(prompts.versions, { params: { id } })).data.PromptVersions

describe('a saved prompt', () => {
  test('is created, read, changed and deleted', async () => {
    const [law, urgent] = [await category('Law'), await tag('urgent')]
    const prompt = 'Bold\u0007 {{ENV}} ${HOME}\r\n\t„Hallo“ 🐘 \u202e'
    const made = await make(anna, {
      title: ' Letter ',
      prompt,
      comment: 'For tenders',
      outputFormId: 3,
      modelId: 1,
      promptOptions: { temperature: 0.2 },
      categories: [law.id],
      tags: [urgent.id],
      assocContexts: [],
    })
    expect(made).toEqual({
      id: expect.any(Number) as number,
      uuId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      title: 'Letter',
      comment: 'For tenders',
      prompt,
      type: 1,
      state: 1,
      promptOutput: { id: 3, name: 'table', label: 'Table' },
      model: { id: 1, name: 'Guide' },
      mediaId: 0,
      categories: [{ id: law.id, name: 'Law' }],
      tags: [{ id: urgent.id, name: 'urgent' }],
      options: { temperature: 0.2 },
      custInstWhoId: 0,
      custInstRespondId: 0,
      assocContexts: [entry({ contextId: 0 }, true, true)],
      context: { id: expect.any(Number) as number, ownerContextId: anna.contextId },
      creator: { id: anna.id },
      changedBy: { id: anna.id },
      versions: 1,
      likes: 0,
      liked: false,
      usageCount: 0,
      ratings: { up: 0, down: 0 },
      lastChecked: null,
      waitsForApproval: false,
      created: made.modified,
      modified: made.modified,
    })
    expect(await get(anna, made.id)).toEqual(made)
    const changed = await update(anna, made.id, { title: 'Other', tags: [], ifModified: made.modified })
    expect(changed).toMatchObject({ title: 'Other', prompt, tags: [], categories: made.categories })
    const stale = update(anna, made.id, { prompt: 'Lost?', ifModified: made.modified })
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await get(anna, made.id)).toEqual(changed)
    await remove(anna, made.id)
    await expect(get(anna, made.id)).rejects.toMatchObject(NOT_FOUND)
    await eraseBinned(anna, made)
    const left =
      'SELECT FROM contexts WHERE id = $1 UNION ALL SELECT FROM prompt_versions WHERE prompt_id = $2'
    expect((await app.db.pool.query(left, [made.context.id, made.id])).rows).toEqual([])
  })

  test.each<Fields>([
    { title: '  ' },
    { title: 'x'.repeat(SAVED_PROMPT_LIMITS.title + 1) },
    { prompt: ' \n' },
    { prompt: 'a\0b' },
    { prompt: 'x'.repeat(SAVED_PROMPT_LIMITS.prompt + 1) },
    { comment: 'x'.repeat(SAVED_PROMPT_LIMITS.comment + 1) },
    { outputFormId: 0 },
    { categories: Array.from({ length: 10_000 }, (_, index) => index + 1) },
    { promptOptions: { temperature: 'hot' as never } },
  ])('is refused with 400 for invalid fields (%#)', async (fields) => {
    await expect(make(anna, fields)).rejects.toMatchObject(INVALID)
  })

  test('of a megabyte is refused with 413', async () => {
    const prompt = 'x'.repeat(1_000_000)
    await expect(make(anna, { prompt })).rejects.toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  })

  test.each<Fields>([
    { outputFormId: 999 },
    { modelId: 999_999 },
    { tags: [999_999] },
    { custInstWhoId: 999_999 },
    { custInstRespondId: 999_999 },
  ])('is refused with 404 for a reference to a missing item (%#)', async (fields) => {
    await expect(make(anna, fields)).rejects.toMatchObject(NOT_FOUND)
    const { id } = await make(anna)
    await expect(update(anna, id, fields)).rejects.toMatchObject(NOT_FOUND)
  })

  test('refuses a category as tag and a tag as category', async () => {
    const [law, urgent] = [await category('Law'), await tag('urgent')]
    await expect(make(anna, { tags: [law.id] })).rejects.toMatchObject(NOT_FOUND)
    await expect(make(anna, { categories: [urgent.id] })).rejects.toMatchObject(NOT_FOUND)
  })

  test('keeps the name of a deleted model, and can still be changed', async () => {
    const { rows } = await app.db.pool.query<{ id: number }>(
      `INSERT INTO models (uuid, provider_id, name) SELECT gen_random_uuid(), provider_id, 'gone' FROM models WHERE id = 1 RETURNING id`,
    )
    const modelId = rows[0]?.id ?? 0
    const { id } = await make(anna, { modelId })
    await app.db.pool.query('DELETE FROM models WHERE id = $1', [modelId])
    const changed = await update(anna, id, { comment: 'Still here', modelId })
    expect(changed).toMatchObject({ model: { id: modelId, name: 'gone' }, comment: 'Still here' })
    expect(await update(anna, id, { modelId: 0 })).toMatchObject({ model: { id: 0, name: '' } })
    await expect(update(anna, id, { modelId })).rejects.toMatchObject(NOT_FOUND)
  })

  test('refers to custom instructions that its author may use', async () => {
    const body = { name: 'Brief', content: 'Be brief.', scope: 2 } as const
    const { data } = await anna.client.call(custinsts.create, { body })
    const custInstRespondId = data.custinst.id
    await expect(make(bert, { custInstRespondId })).rejects.toMatchObject(NOT_FOUND)
    await expect(make(anna, { custInstWhoId: custInstRespondId })).rejects.toMatchObject(NOT_FOUND)
    const { id } = await make(anna, { custInstRespondId, assocContexts: [entry(bert, true)] })
    const kept = await update(bert, id, { comment: 'Kept', custInstRespondId })
    expect(kept).toMatchObject({ custInstRespondId, comment: 'Kept' })
  })

  test('is read, changed, shared and deleted only with the required access', async () => {
    const [reader, writer, admin, stranger] = [
      await app.deps.user(),
      await app.deps.user(),
      await app.deps.user(),
      await app.deps.user(),
    ]
    const guest = await app.deps.user({ roleId: 6 })
    const assocContexts = [entry(reader), entry(writer, true), entry(admin, true, true), entry(guest)]
    const cases: [TestUser, number][] = [
      [anna, 3],
      [reader, 1],
      [writer, 2],
      [admin, 3],
      [stranger, 0],
      [root, 0],
    ]
    for (const [who, level] of cases) {
      const { id } = await make(anna, { assocContexts })
      const refused = level === 0 ? NOT_FOUND : DENIED
      if (level >= 1) expect((await get(who, id)).assocContexts).toHaveLength(level === 3 ? 5 : 1)
      else await expect(get(who, id)).rejects.toMatchObject(NOT_FOUND)
      if (level >= 1) expect(await versions(who, id)).toHaveLength(1)
      else await expect(versions(who, id)).rejects.toMatchObject(NOT_FOUND)
      if (level >= 2) expect((await update(who, id, { prompt: 'New' })).prompt).toBe('New')
      else await expect(update(who, id, { prompt: 'New' })).rejects.toMatchObject(refused)
      const shared = update(who, id, { assocContexts: [...assocContexts, entry(bert)] })
      if (level >= 3) expect((await shared).assocContexts.at(-1)).toEqual(entry(bert))
      else await expect(shared).rejects.toMatchObject(refused)
      const reowned = update(who, id, { ownerId: bert.id })
      if (level >= 3) expect((await reowned).creator.id).toBe(anna.id)
      else await expect(reowned).rejects.toMatchObject(refused)
      if (level >= 3) await remove(who, id)
      else await expect(remove(who, id)).rejects.toMatchObject(refused)
      await expect(get(guest, id)).rejects.toMatchObject(DENIED)
    }
    await expect(make(guest)).rejects.toMatchObject(DENIED)
    await expect(list(guest)).rejects.toMatchObject(DENIED)
  })

  test('can be liked once by each reader', async () => {
    const { id, modified } = await make(anna, { assocContexts: [entry(bert)] })
    expect(await like(bert, id)).toMatchObject({ likes: 1, liked: true, modified })
    expect(await like(bert, id)).toMatchObject({ likes: 1 })
    expect(await get(anna, id)).toMatchObject({ likes: 1, liked: false })
    expect(await like(bert, id, false)).toMatchObject({ likes: 0, liked: false })
    await expect(like(root, id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('is found by its words, but not by other users', async () => {
    const { id } = await make(anna, { title: 'Klabautermann', prompt: 'Speak like a coxswain.' })
    const finds = async (who: TestUser) =>
      (await who.client.call(search.find, { query: { q: 'coxswain' } })).data.Finds
    expect(await finds(anna)).toMatchObject([{ kind: 'prompt', id, uri: `/prompts/${id}` }])
    expect(await finds(bert)).toEqual([])
  })

  test('of many different words is stored', async () => {
    const words = Array.from({ length: 20_000 }, (_, n) => (n * 7_919).toString(36)).join(' ')
    const prompt = words.slice(0, SAVED_PROMPT_LIMITS.prompt)
    expect((await make(anna, { prompt })).prompt).toBe(prompt)
  })
})

describe('versions', () => {
  test('are stored only when texts change, with their author, and can be restored', async () => {
    const made = await make(anna, { assocContexts: [entry(bert, true)] })
    await update(anna, made.id, { tags: [(await tag('any')).id] })
    await update(anna, made.id, { title: 'Offer', prompt: made.prompt, promptOptions: {} })
    expect(await versions(anna, made.id)).toHaveLength(1)
    const changed = await update(bert, made.id, { prompt: 'Shorter.', outputFormId: 2 })
    expect(changed).toMatchObject({ versions: 2, changedBy: { id: bert.id }, creator: { id: anna.id } })
    const [second, first] = await versions(anna, made.id)
    expect(second).toMatchObject({
      version: 2,
      prompt: 'Shorter.',
      promptOutput: { name: 'list' },
      changedBy: { id: bert.id },
    })
    expect(first).toMatchObject({ version: 1, prompt: made.prompt, changedBy: { id: anna.id } })
    const { title, comment, prompt, promptOutput, options } = first ?? made
    const body = { title, comment, prompt, outputFormId: promptOutput.id, promptOptions: options }
    expect(await update(anna, made.id, body)).toMatchObject({ prompt: made.prompt, versions: 3 })
  })

  test('are limited to the last 100, newest first', async () => {
    const { id } = await make(anna)
    for (let n = 2; n <= 103; n++) await update(anna, id, { prompt: `Version ${n}` })
    const kept = await versions(anna, id)
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, n) => 103 - n))
    expect(await get(anna, id)).toMatchObject({ versions: 103, prompt: 'Version 103' })
  })

  test('are kept when their author is deleted', async () => {
    const writer = await app.deps.user()
    const { id } = await make(anna, { assocContexts: [entry(writer, true)] })
    await update(writer, id, { prompt: 'Mine' })
    await root.client.call(users.remove, { params: { id: writer.id } })
    expect(await get(anna, id)).toMatchObject({ prompt: 'Mine', changedBy: { id: 0 } })
  })
})

describe('a question from a prompt', () => {
  const ask = async (who: TestUser, promptId: number) => {
    const tab = await app.deps.tab(who, await app.deps.project(who))
    const body = { modelTagId: 1, prompt: 'Hello', projectTabId: tab.id, promptId }
    return (await who.client.call(answers.ask, { params: { id: 1 }, body })).data.queryId
  }

  test('counts as usage with its rating, and is refused without access to the prompt', async () => {
    const { id } = await make(anna, { assocContexts: [entry(bert)] })
    const [first, second] = [await ask(anna, id), await ask(bert, id)]
    await ask(anna, 0)
    const rate = (who: TestUser, message: number, rating: 1 | -1) =>
      who.client.call(queries.rate, { params: { id: message }, body: { rating } })
    await rate(anna, first, 1)
    await rate(bert, second, -1)
    expect(await get(anna, id)).toMatchObject({ usageCount: 2, ratings: { up: 1, down: 1 } })
    expect((await list(bert)).data.Prompts.find((one) => one.id === id)?.usageCount).toBe(2)
    await expect(ask(root, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(ask(anna, 999_999)).rejects.toMatchObject(NOT_FOUND)
    const guest = await app.deps.user({ roleId: 6 })
    await app.deps.share(await get(anna, id), guest)
    await expect(ask(guest, id)).rejects.toMatchObject(DENIED)
  })

  test('and its rating are pushed only to readers of the prompt', async () => {
    const { id } = await make(anna, { assocContexts: [entry(bert)] })
    const [berts, roots] = [await livePage(app, bert), await livePage(app, root)]
    const used = { context: 7, uri: `/prompts/${id}`, contextData: { promptId: id, what: 'used' } }
    const isTold = async (happens: () => Promise<unknown>) => {
      const before = berts.messages.length
      await happens()
      await expect.poll(() => berts.messages.slice(before)).toContainEqual(used)
    }
    let message = 0
    await isTold(async () => (message = await ask(anna, id)))
    const params = { id: message }
    await isTold(() => anna.client.call(queries.rate, { params, body: { rating: 1 } }))
    await isTold(() => anna.client.call(queries.remove, { params, query: {} }))
    expect(await get(bert, id)).toMatchObject({ usageCount: 0 })
    const [unrelated, before] = [await ask(anna, 0), berts.messages.length]
    await anna.client.call(queries.rate, { params: { id: unrelated }, body: { rating: 1 } })
    await like(anna, id)
    await expect.poll(() => berts.messages.length).toBeGreaterThan(before)
    expect(berts.messages.slice(before)).not.toContainEqual(used)
    expect(roots.messages).toEqual([])
  })

  test('is kept when the prompt is deleted', async () => {
    const { id } = await make(anna)
    const message = await ask(anna, id)
    await remove(anna, id)
    const { rows } = await app.db.pool.query('SELECT prompt_id FROM messages WHERE id = $1', [message])
    expect(rows).toEqual([{ prompt_id: id }])
  })
})

test('creating, changing, liking, sharing and deleting a prompt is pushed only to its readers', async () => {
  const carl = await app.deps.user()
  const [annas, berts, carls] = [
    await livePage(app, anna),
    await livePage(app, bert),
    await livePage(app, carl),
  ]
  const about = (context: number, id: number, what: string) => ({
    context,
    uri: `/prompts/${id}`,
    contextData: { promptId: id, what },
  })
  const { id } = await make(anna)
  await expect.poll(() => annas.messages).toContainEqual(about(7, id, 'changed'))
  await update(anna, id, { assocContexts: [entry(bert)] })
  await expect.poll(() => berts.messages).toContainEqual(about(9, id, 'shared'))
  for (const happens of [() => update(anna, id, { prompt: 'New' }), () => like(anna, id)]) {
    const before = berts.messages.length
    await happens()
    await expect.poll(() => berts.messages.slice(before)).toContainEqual(about(7, id, 'changed'))
  }
  await remove(anna, id)
  await expect.poll(() => berts.messages).toContainEqual(about(7, id, 'deleted'))
  expect(carls.messages).toEqual([])
})

test('prompts of a deleted user are counted, handed over or deleted; their likes are deleted', async () => {
  const [owner, heir] = [await app.deps.user(), await app.deps.user()]
  const shared = await make(owner, { title: 'Shared', assocContexts: [entry(bert), entry(heir)] })
  const own = await make(owner, { title: 'Own' })
  const annas = await make(anna, { assocContexts: [entry(owner)] })
  await like(owner, annas.id)
  const { data } = await root.client.call(users.belongings, { params: { id: owner.id } })
  expect(data.Belongings.items).toContainEqual({ name: 'prompts', count: 2 })
  const query = { items: 'handOverShared', to: heir.id } as const
  await root.client.call(users.remove, { params: { id: owner.id }, query })
  expect(await get(heir, shared.id)).toMatchObject({ creator: { id: heir.id }, title: 'Shared' })
  expect(await get(anna, annas.id)).toMatchObject({ likes: 0 })
  expect((await app.db.pool.query('SELECT FROM prompts WHERE id = $1', [own.id])).rows).toEqual([])
})

test('a user cannot exceed 5,000 prompts, even when creating several concurrently', async () => {
  const carl = await app.deps.user()
  await app.db.pool.query(
    `WITH made AS (
      INSERT INTO contexts (uuid, type_id, name, owner_context_id)
      SELECT gen_random_uuid(), 7, 'N', $2 FROM generate_series(1, $3) RETURNING id)
    INSERT INTO prompts (uuid, context_id, owner_id, name, prompt, output_form_id)
    SELECT gen_random_uuid(), id, $1, 'N', 'C', 1 FROM made`,
    [carl.id, carl.contextId, SAVED_PROMPT_LIMITS.count - 1],
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => make(carl)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const full = { status: 409, code: 'TOO_MANY_PROMPTS', message: expect.stringContaining('5') as string }
  await expect(make(carl)).rejects.toMatchObject(full)
})
