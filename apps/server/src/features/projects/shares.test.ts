import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, get, remove, update } from './test/projects.ts'

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

describe('sharing', () => {
  test('replaces all shares; a request without shares keeps them', async () => {
    const { id } = await app.deps.project(anna)
    const team = await app.deps.group(3, [anna, bert])
    const shared = await update(anna, id, {
      assocContexts: [entry(0, true, true), entry(bert.contextId, true), entry(team.contextId)],
    })
    expect(shared.assocContexts).toEqual([
      entry(anna.contextId, true, true),
      entry(bert.contextId, true),
      entry(team.contextId),
    ])
    expect(await update(bert, id, { name: 'By Bert' })).toMatchObject({ name: 'By Bert' })
    expect((await get(anna, id)).assocContexts).toEqual(shared.assocContexts)
    const less = await update(anna, id, { assocContexts: [entry(anna.contextId), entry(team.contextId)] })
    expect(less.assocContexts).toEqual([entry(anna.contextId, true, true), entry(team.contextId)])
    await update(anna, id, { assocContexts: [] })
    await expect(get(bert, id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('with invisible or unsuitable contexts is refused with 404', async () => {
    const tenant = await app.deps.group(6, [])
    const outsider = await app.deps.user({ tenantContextId: tenant.contextId })
    const foreign = await app.deps.group(3, [outsider])
    const item = await app.deps.project(bert)
    const { id } = await app.deps.project(anna)
    const wrong = [outsider.contextId, foreign.contextId, tenant.contextId, item.context.id, 999_999]
    for (const contextId of wrong) {
      const call = update(anna, id, { assocContexts: [entry(bert.contextId), entry(contextId)] })
      await expect(call).rejects.toMatchObject(NOT_FOUND)
    }
    expect((await get(anna, id)).assocContexts).toHaveLength(1)
    expect(await update(anna, id, { assocContexts: [entry(1)] })).toMatchObject({
      assocContexts: [entry(anna.contextId, true, true), entry(1)],
    })
    expect(await get(bert, id)).toMatchObject({ id })
    await expect(get(outsider, id)).rejects.toMatchObject(NOT_FOUND)
    await remove(anna, id)
  })

  test('is refused with 403 for guests, who can still remove shares', async () => {
    const guest = await app.deps.user({ roleId: 6 })
    const project = await app.deps.project(guest)
    const call = update(guest, project.id, { assocContexts: [entry(bert.contextId)] })
    await expect(call).rejects.toMatchObject(DENIED)
    await app.deps.share(project, bert)
    await update(guest, project.id, { assocContexts: [] })
    await expect(get(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('with a user shows a project again that they left', async () => {
    const team = await app.deps.group(3, [anna, bert])
    const project = await app.deps.project(anna)
    await update(anna, project.id, { assocContexts: [entry(team.contextId, true)] })
    await app.db.pool.query('INSERT INTO hidden_contexts VALUES ($1, $2)', [
      project.context.id,
      bert.contextId,
    ])
    await expect(get(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
    await update(anna, project.id, { assocContexts: [entry(team.contextId, true), entry(bert.contextId)] })
    expect((await get(bert, project.id)).assocContexts).toEqual([entry(bert.contextId, true)])
  })
})
