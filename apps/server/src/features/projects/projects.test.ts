import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { eraseBinned } from '#test/bin.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, get, list, remove, update } from './test/projects.ts'

let app: TestApp
let anna: TestUser
let bert: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
})
afterAll(() => app.close())

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }

type Change = Parameters<typeof update>[2]
async function count(table: 'projects' | 'tabs' | 'messages' | 'contexts', where: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: number }>(`SELECT count(*) FROM ${table} WHERE ${where}`)
  return rows[0]?.count ?? 0
}

describe('creating and reading', () => {
  test('a new project has a context of its owner, the defaults, and no shares', async () => {
    const { data } = await anna.client.call(contract.projects.create, { body: { name: ' Plan ', type: 2 } })
    const { project } = data
    expect(project).toMatchObject({
      name: 'Plan',
      description: '',
      type: 2,
      ownerId: anna.id,
      defaultModelId: 1,
      defaultModelTagId: 1,
      defaultDatasourceId: 0,
      amountOfChunks: 5,
      custInstWhoId: 0,
      custInstRespondId: 0,
      hasAdminAccess: true,
      assocContexts: [entry(0, true, true)],
      context: { ownerContextId: anna.contextId },
    })
    expect(await get(anna, project.id)).toEqual(project)
    const { rows } = await app.db.pool.query('SELECT type_id, name FROM contexts WHERE id = $1', [
      project.context.id,
    ])
    expect(rows).toEqual([{ type_id: 4, name: 'Plan' }])
  })

  test('a project that cannot be created leaves no context behind', async () => {
    const before = await count('contexts', 'true')
    const call = anna.client.call(contract.projects.create, {
      body: { name: 'X', assocContexts: [entry(bert.contextId), entry(999_999)] },
    })
    await expect(call).rejects.toMatchObject(NOT_FOUND)
    expect(await count('contexts', 'true')).toBe(before)
    expect(await count('projects', `name = 'X'`)).toBe(0)
  })

  test('read-only and privileged fields of a body change nothing', async () => {
    const evil = {
      name: 'Mass',
      id: 1,
      uuId: 'x',
      ownerId: bert.id,
      created: '2001-01-01T00:00:00.000Z',
      modified: '2001-01-01T00:00:00.000Z',
      hasAdminAccess: false,
      context: { id: 1, ownerContextId: bert.contextId },
      permissions: ['can_manage_users'],
    }
    for (const key of ['__proto__', 'constructor']) {
      const body = JSON.parse(`{"name":"P","${key}":{"isAdmin":true,"prototype":{"isAdmin":true}}}`)
      const call = anna.client.call(contract.projects.create, { body })
      await expect(call).rejects.toMatchObject({ status: 400 })
    }
    const made = (await anna.client.call(contract.projects.create, { body: evil })).data.project
    expect(made).toMatchObject({ ownerId: anna.id, context: { ownerContextId: anna.contextId } })
    const changed = await update(anna, made.id, { ...evil, name: 'Mass 2' })
    expect(changed).toEqual({ ...made, name: 'Mass 2', modified: changed.modified })
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  test('unreadable and unknown ids return 404, invalid ids 400', async () => {
    const { id } = await app.deps.project(anna)
    for (const wrong of [id, 999_999, Number.MAX_SAFE_INTEGER])
      await expect(get(bert, wrong)).rejects.toMatchObject(NOT_FOUND)
    for (const wrong of [-1, 0, 2 ** 53, 1.5, Number.NaN])
      await expect(get(bert, wrong)).rejects.toMatchObject({ status: 400 })
  })

  test.each([
    [{ defaultModelTagId: 999_999 }, NOT_FOUND],
    [{ defaultModelId: 999_999 }, NOT_FOUND],
    [{ defaultDatasourceId: 7 }, NOT_FOUND],
    [{ custInstWhoId: 7 }, NOT_FOUND],
    [{ custInstRespondId: 7 }, NOT_FOUND],
    [
      { defaultModelId: 999_999, defaultModelTagId: 1 },
      { status: 400, code: 'VALIDATION_FAILED' },
    ],
  ])('a reference to a missing item is refused when it is stored: %o', async (body, problem) => {
    const { id } = await app.deps.project(anna)
    await expect(update(anna, id, body)).rejects.toMatchObject(problem)
    await expect(
      anna.client.call(contract.projects.create, { body: { name: 'R', ...body } }),
    ).rejects.toMatchObject(problem)
  })

  test('a tag sets its model; an undeployed tag is refused with 409, but kept where it is set', async () => {
    const { rows } = await app.db.pool.query<{ tag: number; model: number }>(`
      WITH provider AS (INSERT INTO providers (type_id, kind, name, base_url, is_local, source)
        VALUES (1, 'openai', 'P', 'http://127.0.0.1:9/', true, 'configured') RETURNING id),
      model AS (INSERT INTO models (uuid, provider_id, name) SELECT gen_random_uuid(), id, 'm' FROM provider RETURNING id)
      INSERT INTO model_tags (model_id, name, engine_name, deployed)
      SELECT id, 'latest', 'm', true FROM model RETURNING id AS tag, model_id AS model`)
    const { tag, model } = rows[0] ?? { tag: 0, model: 0 }
    const { id } = await app.deps.project(anna)
    expect(await update(anna, id, { defaultModelTagId: tag })).toMatchObject({ defaultModelId: model })
    await app.db.pool.query('UPDATE model_tags SET deployed = false WHERE id = $1', [tag])
    expect(await update(anna, id, { name: 'Still', defaultModelTagId: tag })).toMatchObject({ name: 'Still' })
    const other = await app.deps.project(anna)
    await expect(update(anna, other.id, { defaultModelTagId: tag })).rejects.toMatchObject({
      status: 409,
      code: 'MODEL_NOT_DEPLOYED',
    })
  })
})

describe('access', () => {
  test('is checked for owner, readers, writers, administrators, group members and others', async () => {
    const project = await app.deps.project(anna)
    const tenant = await app.deps.group(6, [])
    const [reader, writer, admin, member, stranger] = await Promise.all(
      Array.from({ length: 5 }, () => app.deps.user()),
    )
    const outsider = await app.deps.user({ tenantContextId: tenant.contextId })
    const superuser = await app.deps.user({ roleId: 1 })
    if (!reader || !writer || !admin || !member || !stranger) throw new Error('five people')
    const team = await app.deps.group(3, [member])
    const unit = await app.deps.group(2, [team])
    await app.deps.share(project, reader)
    await app.deps.share(project, writer, { write: true })
    await app.deps.share(project, admin, { admin: true })
    await app.deps.share(project, unit, { write: true })
    await app.deps.share(project, outsider, { admin: true })

    const stored = await get(anna, project.id)
    const cases: [TestUser, number][] = [
      [anna, 3],
      [reader, 1],
      [writer, 2],
      [admin, 3],
      [member, 2],
      [stranger, 0],
      [outsider, 0],
      [superuser, 0],
    ]
    for (const [who, level] of cases) {
      const refused = level === 0 ? NOT_FOUND : DENIED
      if (level === 0) {
        await expect(get(who, project.id)).rejects.toMatchObject(NOT_FOUND)
      } else {
        const seen = await get(who, project.id)
        expect(seen.hasAdminAccess).toBe(level === 3)
        expect(seen.assocContexts[0]).toEqual(entry(who.contextId, level >= 2, level === 3))
        expect(seen.assocContexts).toHaveLength(level === 3 ? 6 : 1)
        expect((await list(who)).projects.map(({ id }) => id)).toContain(project.id)
      }
      if (level < 2) await expect(update(who, project.id, { name: 'No' })).rejects.toMatchObject(refused)
      else await update(who, project.id, { description: `by ${who.id}` })
      const privileged: Change[] = [{ type: 5 }, { assocContexts: [entry(stranger.contextId)] }]
      if (level < 3) {
        for (const body of privileged)
          await expect(update(who, project.id, body)).rejects.toMatchObject(refused)
        await expect(update(who, project.id, { ownerId: who.id })).rejects.toMatchObject(refused)
        await expect(remove(who, project.id)).rejects.toMatchObject(refused)
      }
      if (level === 2)
        await update(who, project.id, {
          type: stored.type,
          ownerId: stored.ownerId,
          assocContexts: (await get(who, project.id)).assocContexts,
        })
    }
    const after = await get(anna, project.id)
    expect(after).toMatchObject({ name: stored.name, type: stored.type, ownerId: anna.id })
    expect(after.assocContexts).toEqual(stored.assocContexts)
    expect(await update(admin, project.id, { ownerId: admin.id, type: 7 })).toMatchObject({
      ownerId: anna.id,
      type: 7,
    })
    expect(await remove(admin, project.id)).toEqual({})
    await expect(get(anna, project.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('another user’s list is refused with 404', async () => {
    const superuser = await app.deps.user({ roleId: 1 })
    for (const who of [bert, superuser]) {
      const call = who.client.call(contract.projects.list, { params: { id: anna.id }, query: {} })
      await expect(call).rejects.toMatchObject(NOT_FOUND)
    }
  })
})

describe('the list', () => {
  test('is sorted newest first, in pages that do not shift when projects are added', async () => {
    const carla = await app.deps.user()
    await expect(list(carla)).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
    const ids: number[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await app.deps.project(carla)).id)
    const first = await list(carla, { limit: 2 })
    expect(first.projects.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    await app.deps.project(carla)
    const second = await list(carla, { limit: 2, cursor: first.nextCursor ?? '' })
    expect(second.projects.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const third = await list(carla, { limit: 2, cursor: second.nextCursor ?? '' })
    expect(third.projects.map(({ id }) => id)).toEqual(ids.slice(4))
    expect(third.nextCursor).toBeNull()
  })

  test.each([
    'x',
    '!',
    'MQ==',
    Buffer.from('1').toString('base64url'),
    Buffer.from('1.2.3').toString('base64url'),
    Buffer.from('-1').toString('base64url'),
  ])('refuses an invalid cursor with 400: %s', async (cursor) => {
    await expect(list(anna, { cursor })).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })
})

describe('changes of a project', () => {
  test('change only the fields that are sent', async () => {
    const { id } = await app.deps.project(anna, { name: 'First' })
    const changes: Change[] = [{ name: 'Second' }, { description: 'Described' }, { type: 3 }]
    await Promise.all(changes.map((change) => update(anna, id, change)))
    expect(await get(anna, id)).toMatchObject({ name: 'Second', description: 'Described', type: 3 })
  })

  test('of the same version: the first is stored, the others are refused with 409', async () => {
    const { id, modified } = await app.deps.project(anna)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => update(anna, id, { name: `Name ${n}`, ifModified: modified })),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, code: 'CONFLICT' })
    const { modified: after } = await get(anna, id)
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(modified))
    expect(await update(anna, id, { name: 'Last', ifModified: after })).toMatchObject({ name: 'Last' })
  })

  test('with the current values change nothing', async () => {
    const project = await app.deps.project(anna)
    const { assocContexts, name, description, type, ownerId, defaultModelTagId } = project
    const same = { assocContexts, name, description, type, ownerId, defaultModelTagId }
    expect(await update(anna, project.id, same)).toEqual(project)
  })
})

describe('deleting', () => {
  test('removes tabs, messages and the context, too', async () => {
    const project = await app.deps.project(anna)
    await app.deps.share(project, bert)
    const tab = await app.deps.tab(anna, project)
    await storeMessage(app.db, { tabId: tab.id, userId: anna.id })
    expect(await remove(anna, project.id)).toEqual({})
    await eraseBinned(anna, project)
    expect(await count('tabs', `project_id = ${project.id}`)).toBe(0)
    expect(await count('messages', `tab_id = ${tab.id}`)).toBe(0)
    expect(await count('contexts', `id = ${project.context.id}`)).toBe(0)
    await expect(remove(anna, project.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a project with 3,000 tabs succeeds', async () => {
    const project = await app.deps.project(anna)
    await app.db.pool.query(
      `INSERT INTO tabs (uuid, project_id, tab_index, name) SELECT gen_random_uuid(), $1, n, 'T' FROM generate_series(1, 3000) n`,
      [project.id],
    )
    expect(await remove(anna, project.id)).toEqual({})
  })
})
