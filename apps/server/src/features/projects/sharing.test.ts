// Sharing over HTTP: writers are not owners, revoked access ends at once, the owner stays the owner (ACCESS-9, ACCESS-11,
// ACCESS-4).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type AssocContext, type Project } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { projects, tabs, contexts } = contract
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

let app: TestApp
let anna: TestUser
let bert: TestUser
let curt: TestUser
let team: { contextId: number }
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  curt = await app.deps.user({ firstName: 'Curt' })
  team = await app.deps.group(3, [anna])
})
afterAll(() => app.close())

const get = (by: TestUser, id: number) =>
  by.client.call(projects.get, { params: { id } }).then(({ data }) => data.project)
const put = (by: TestUser, id: number, body: object) =>
  by.client.call(projects.update, { params: { id }, body }).then(({ data }) => data.project)
const entry = (contextId: number, hasWriteAccess = false, hasAdminAccess = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess,
  hasAdminAccess,
})
const sharedBy = async (project: Project) => (await get(anna, project.id)).assocContexts.slice(1)

test('a writer cannot share, take over, retype or delete a project, or remove members', async () => {
  const project = await app.deps.project(anna, { type: 2 })
  const tab = await app.deps.tab(anna, project)
  const other = await app.deps.project(anna)
  await app.deps.share(project, bert, { write: true })
  await app.deps.share(project, curt)
  const before = await get(anna, project.id)
  for (const body of [
    { assocContexts: [entry(bert.contextId, true), entry(team.contextId)] },
    { assocContexts: [entry(bert.contextId, true, true)] },
    { assocContexts: [entry(curt.contextId)] },
    { ownerId: bert.id },
    { type: 0 },
  ])
    await expect(put(bert, project.id, body), JSON.stringify(body)).rejects.toMatchObject(DENIED)
  await expect(bert.client.call(projects.remove, { params: { id: project.id } })).rejects.toMatchObject(
    DENIED,
  )
  for (const assocContextId of [curt.contextId, anna.contextId])
    await expect(
      bert.client.call(contexts.removeMember, { params: { id: project.context.id, assocContextId } }),
    ).rejects.toMatchObject(DENIED)
  await expect(
    bert.client.call(tabs.update, { params: { id: tab.id }, body: { projectId: other.id } as object }),
  ).resolves.toMatchObject({ data: { projecttab: { projectId: project.id } } })
  expect(await get(anna, project.id)).toMatchObject({
    assocContexts: before.assocContexts,
    ownerId: anna.id,
    type: 2,
  })
})

test('reduced access takes effect with the next request', async () => {
  const project = await app.deps.project(anna)
  await app.deps.share(project, bert, { write: true })
  await put(bert, project.id, { name: 'Written' })
  await put(anna, project.id, { assocContexts: [entry(bert.contextId)] })
  await expect(put(bert, project.id, { name: 'Too late' })).rejects.toMatchObject(DENIED)
  expect(await get(bert, project.id)).toMatchObject({ name: 'Written' })
  await put(anna, project.id, { assocContexts: [] })
  await expect(get(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
  await expect(put(bert, project.id, { name: 'Too late' })).rejects.toMatchObject(NOT_FOUND)
})

test('leaving or deleting a group ends access to what was shared with it', async () => {
  const lead = await app.deps.user({ roleId: 8 })
  const { data } = await lead.client.call(contexts.create, {
    body: { contextTypeId: 2, name: 'Unit', assocContexts: [entry(bert.contextId)] },
  })
  const { id } = data.context
  const project = await app.deps.project(lead)
  await put(lead, project.id, { assocContexts: [entry(id, true)] })
  await put(bert, project.id, { name: 'Written' })
  await lead.client.call(contexts.removeMember, { params: { id, assocContextId: bert.contextId } })
  await expect(get(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
  await lead.client.call(contexts.setMember, { params: { id, assocContextId: bert.contextId }, body: {} })
  await get(bert, project.id)
  await lead.client.call(contexts.remove, { params: { id } })
  await expect(get(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
  expect(await get(lead, project.id)).toMatchObject({ assocContexts: [entry(0, true, true)] })
})

describe('any list of shares', () => {
  const own = (write = true, admin = true) => entry(anna.contextId, write, admin)
  const bodies: [string, () => AssocContext[], () => AssocContext[]][] = [
    ['owner missing', () => [entry(bert.contextId)], () => [entry(bert.contextId)]],
    ['owner weakened', () => [own(false, false), entry(bert.contextId)], () => [entry(bert.contextId)]],
    ['owner twice', () => [own(), own(false), entry(bert.contextId)], () => [entry(bert.contextId)]],
    ['owner last', () => [entry(bert.contextId), own()], () => [entry(bert.contextId)]],
    [
      'another user first',
      () => [entry(bert.contextId, true, true), own()],
      () => [entry(bert.contextId, true, true)],
    ],
    ['owner as context 0', () => [entry(0, true, true)], () => []],
    ['owner alone', () => [own()], () => []],
    ['empty', () => [], () => []],
    [
      'admin without write',
      () => [entry(bert.contextId, false, true)],
      () => [entry(bert.contextId, true, true)],
    ],
    [
      'write without read',
      () => [{ ...entry(bert.contextId, true), hasReadAccess: false }],
      () => [entry(bert.contextId, true)],
    ],
    [
      'a user twice',
      () => [entry(bert.contextId), entry(bert.contextId, true)],
      () => [entry(bert.contextId, true)],
    ],
    ['a group', () => [own(), entry(team.contextId)], () => [entry(team.contextId)]],
  ]
  test.each(bodies)('(%s) keeps full access for the owner and sets the others', async (_, sent, stored) => {
    const project = await app.deps.project(anna)
    await app.deps.share(project, curt)
    const told = await put(anna, project.id, { assocContexts: sent() })
    expect(told.assocContexts[0]).toMatchObject({ hasWriteAccess: true, hasAdminAccess: true })
    expect(await sharedBy(project)).toEqual(stored())
    expect(await get(anna, project.id)).toMatchObject({ ownerId: anna.id, hasAdminAccess: true })
  })
})
