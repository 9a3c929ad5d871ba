import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import { askAll, openStream, openTalk, readStream, scripted, type Talk } from '#test/talk.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'

const plain = scripted({ tokens: 5 })
const endless = scripted({ endless: 1, rate: 100 })

let talk: Talk
let app: TestApp
let root: TestUser
let admin: TestUser
let bert: TestUser

beforeAll(async () => {
  talk = await openTalk([plain, endless], { file: { allowDeleteOwnProfile: true } })
  app = talk.app
  root = await app.deps.user({ roleId: 1 })
  admin = await app.deps.user({ roleId: 3 })
  bert = await app.deps.user()
})
afterAll(() => talk[Symbol.asyncDispose]())

type Items = { items?: 'delete' | 'handOver' | 'handOverShared'; to?: number }
const remove = (who: TestUser, of: { id: number }, query: Items = {}) =>
  who.client.call(contract.users.remove, { params: { id: of.id }, query })
const belongings = async (who: TestUser, of: { id: number }) =>
  (await who.client.call(contract.users.belongings, { params: { id: of.id } })).data.Belongings
const project = async (who: TestUser, of: { id: number }) =>
  (await who.client.call(contract.projects.get, { params: { id: of.id } })).data.project
const ask = (who: TestUser, tabId: number, prompt = 'Count.') =>
  askAll({ ...talk, anna: who, tabId }, plain, { prompt })
const found = async (who: TestUser, q: string) =>
  (await who.client.call(contract.search.find, { query: { q } })).data.Finds
const missing = { status: 404, code: 'NOT_FOUND' }
const denied = { status: 403, code: 'PERMISSION_DENIED' }
const isGone = async (who: TestUser) => {
  const { rows } = await app.db.pool.query(
    'SELECT (SELECT count(*) FROM users WHERE id = $1) + (SELECT count(*) FROM contexts WHERE id = $2 OR owner_context_id = $2) AS left',
    [who.id, who.contextId],
  )
  return rows[0]?.left === 0
}
const audited = async (id: number) =>
  (
    await app.db.pool.query(
      "SELECT action, user_id, details FROM audit_entries WHERE object_type = 'user' AND object_id = $1 AND action LIKE 'user.%' ORDER BY id",
      [id],
    )
  ).rows

/** Creates a user with a private chat, a private project and a project shared with Bert and a team. */
async function owner(): Promise<{
  who: TestUser
  chat: Project
  folder: Project
  shared: Project
  tabId: number
}> {
  const who = await app.deps.user()
  const chat = await app.deps.project(who, { name: 'Chat', type: 0 })
  const folder = await app.deps.project(who, { name: 'Folder', type: 2 })
  const shared = await app.deps.project(who, { name: 'Shared', type: 2 })
  const tab = await app.deps.tab(who, shared)
  await app.deps.share(shared, bert, { write: true })
  await app.deps.share(shared, await app.deps.group(3, [bert]))
  return { who, chat, folder, shared, tabId: tab.id }
}

describe('the belongings of a user', () => {
  test('are counted for the user and for those who may delete them', async () => {
    const { who } = await owner()
    await app.db.pool.query(
      "INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 3, 'Team', $1)",
      [who.contextId],
    )
    const items: unknown = expect.arrayContaining([
      { name: 'chats', count: 1 },
      { name: 'projects', count: 2 },
    ])
    const told = { chats: 1, projects: 2, shared: 1, groups: 1, items }
    for (const viewer of [who, admin, root]) expect(await belongings(viewer, who)).toEqual(told)
    await expect(belongings(bert, who)).rejects.toMatchObject(denied)
    await expect(belongings(admin, root)).rejects.toMatchObject(denied)
  })
})

