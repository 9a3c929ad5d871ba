import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project, type Tab } from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { systemClock } from '#platform/clock.ts'
import { tabsFeature } from './index.ts'

let app: TestApp
let anna: TestUser
let reader: TestUser
let writer: TestUser
let admin: TestUser
let member: TestUser
let stranger: TestUser
let outsider: TestUser
let project: Project
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  reader = await app.deps.user()
  writer = await app.deps.user()
  admin = await app.deps.user()
  member = await app.deps.user()
  stranger = await app.deps.user()
  const tenant = await app.deps.group(6, [])
  outsider = await app.deps.user({ tenantContextId: tenant.contextId })
  project = await sharedProject()
})
afterAll(() => app.close())

async function sharedProject(): Promise<Project> {
  const made = await app.deps.project(anna)
  const team = await app.deps.group(3, [member])
  await app.deps.share(made, reader)
  await app.deps.share(made, writer, { write: true })
  await app.deps.share(made, admin, { admin: true })
  await app.deps.share(made, team, { write: true })
  await app.deps.share(made, outsider, { admin: true })
  return made
}

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const CONFLICT = { status: 409, code: 'CONFLICT' }

type Change = { name?: string; description?: string; state?: number; ifModified?: string } & Partial<
  Record<'defaultModelId' | 'defaultModelTagId' | 'defaultDatasourceId' | 'custInstWhoId', number>
>
const list = async (who: TestUser, { id }: { id: number } = project): Promise<Tab[]> =>
  (await who.client.call(contract.tabs.list, { params: { id } })).data.Projecttabs
const create = async (who: TestUser, body: Change = {}, { id }: { id: number } = project): Promise<Tab> =>
  (await who.client.call(contract.tabs.create, { params: { id }, body })).data.projecttab
const get = async (who: TestUser, id: number): Promise<Tab> =>
  (await who.client.call(contract.tabs.get, { params: { id } })).data.projecttab
const update = async (who: TestUser, id: number, body: Change): Promise<Tab> =>
  (await who.client.call(contract.tabs.update, { params: { id }, body })).data.projecttab
const order = async (who: TestUser, tabIds: number[], { id }: { id: number } = project): Promise<Tab[]> =>
  (await who.client.call(contract.tabs.order, { params: { id }, body: { tabIds } })).data.Projecttabs
const remove = async (who: TestUser, id: number): Promise<unknown> =>
  (await who.client.call(contract.tabs.remove, { params: { id } })).data

describe('adding', () => {
  test('an empty project has no tabs: 404 with the specified message', async () => {
    const empty = await app.deps.project(anna)
    await expect(list(anna, empty)).rejects.toMatchObject({
      status: 404,
      code: 'NONE_FOUND',
      message: 'No project tabs were found in the database.',
    })
  })

  test('names tabs by number, and takes omitted fields from the project', async () => {
    const own = await app.deps.project(anna)
    await app.db.pool.query('UPDATE projects SET cust_inst_who_id = 5 WHERE id = $1', [own.id])
    expect(await create(anna, {}, own)).toMatchObject({
      name: 'Tab 1',
      description: '',
      projectId: own.id,
      tabIndex: 0,
      defaultModelId: 1,
      defaultModelTagId: 1,
      custInstWhoId: 5,
      type: 0,
      state: 1,
    })
    expect(await create(anna, { custInstWhoId: 0 }, own)).toMatchObject({ name: 'Tab 2', custInstWhoId: 0 })
    const second = (await list(anna, own))[1]
    await remove(anna, (await list(anna, own))[0]?.id ?? 0)
    expect(await create(anna, {}, own)).toMatchObject({ name: 'Tab 3', tabIndex: 2 })
    expect((await list(anna, own))[0]).toEqual(second)
  })

  test('a hundred concurrently gives each its own index and name', async () => {
    const own = await app.deps.project(anna)
    await Promise.all(Array.from({ length: 100 }, () => create(anna, {}, own)))
    const tabs = await list(anna, own)
    expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual(Array.from({ length: 100 }, (_, index) => index))
    expect(tabs.map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, index) => `Tab ${index + 1}`),
    )
  })

  test('references to missing items are refused with 404', async () => {
    await expect(create(anna, { defaultModelTagId: 999_999 })).rejects.toMatchObject(NOT_FOUND)
    await expect(create(anna, { defaultDatasourceId: 3 })).rejects.toMatchObject(NOT_FOUND)
    const tab = await create(anna)
    await expect(update(anna, tab.id, { custInstWhoId: 3 })).rejects.toMatchObject(NOT_FOUND)
  })
})

