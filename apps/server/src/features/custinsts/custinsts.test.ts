import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, CUSTINST_LIMITS, type AssocContext, type CustInst } from '@polylogue/contract'
import { eraseBinned } from '#test/bin.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { custinsts, projects, tabs, users, search, contexts, audit } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }

let app: TestApp
let anna: TestUser
let bert: TestUser
let root: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

type Fields = Partial<
  Pick<CustInst, 'name' | 'description' | 'content' | 'scope' | 'assocContexts' | 'ownerId'>
> & { ifModified?: string }
const make = async (who: TestUser, fields: Fields = {}) => {
  const body = { name: 'Brief', content: 'Be brief.', scope: 2 as const, ...fields }
  return (await who.client.call(custinsts.create, { body })).data.custinst
}
const get = async (who: TestUser, id: number) =>
  (await who.client.call(custinsts.get, { params: { id } })).data.custinst
const update = async (who: TestUser, id: number, body: Fields) =>
  (await who.client.call(custinsts.update, { params: { id }, body })).data.custinst
const remove = (who: TestUser, id: number) => who.client.call(custinsts.remove, { params: { id } })
const like = async (who: TestUser, id: number, liked = true) =>
  (await who.client.call(custinsts.like, { params: { id }, body: { liked } })).data.custinst
const list = async (who: TestUser) => (await who.client.call(custinsts.list)).data
const entry = ({ contextId }: { contextId: number }, write = false, admin = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: write || admin,
  hasAdminAccess: admin,
})

test('the list groups instructions by scope, sorted by name, and returns 404 when empty', async () => {
  const carl = await app.deps.user()
  await expect(list(carl)).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
  const { data: none } = await carl.client.call(custinsts.list, { query: { orEmpty: 'true' } })
  expect(none).toEqual({ CustomInstructionsWho: [], CustomInstructionsRespond: [] })
  for (const name of ['tone 10', 'Tone 9', 'änderung', 'Zeit']) await make(carl, { name })
  await make(carl, { name: 'Job', content: 'I am a baker.', scope: 1 })
  await make(anna, { name: 'Another’s' })
  await make(anna, { name: 'Shared', assocContexts: [entry(carl)] })
  const { CustomInstructionsWho: who, CustomInstructionsRespond: respond } = await list(carl)
  expect(who.map(({ name }) => name)).toEqual(['Job'])
  expect(respond.map(({ name }) => name)).toEqual(['änderung', 'Shared', 'Tone 9', 'tone 10', 'Zeit'])
  expect(respond[0]).toEqual(await get(carl, respond[0]?.id ?? 0))
})