describe('a user is deleted', () => {
  test('with all items when none of them is shared', async () => {
    const who = await app.deps.user()
    const own = await app.deps.project(who)
    await ask(who, (await app.deps.tab(who, own)).id)
    await remove(admin, who)
    expect(await isGone(who)).toBe(true)
    const left = await app.db.pool.query('SELECT 1 FROM projects WHERE id = $1', [own.id])
    expect(left.rows).toEqual([])
    await expect(project(who, own)).rejects.toMatchObject({ status: 401 })
    await expect(remove(admin, who)).rejects.toMatchObject(missing)
    expect(await audited(who.id)).toContainEqual({
      action: 'user.deleted',
      user_id: admin.id,
      details: {
        items: 'delete',
        deletedChats: 1,
        deletedProjects: 0,
        deletedCustinsts: 0,
        deletedPrompts: 0,
        deletedDatasources: 0,
        deletedGoldensets: 0,
        deletedChatbots: 0,
        groups: 0,
      },
    })
  })

  test('only with a decision about shared items, else 409', async () => {
    const { who } = await owner()
    await expect(remove(admin, who)).rejects.toMatchObject({
      status: 409,
      code: 'ITEMS_UNDECIDED',
      message: expect.stringMatching(/^Petra Person \d+ shares 1 chats and projects/),
    })
    expect(await belongings(admin, who)).toMatchObject({ chats: 1, projects: 2 })
    await project(who, { id: (await app.deps.project(who)).id })
  })

  test('with all items on request', async () => {
    const { who, shared } = await owner()
    await project(bert, shared)
    await remove(admin, who, { items: 'delete' })
    expect(await isGone(who)).toBe(true)
    await expect(project(bert, shared)).rejects.toMatchObject(missing)
  })

  test('and all items are handed over, with shares, messages and search entries', async () => {
    const { who, chat, shared, tabId } = await owner()
    await ask(who, tabId, 'Where does the xylophone stand?')
    await ask(bert, tabId, 'And the zither?')
    const clara = await app.deps.user()
    await app.deps.share(shared, clara)
    await remove(admin, who, { items: 'handOver', to: clara.id })
    expect(await isGone(who)).toBe(true)
    expect(await project(clara, chat)).toMatchObject({ ownerId: clara.id, hasAdminAccess: true })
    const kept = await project(clara, shared)
    expect(kept.context.ownerContextId).toBe(clara.contextId)
    expect(kept.assocContexts.slice(1).map(({ contextId }) => contextId)).toContain(bert.contextId)
    expect(kept.assocContexts.slice(1).map(({ contextId }) => contextId)).not.toContain(clara.contextId)
    const { data } = await bert.client.call(contract.queries.list, { params: { id: tabId } })
    expect(data.Queries.map(({ userId }) => userId)).toEqual([null, bert.id])
    // Ended answers are indexed a moment later.
    await expect
      .poll(() => found(clara, 'xylophone'), { timeout: 30_000 })
      .toMatchObject([{ projectId: shared.id }])
    await expect(project(admin, shared)).rejects.toMatchObject(missing)
    expect(await audited(who.id)).toEqual(
      expect.arrayContaining([
        {
          action: 'user.items-handed-over',
          user_id: admin.id,
          details: {
            to: clara.id,
            toName: clara.email.split('@')[0],
            chats: 1,
            projects: 2,
            custinsts: 0,
            prompts: 0,
            datasources: 0,
            goldensets: 0,
            chatbots: 0,
            shared: 1,
            groups: 0,
          },
        },
      ]),
    )
  })

  test('and shared items are handed over, private ones are deleted', async () => {
    const { who, chat, folder, shared } = await owner()
    const clara = await app.deps.user()
    await remove(admin, who, { items: 'handOverShared', to: clara.id })
    expect(await project(clara, shared)).toMatchObject({ ownerId: clara.id })
    expect((await project(bert, shared)).ownerId).toBe(clara.id)
    for (const gone of [chat, folder]) await expect(project(clara, gone)).rejects.toMatchObject(missing)
  })

  test('and their messages in projects of others are kept without a user', async () => {
    const theirs = await app.deps.project(bert)
    const tab = await app.deps.tab(bert, theirs)
    const who = await app.deps.user()
    await app.deps.share(theirs, who, { write: true })
    await ask(who, tab.id)
    await remove(admin, who)
    const { data } = await bert.client.call(contract.queries.list, { params: { id: tab.id } })
    expect(data.Queries).toMatchObject([{ userId: null, queryText: 'Count.', state: 2 }])
    expect((await project(bert, theirs)).assocContexts).toHaveLength(1)
  })

  test('and their groups go to the recipient or the super user, not to the administrator', async () => {
    const team = async (who: TestUser) =>
      (
        await app.db.pool.query<{ id: number }>(
          "INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 3, 'Team', $1) RETURNING id",
          [who.contextId],
        )
      ).rows[0]?.id
    const ownerOf = async (id: number | undefined) =>
      (await app.db.pool.query('SELECT owner_context_id FROM contexts WHERE id = $1', [id])).rows[0]
        ?.owner_context_id
    const [one, two] = [await app.deps.user(), await app.deps.user()]
    const [first, second] = [await team(one), await team(two)]
    await remove(admin, one, { items: 'handOver', to: bert.id })
    await remove(admin, two)
    expect(await ownerOf(first)).toBe(bert.contextId)
    expect(await ownerOf(second)).toBe(root.contextId)
  })

  test('and the company, with the groups of its owner, goes to the super user', async () => {
    const ownerOf = async (id: number | undefined) =>
      (await app.db.pool.query('SELECT owner_context_id FROM contexts WHERE id = $1', [id])).rows[0]
        ?.owner_context_id
    const former = await app.deps.user({ roleId: 3 })
    await app.db.pool.query('UPDATE contexts SET owner_context_id = $1 WHERE id = 1', [former.contextId])
    const body = { contextTypeId: 3, name: 'Physics' }
    const { data } = await former.client.call(contract.contexts.create, { body })
    await remove(admin, former, { items: 'handOver', to: bert.id })
    expect(await ownerOf(1)).toBe(root.contextId)
    expect(await ownerOf(data.context.id)).toBe(root.contextId)
  })

  test('by themselves when that is allowed', async () => {
    const who = await app.deps.user()
    await remove(who, who)
    expect(await isGone(who)).toBe(true)
  })

  test('and their running answers are aborted', async () => {
    const { who } = await owner()
    const theirs = await app.deps.project(bert)
    const tab = await app.deps.tab(bert, theirs)
    await app.deps.share(theirs, who, { write: true })
    const payload = { projectTabId: tab.id, prompt: 'Go on.' }
    const stream = await openStream(talk, who, { tagId: talk.tag(endless).id, payload })
    // The stream is cut when the session ends.
    const reading = readStream(stream).catch(() => [])
    await expect.poll(() => talk.server.stats().open, { timeout: 5_000 }).toBe(1)
    await remove(admin, who, { items: 'delete' })
    await reading
    await expect.poll(() => talk.server.stats().open, { timeout: 5_000 }).toBe(0)
    const { data } = await bert.client.call(contract.queries.list, { params: { id: tab.id } })
    expect(data.Queries).toMatchObject([{ userId: null }])
  })
})