test('reading, adding, changing, ordering and deleting require the needed access', async () => {
  const cases: [string, TestUser, number][] = [
    ['owner', anna, 3],
    ['reader', reader, 1],
    ['writer', writer, 2],
    ['admin', admin, 3],
    ['group member', member, 2],
    ['stranger', stranger, 0],
    ['other tenant', outsider, 0],
  ]
  for (const [name, who, level] of cases) {
    const tab = await create(anna, { name: `for ${name}` })
    const ids = (await list(anna)).map(({ id }) => id)
    if (level >= 1) {
      const can = { remove: level >= 2, move: level >= 2 }
      expect(await get(who, tab.id), name).toEqual({ ...tab, can })
      expect((await list(who)).map(({ id }) => id)).toEqual(ids)
    } else {
      await expect(get(who, tab.id), name).rejects.toMatchObject(NOT_FOUND)
      await expect(list(who), name).rejects.toMatchObject(NOT_FOUND)
    }
    if (level >= 2) {
      expect(await update(who, tab.id, { description: name })).toMatchObject({ description: name })
      expect((await order(who, ids.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed())
      expect(await create(who)).toMatchObject({ projectId: project.id })
      expect(await remove(who, tab.id)).toEqual({})
    } else {
      const refused = level === 1 ? DENIED : NOT_FOUND
      await expect(update(who, tab.id, { description: name }), name).rejects.toMatchObject(refused)
      await expect(order(who, ids), name).rejects.toMatchObject(refused)
      await expect(create(who), name).rejects.toMatchObject(refused)
      await expect(remove(who, tab.id), name).rejects.toMatchObject(refused)
      expect(await get(anna, tab.id)).toEqual(tab)
    }
  }
})

describe('deleting', () => {
  test('requires admin access when the tab has questions of other users, else write access', async () => {
    const empty = await create(anna)
    const own = await create(anna)
    const mixed = await create(anna)
    const orphaned = await create(anna)
    await storeMessage(app.db, { tabId: own.id, userId: writer.id })
    await storeMessage(app.db, { tabId: mixed.id, userId: writer.id })
    await storeMessage(app.db, { tabId: mixed.id, userId: anna.id })
    await storeMessage(app.db, { tabId: orphaned.id, userId: null })
    const offered = async (who: TestUser, ids: number[]) => {
      const tabs = (await list(who, project)).filter(({ id }) => ids.includes(id))
      return ids.map((id) => tabs.find((tab) => tab.id === id)?.can)
    }
    const all = [empty.id, own.id, mixed.id, orphaned.id]
    const [may, mayNot] = [
      { remove: true, move: true },
      { remove: false, move: false },
    ]
    expect(await offered(writer, all)).toEqual([may, may, mayNot, mayNot])
    expect(await offered(admin, all)).toEqual([may, may, may, may])
    expect(await offered(reader, all)).toEqual([mayNot, mayNot, mayNot, mayNot])
    expect((await get(writer, mixed.id)).can).toEqual(mayNot)
    expect(await remove(writer, empty.id)).toEqual({})
    expect(await remove(writer, own.id)).toEqual({})
    await expect(remove(writer, mixed.id)).rejects.toMatchObject(DENIED)
    await expect(remove(writer, orphaned.id)).rejects.toMatchObject(DENIED)
    expect(await get(anna, mixed.id)).toEqual(mixed)
    expect(await remove(admin, mixed.id)).toEqual({})
    expect(await remove(anna, orphaned.id)).toEqual({})
    await expect(get(anna, mixed.id)).rejects.toMatchObject(NOT_FOUND)
    const { rows } = await app.db.pool.query('SELECT 1 FROM messages WHERE tab_id = $1', [mixed.id])
    expect(rows).toEqual([])
  })

  test('concurrently twice succeeds once', async () => {
    const tab = await create(anna)
    const results = await Promise.allSettled([remove(anna, tab.id), remove(anna, tab.id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('order', () => {
  test('must contain every tab of the project once, else 409', async () => {
    const own = await app.deps.project(anna)
    const other = await create(anna)
    const ids = [await create(anna, {}, own), await create(anna, {}, own), await create(anna, {}, own)].map(
      ({ id }) => id,
    )
    const [a = 0, b = 0, c = 0] = ids
    expect((await order(anna, [c, a, b], own)).map(({ id }) => id)).toEqual([c, a, b])
    for (const wrong of [
      [a, b],
      [a, b, c, c],
      [a, a, b],
      [a, b, other.id],
      [a, b, c, other.id],
    ])
      await expect(order(anna, wrong, own)).rejects.toMatchObject(CONFLICT)
    expect((await list(anna, own)).map(({ id, tabIndex }) => [id, tabIndex])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ])
    await remove(anna, c)
    await expect(order(anna, [c, a, b], own)).rejects.toMatchObject(CONFLICT)
  })

  test('of two concurrent requests is stored as one of them', async () => {
    const own = await app.deps.project(anna)
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push((await create(anna, {}, own)).id)
    await Promise.all([
      order(anna, ids, own),
      order(anna, ids.toReversed(), own),
      create(anna, {}, own),
    ]).catch((error: unknown) => expect(error).toMatchObject(CONFLICT))
    await expect.poll(async () => (await list(anna, own)).length).toBe(7)
    const after = await list(anna, own)
    const stood = after.map(({ id }) => id).filter((id) => ids.includes(id))
    expect([ids, ids.toReversed()]).toContainEqual(stood)
    expect(new Set(after.map(({ tabIndex }) => tabIndex)).size).toBe(7)
  })
})

describe('changing', () => {
  test('updates only the fields sent, and refuses a stale change with 409', async () => {
    const tab = await create(anna)
    await Promise.all([update(anna, tab.id, { name: 'New' }), update(writer, tab.id, { description: 'D' })])
    expect(await get(anna, tab.id)).toMatchObject({ name: 'New', description: 'D', defaultModelTagId: 1 })
    await expect(update(anna, tab.id, { name: 'Late', ifModified: tab.modified })).rejects.toMatchObject(
      CONFLICT,
    )
    const now = await get(anna, tab.id)
    expect(await update(anna, tab.id, { name: now.name })).toEqual(now)
  })

  test('cannot move a tab or change its id', async () => {
    const tab = await create(anna)
    const foreign = await app.deps.project(stranger)
    const evil = {
      name: 'Moved',
      id: 1,
      uuId: 'x',
      projectId: foreign.id,
      tabIndex: 99,
      created: tab.created,
    }
    const moved = await update(writer, tab.id, evil)
    expect(moved).toEqual({ ...tab, name: 'Moved', modified: moved.modified })
    expect(await create(anna, { ...evil, name: 'Mine' })).toMatchObject({ projectId: project.id })
  })
})

test('the service returns the tab of a question with each user’s access level', async () => {
  const { service } = tabsFeature({
    db: app.db,
    clock: systemClock,
    bus: undefined as never,
    models: undefined as never,
    custinsts: undefined as never,
    datasources: undefined as never,
    confidentiality: undefined as never,
    queries: undefined as never,
    search: undefined as never,
    indexLater: () => undefined,
    copyBytes: 0,
    touchProjects: () => Promise.resolve(),
  })
  const tab = await create(anna)
  const asker = (who: TestUser, tenantContextId: number | null) =>
    service.tabForPrompt(
      {
        kind: 'person',
        userId: who.id,
        contextId: who.contextId,
        tenantContextId,
        roleId: 4,
        permissions: new Set(),
        sessionId: '',
      },
      tab.id,
    )
  const { rows } = await app.db.pool.query<{ id: number }>(
    'SELECT tenant_context_id AS id FROM users WHERE id = $1',
    [outsider.id],
  )
  const place = {
    tabId: tab.id,
    options: {},
    defaultDatasourceId: 0,
    amountOfChunks: 5,
    custInstWhoId: 0,
    custInstRespondId: 0,
    projectId: project.id,
    projectContextId: project.context.id,
    ownerContextId: anna.contextId,
  }
  expect(await asker(anna, null)).toEqual({ ...place, level: 3 })
  expect(await asker(outsider, rows[0]?.id ?? 0)).toEqual({ ...place, level: 0 })
  expect(await asker(writer, null)).toEqual({ ...place, level: 2 })
  await remove(anna, tab.id)
  expect(await asker(anna, null)).toBeUndefined()
})