describe('an instruction', () => {
  test('is created, read, changed and deleted', async () => {
    const content = 'Bold\u0007 {{ENV}} ${HOME}\r\n\t„Hallo“ 🐘 \u202e'
    const made = await make(anna, { name: ' Style ', content })
    expect(made).toEqual({
      id: expect.any(Number) as number,
      uuId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      name: 'Style',
      description: '',
      content,
      scope: 2,
      ownerId: anna.id,
      assocContexts: [entry({ contextId: 0 }, true, true)],
      context: { id: expect.any(Number) as number, ownerContextId: anna.contextId },
      attributes: [],
      likes: 0,
      liked: false,
      usageCount: 0,
      state: 1,
      type: 0,
      waitsForApproval: false,
      created: made.modified,
      modified: made.modified,
    })
    expect(await get(anna, made.id)).toEqual(made)
    // A client sends the whole object back: read-only fields change nothing.
    expect(await update(anna, made.id, { ...made, likes: 7, uuId: 'x' } as Fields)).toEqual(made)
    const changed = await update(anna, made.id, { name: 'Other', scope: 1 })
    expect(changed).toMatchObject({ name: 'Other', scope: 1, content })
    const stale = update(anna, made.id, { content: 'Lost?', ifModified: made.modified })
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await get(anna, made.id)).toEqual(changed)
    await remove(anna, made.id)
    await expect(get(anna, made.id)).rejects.toMatchObject(NOT_FOUND)
    await eraseBinned(anna, made)
    const { rows } = await app.db.pool.query('SELECT FROM contexts WHERE id = $1', [made.context.id])
    expect(rows).toEqual([])
  })

  test.each([
    { name: '  ' },
    { content: ' \n' },
    { content: 'a\0b' },
    { content: 'x'.repeat(CUSTINST_LIMITS.content + 1) },
    { description: 'x'.repeat(CUSTINST_LIMITS.description + 1) },
    { scope: 3 as never },
    { scope: undefined as never },
  ])('is refused with 400 for invalid fields %#', async (fields) => {
    await expect(make(anna, fields)).rejects.toMatchObject(INVALID)
  })

  test('can be read, changed, shared and deleted according to the access level', async () => {
    const [reader, writer, admin, member, stranger] = await Promise.all(
      Array.from({ length: 5 }, () => app.deps.user()),
    )
    const guest = await app.deps.user({ roleId: 6 })
    const group = await app.deps.group(3, [member!, anna])
    const cases: [TestUser, number][] = [
      [anna, 3],
      [reader!, 1],
      [writer!, 2],
      [admin!, 3],
      [member!, 1],
      [stranger!, 0],
      [root, 0],
    ]
    for (const [who, level] of cases) {
      const assocContexts = [
        entry(reader!),
        entry(writer!, true),
        entry(admin!, true, true),
        entry(group),
        entry(guest),
      ]
      const { id } = await make(anna, { assocContexts })
      const refused = level === 0 ? NOT_FOUND : DENIED
      if (level >= 1)
        expect((await get(who, id)).assocContexts).toHaveLength(level === 3 ? assocContexts.length + 1 : 1)
      else await expect(get(who, id)).rejects.toMatchObject(NOT_FOUND)
      if (level >= 2) expect((await update(who, id, { content: 'New' })).content).toBe('New')
      else await expect(update(who, id, { content: 'New' })).rejects.toMatchObject(refused)
      const shared = update(who, id, { assocContexts: [...assocContexts, entry(bert)] })
      if (level >= 3) expect((await shared).assocContexts.at(-1)).toEqual(entry(bert))
      else await expect(shared).rejects.toMatchObject(refused)
      // The owner stays the same: a manager’s request is ignored, a writer’s is refused.
      const reowned = update(who, id, { ownerId: bert.id })
      if (level >= 3) expect((await reowned).ownerId).toBe(anna.id)
      else await expect(reowned).rejects.toMatchObject(refused)
      if (level >= 3) await remove(who, id)
      else await expect(remove(who, id)).rejects.toMatchObject(refused)
      // The role of guests has no custom instructions, whatever is shared with them.
      await expect(get(guest, id)).rejects.toMatchObject(DENIED)
    }
    await expect(make(guest)).rejects.toMatchObject(DENIED)
    await expect(list(guest)).rejects.toMatchObject(DENIED)
  })

  test('can be liked once by each user who may read it', async () => {
    const { id, modified } = await make(anna, { assocContexts: [entry(bert)] })
    expect(await like(bert, id)).toMatchObject({ likes: 1, liked: true, modified })
    expect(await like(bert, id)).toMatchObject({ likes: 1 })
    expect(await get(anna, id)).toMatchObject({ likes: 1, liked: false })
    expect(await like(anna, id)).toMatchObject({ likes: 2, liked: true })
    expect(await like(bert, id, false)).toMatchObject({ likes: 1, liked: false })
    await expect(like(root, id)).rejects.toMatchObject(NOT_FOUND)
    await remove(anna, id)
    await expect(like(anna, id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('counts the tabs that use it in its own scope', async () => {
    const { id } = await make(anna, { scope: 1 })
    const project = await app.deps.project(anna)
    for (const body of [{ custInstWhoId: id }, { custInstWhoId: id }, {}])
      await anna.client.call(tabs.create, { params: { id: project.id }, body })
    await app.db.pool.query(
      'UPDATE tabs SET cust_inst_respond_id = $1 WHERE project_id = $2 AND cust_inst_who_id = 0',
      [id, project.id],
    )
    expect((await get(anna, id)).usageCount).toBe(2)
    expect((await list(anna)).CustomInstructionsWho.find((one) => one.id === id)?.usageCount).toBe(2)
  })

  test('is found by words of its content, but not by users without access', async () => {
    const { id } = await make(anna, { name: 'Klabautermann', content: 'Speak like a boatswain.' })
    const finds = async (who: TestUser) =>
      (await who.client.call(search.find, { query: { q: 'boatswain' } })).data.Finds
    expect(await finds(anna)).toMatchObject([{ kind: 'custinst', id, uri: `/custinsts/${id}` }])
    expect(await finds(bert)).toEqual([])
  })

  test('can be left by a user it is shared with, which the audit trail records', async () => {
    const { id, context } = await make(anna, { name: 'Left', assocContexts: [entry(bert)] })
    await bert.client.call(contexts.removeMember, {
      params: { id: context.id, assocContextId: bert.contextId },
    })
    await expect(get(bert, id)).rejects.toMatchObject(NOT_FOUND)
    const { data } = await root.client.call(audit.list, { query: { objectType: 'custinst', objectId: id } })
    expect(data.Entries.map(({ action }) => action)).toEqual(['context.left', 'item.shared'])
  })
})

test('readers are notified of creation, changes, likes, sharing and deletion; other users are not', async () => {
  const carl = await app.deps.user()
  const [annas, berts, carls] = [
    await livePage(app, anna),
    await livePage(app, bert),
    await livePage(app, carl),
  ]
  const about = (id: number, what: string) => ({
    context: 10,
    uri: `/custinsts/${id}`,
    contextData: { custinstId: id, what },
  })
  const { id } = await make(anna)
  await expect.poll(() => annas.messages).toContainEqual(about(id, 'changed'))
  await update(anna, id, { assocContexts: [entry(bert)] })
  await expect.poll(() => berts.messages).toContainEqual(about(id, 'shared'))
  for (const happens of [() => update(anna, id, { content: 'New' }), () => like(anna, id)]) {
    const before = berts.messages.length
    await happens()
    await expect.poll(() => berts.messages.slice(before)).toContainEqual(about(id, 'changed'))
  }
  const before = berts.messages.length
  await update(anna, id, { assocContexts: [] })
  await expect.poll(() => berts.messages.slice(before)).toContainEqual(about(id, 'shared'))
  await remove(anna, id)
  await expect.poll(() => annas.messages).toContainEqual(about(id, 'deleted'))
  expect(carls.messages).toEqual([])
})

describe('a reference to an instruction in a project or tab', () => {
  const tabOf = async (who: TestUser, id: number, body: object) =>
    (await who.client.call(tabs.update, { params: { id }, body })).data.projecttab

  test('is stored for users who may read it, refused with 404 for others, and cleared by 0', async () => {
    const [who, respond] = [await make(anna, { scope: 1 }), await make(anna, { scope: 2 })]
    const good = { custInstWhoId: who.id, custInstRespondId: respond.id }
    const make2 = (user: TestUser, body: object) =>
      user.client.call(projects.create, { body: { name: 'P', ...body } }).then(({ data }) => data.project)
    const project = await make2(anna, good)
    expect(project).toMatchObject(good)
    const { data } = await anna.client.call(tabs.create, { params: { id: project.id }, body: {} })
    expect(data.projecttab).toMatchObject(good)
    const tab = data.projecttab.id
    expect(await tabOf(anna, tab, { custInstWhoId: 0 })).toMatchObject({ ...good, custInstWhoId: 0 })

    const [theirs] = [await make2(bert, {})]
    const theirTab = await app.deps.tab(bert, theirs)
    const wrong = [
      { custInstWhoId: who.id },
      { custInstRespondId: respond.id },
      { custInstWhoId: 999_999 },
      { custInstRespondId: 999_999 },
    ]
    for (const body of wrong) {
      await expect(make2(bert, body)).rejects.toMatchObject(NOT_FOUND)
      const params = { id: theirs.id }
      await expect(bert.client.call(projects.update, { params, body })).rejects.toMatchObject(NOT_FOUND)
      await expect(bert.client.call(tabs.create, { params, body })).rejects.toMatchObject(NOT_FOUND)
      await expect(tabOf(bert, theirTab.id, body)).rejects.toMatchObject(NOT_FOUND)
    }
    // Of the other scope.
    await expect(tabOf(anna, tab, { custInstWhoId: respond.id })).rejects.toMatchObject(NOT_FOUND)
    await expect(tabOf(anna, tab, { custInstRespondId: who.id })).rejects.toMatchObject(NOT_FOUND)
    await app.deps.share(who, bert)
    expect(await tabOf(bert, theirTab.id, { custInstWhoId: who.id })).toMatchObject({ custInstWhoId: who.id })
  })

  test('that is not readable is kept when other fields change, and in copies and new tabs', async () => {
    const { id } = await make(anna, { scope: 1 })
    const project = await app.deps.project(anna, { type: 2 })
    await app.deps.share(project, bert, { write: true })
    const params = { id: project.id }
    await anna.client.call(projects.update, { params, body: { custInstWhoId: id } })
    const made = (await bert.client.call(tabs.create, { params, body: {} })).data.projecttab
    expect(made.custInstWhoId).toBe(id)
    expect(await tabOf(bert, made.id, { name: 'Renamed', custInstWhoId: id })).toMatchObject({
      name: 'Renamed',
      custInstWhoId: id,
    })
    const renamed = await bert.client.call(projects.update, {
      params,
      body: { name: 'R', custInstWhoId: id },
    })
    expect(renamed.data.project).toMatchObject({ name: 'R', custInstWhoId: id })
    const copy = await bert.client.call(tabs.copy, { params: { id: made.id }, body: {} })
    expect(copy.data.projecttab.custInstWhoId).toBe(id)
    await tabOf(bert, made.id, { custInstWhoId: 0 })
    await expect(tabOf(bert, made.id, { custInstWhoId: id })).rejects.toMatchObject(NOT_FOUND)
  })

  test('requires the permission to use custom instructions', async () => {
    const guest = await app.deps.user({ roleId: 6 })
    const shared = await make(anna, { assocContexts: [entry(guest)] })
    const hidden = await make(anna)
    const create = (custInstRespondId: number) =>
      guest.client.call(projects.create, { body: { name: 'P', custInstRespondId } })
    await expect(create(shared.id)).rejects.toMatchObject(DENIED)
    await expect(create(hidden.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('to a deleted instruction does not block changes of the tab', async () => {
    const { id } = await make(anna)
    const project = await app.deps.project(anna)
    const tab = await app.deps.tab(anna, project)
    await tabOf(anna, tab.id, { custInstRespondId: id })
    await remove(anna, id)
    expect(await tabOf(anna, tab.id, { name: 'Goes on' })).toMatchObject({ name: 'Goes on' })
    await expect(tabOf(bert, tab.id, { name: 'Goes on' })).rejects.toMatchObject(NOT_FOUND)
  })
})

test('deleting a user hands over or deletes their instructions and removes their likes', async () => {
  const [owner, heir] = [await app.deps.user(), await app.deps.user()]
  const shared = await make(owner, { name: 'Shared', assocContexts: [entry(bert), entry(heir)] })
  const own = await make(owner, { name: 'Own' })
  const annas = await make(anna, { assocContexts: [entry(owner)] })
  await like(owner, annas.id)
  await like(bert, shared.id)
  const { data } = await root.client.call(users.belongings, { params: { id: owner.id } })
  expect(data.Belongings.items).toContainEqual({ name: 'custinsts', count: 2 })
  const query = { items: 'handOverShared', to: heir.id } as const
  await root.client.call(users.remove, { params: { id: owner.id }, query })
  expect(await get(heir, shared.id)).toMatchObject({ ownerId: heir.id, likes: 1, name: 'Shared' })
  expect(await get(bert, shared.id)).toMatchObject({ ownerId: heir.id, liked: true })
  expect(await get(anna, annas.id)).toMatchObject({ likes: 0 })
  const { rows } = await app.db.pool.query('SELECT FROM custinsts WHERE id = $1', [own.id])
  expect(rows).toEqual([])
})

test('a user can have 500 instructions at most, even with concurrent creation', async () => {
  const carl = await app.deps.user()
  await app.db.pool.query(
    `WITH made AS (
      INSERT INTO contexts (uuid, type_id, name, owner_context_id)
      SELECT gen_random_uuid(), 10, 'N', $2 FROM generate_series(1, $3) RETURNING id)
    INSERT INTO custinsts (uuid, context_id, owner_id, name, content, scope)
    SELECT gen_random_uuid(), id, $1, 'N', 'C', 1 FROM made`,
    [carl.id, carl.contextId, CUSTINST_LIMITS.count - 1],
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => make(carl)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const full = { status: 409, code: 'TOO_MANY_CUSTINSTS', message: expect.stringContaining('500') as string }
  await expect(make(carl)).rejects.toMatchObject(full)
  const { CustomInstructionsWho: who, CustomInstructionsRespond: respond } = await list(carl)
  expect([who.length, respond.length]).toEqual([499, 1])
  await remove(carl, respond[0]?.id ?? 0)
  await make(carl)
})