describe('a deletion is refused', () => {
  test.each<[string, () => Promise<{ who: TestUser; on: TestUser; query?: Items }>, object]>([
    ['without can_delete_user', async () => ({ who: bert, on: await app.deps.user() }), denied],
    ['for a super user by an administrator', async () => ({ who: admin, on: root }), denied],
    [
      'for a super user by another',
      async () => ({ who: root, on: await app.deps.user({ roleId: 1 }) }),
      { status: 405, code: 'LAST_SUPERUSER' },
    ],
    [
      'for a super user by themselves',
      async () => ({ who: root, on: root }),
      { status: 405, code: 'LAST_SUPERUSER' },
    ],
    [
      'when the administrator would get the items',
      async () => ({ who: admin, on: (await owner()).who, query: { items: 'handOver', to: admin.id } }),
      denied,
    ],
    [
      'when the deleting super user would get the items',
      async () => ({ who: root, on: (await owner()).who, query: { items: 'handOverShared', to: root.id } }),
      denied,
    ],
    [
      'without a recipient',
      async () => ({ who: admin, on: (await owner()).who, query: { items: 'handOver' } }),
      { status: 400, code: 'VALIDATION_FAILED' },
    ],
    [
      'when the recipient does not exist',
      async () => ({ who: admin, on: (await owner()).who, query: { items: 'handOver', to: 999_999 } }),
      missing,
    ],
    [
      'when the recipient is the deleted user',
      async () => {
        const { who } = await owner()
        return { who: admin, on: who, query: { items: 'handOver', to: who.id } }
      },
      missing,
    ],
    [
      'when the recipient may not sign in',
      async () => {
        const closed = await app.deps.user()
        await app.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [closed.id])
        return { who: admin, on: (await owner()).who, query: { items: 'handOver', to: closed.id } }
      },
      missing,
    ],
    [
      'when the recipient is in a tenant',
      async () => {
        const wall = (await app.deps.group(6, [])).contextId
        const walled = await app.deps.user({ tenantContextId: wall })
        return { who: root, on: (await owner()).who, query: { items: 'handOver', to: walled.id } }
      },
      missing,
    ],
  ])('%s', async (_, make, refusal) => {
    const { who, on, query } = await make()
    const before = await app.db.pool.query('SELECT id, owner_id FROM projects ORDER BY id')
    await expect(remove(who, on, query)).rejects.toMatchObject(refusal)
    expect((await app.db.pool.query('SELECT id, owner_id FROM projects ORDER BY id')).rows).toEqual(
      before.rows,
    )
    expect((await app.db.pool.query('SELECT id FROM users WHERE id = $1', [on.id])).rows).toHaveLength(1)
  })

  test('the second time, also when concurrent', async () => {
    const { who } = await owner()
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => remove(admin, who, { items: 'delete' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(missing)
  })

  test('for one of two users handed over to each other concurrently', async () => {
    const [one, two] = [await owner(), await owner()]
    const results = await Promise.allSettled([
      remove(admin, one.who, { items: 'handOver', to: two.who.id }),
      remove(root, two.who, { items: 'handOver', to: one.who.id }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await app.db.pool.query(
      'SELECT DISTINCT owner_id FROM projects WHERE id = ANY ($1::bigint[])',
      [[one.shared.id, two.shared.id]],
    )
    expect(rows).toHaveLength(1)
  })
})

/** The streams of a removed user end with the sessions (http/while-allowed.ts). */
const mayBeCut = (error: unknown): void => {
  if (!(error instanceof TypeError && error.message === 'terminated')) throw error
}

test('deleting a user during concurrent writes causes no 5xx error and leaves nothing behind', async () => {
  const { who, shared, tabId } = await owner()
  const theirs = await app.deps.tab(bert, await app.deps.project(bert))
  const writing = [
    ...Array.from({ length: 10 }, () => app.deps.project(who)),
    ...Array.from({ length: 10 }, () => app.deps.tab(who, shared)),
    ...Array.from({ length: 5 }, () => ask(who, tabId).catch(mayBeCut)),
    ...Array.from({ length: 5 }, () => ask(bert, theirs.id)),
  ]
  const results = await Promise.allSettled([...writing, remove(admin, who, { items: 'delete' })])
  const removed = results.at(-1)
  expect(removed, String(removed?.status === 'rejected' && removed.reason)).toMatchObject({
    status: 'fulfilled',
  })
  for (const result of results)
    if (result.status === 'rejected') expect((result.reason as { status?: number }).status).toBeLessThan(500)
  expect(await isGone(who)).toBe(true)
})
