// Groups over HTTP: who sees and changes them, and that users cannot add themselves (ACCESS-5, ACCESS-7; decision 18).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Context } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import {
  entry,
  group,
  groupsIn,
  idsOf,
  listed,
  membersOf,
  ORG_UNIT,
  removeMember,
  search,
  TEAM,
} from './test/groups.ts'

const { contexts } = contract

let app: TestApp
let lead: TestUser
let anna: TestUser
let bert: TestUser
beforeAll(async () => {
  app = await testApp({ file: { tenants: ['North', 'South'] } })
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
})
afterAll(() => app.close())

const { tenantNamed } = groupsIn(() => app)
const WRITE = { hasWriteAccess: true }
const ADMIN = { hasWriteAccess: true, hasAdminAccess: true }

const put = (by: TestUser, id: number, body: object) =>
  by.client.call(contexts.update, { params: { id }, body }).then(({ data }) => data.context)
const setMember = (by: TestUser, id: number, assocContextId: number, body = {}) =>
  by.client.call(contexts.setMember, { params: { id, assocContextId }, body })

const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

describe('a group', () => {
  test('is created with members, which include its creator', async () => {
    const sent = [entry(0), entry(lead.contextId, ADMIN), entry(anna.contextId, WRITE), entry(bert.contextId)]
    const made = await group(lead, { description: 'Of all sorts', assocContexts: sent })
    expect(made).toMatchObject({
      name: 'A team',
      displayName: 'A team',
      description: 'Of all sorts',
      contextTypeId: TEAM,
      contextType: { id: TEAM, name: 'Team' },
      ownerContextId: lead.contextId,
      can_read: true,
      can_write: true,
      is_admin: true,
      numMembers: 3,
    })
    expect(made.assocContexts).toEqual([
      entry(lead.contextId, ADMIN),
      entry(lead.contextId),
      entry(anna.contextId, WRITE),
      entry(bert.contextId),
    ])
    expect(await membersOf(bert, made.id)).toMatchObject([
      { context: { displayName: expect.stringMatching(/^Lea /) as string }, isOwner: true },
      { context: { id: anna.contextId, user: { id: anna.id, picture: null } }, hasWriteAccess: true },
      { context: { id: bert.contextId }, hasWriteAccess: false, hasAdminAccess: false, isOwner: false },
    ])
    expect(await idsOf(anna, made.id, { q: 'bert' })).toEqual([bert.contextId])
  })

  test('returns all access entries to editors, only their own to readers, and 404 to others', async () => {
    const { id } = await group(lead, { assocContexts: [entry(anna.contextId), entry(bert.contextId, WRITE)] })
    const [seen] = await search(anna, { ids: String(id) })
    expect(seen).toMatchObject({ can_write: false, is_admin: false, numMembers: 3 })
    expect(seen?.assocContexts).toEqual([entry(anna.contextId)])
    const [edited] = await search(bert, { ids: String(id) })
    expect(edited?.assocContexts).toHaveLength(4)
    const [brief] = await search(bert, { ids: String(id), brief: true })
    expect(brief?.assocContexts).toEqual([entry(bert.contextId, WRITE)])
    const stranger = await app.deps.user()
    expect(await search(stranger, { ids: String(id) })).toEqual([])
    await expect(membersOf(stranger, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(setMember(stranger, id, stranger.contextId)).rejects.toMatchObject(NOT_FOUND)
  })

  test('can be edited with write access and deleted with admin access', async () => {
    const admin = await app.deps.user()
    const { id } = await group(lead, {
      assocContexts: [entry(anna.contextId), entry(bert.contextId, WRITE), entry(admin.contextId, ADMIN)],
    })
    await expect(put(anna, id, { name: 'Mine' })).rejects.toMatchObject(DENIED)
    expect(await put(bert, id, { name: 'Ours' })).toMatchObject({ name: 'Ours' })
    await expect(bert.client.call(contexts.remove, { params: { id } })).rejects.toMatchObject(DENIED)
    await admin.client.call(contexts.remove, { params: { id } })
    await expect(membersOf(anna, id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('with an unknown type is refused with 400, not 403', async () => {
    const invalid = { status: 400, code: 'VALIDATION_FAILED', issues: [{ path: 'body.contextTypeId' }] }
    const { id } = await group(lead)
    for (const contextTypeId of [0, 11, 99, -1, 2.5, 9e15]) {
      await expect(group(lead, { contextTypeId })).rejects.toMatchObject(invalid)
      await expect(put(lead, id, { contextTypeId })).rejects.toMatchObject(invalid)
    }
  })

  test('cannot be created with, or changed to, a type other than team or org unit', async () => {
    for (const contextTypeId of [1, 4, 5, 6, 7, 10])
      await expect(group(lead, { contextTypeId })).rejects.toMatchObject(DENIED)
    const { id } = await group(lead)
    expect(await put(lead, id, { contextTypeId: ORG_UNIT })).toMatchObject({ contextTypeId: ORG_UNIT })
    await expect(put(lead, id, { contextTypeId: 6 })).rejects.toMatchObject(DENIED)
  })

  test('the company and users cannot be changed like a group (403)', async () => {
    const administrator = await app.deps.user({ roleId: 3 })
    for (const id of [1, bert.contextId]) {
      await expect(put(administrator, id, { name: 'Mine' })).rejects.toMatchObject(DENIED)
      await expect(setMember(administrator, id, anna.contextId)).rejects.toMatchObject(DENIED)
      await expect(removeMember(administrator, id, anna.contextId)).rejects.toMatchObject(DENIED)
      await expect(administrator.client.call(contexts.remove, { params: { id } })).rejects.toMatchObject(
        DENIED,
      )
    }
  })
})

describe('access to a group', () => {
  test('a writer cannot grant more access than their own, nor restrict members who have more', async () => {
    const { id } = await group(lead, {
      assocContexts: [entry(anna.contextId, WRITE), entry(bert.contextId, ADMIN)],
    })
    const guest = await app.deps.user({ roleId: 6 })
    await setMember(anna, id, guest.contextId, WRITE)
    await expect(setMember(anna, id, guest.contextId, ADMIN)).rejects.toMatchObject(DENIED)
    await expect(setMember(anna, id, bert.contextId)).rejects.toMatchObject(DENIED)
    await expect(removeMember(anna, id, bert.contextId)).rejects.toMatchObject(DENIED)
    await expect(put(anna, id, { assocContexts: [] })).rejects.toMatchObject(DENIED)
    await expect(setMember(anna, id, anna.contextId, ADMIN)).rejects.toMatchObject(DENIED)
  })

  test('the owner cannot be removed by other users', async () => {
    const { id } = await group(lead, { assocContexts: [entry(anna.contextId, ADMIN)] })
    const administrator = await app.deps.user({ roleId: 3 })
    for (const by of [anna, administrator])
      await expect(removeMember(by, id, lead.contextId)).rejects.toMatchObject(DENIED)
    expect(await search(lead, { ids: String(id) })).toMatchObject([{ numMembers: 2 }])
  })

  test('adding an invisible context is refused with 404, exactly like a missing one', async () => {
    const north = await tenantNamed('North')
    const behind = await app.deps.user({ tenantContextId: north })
    const foreign = await group(await app.deps.user({ roleId: 8, tenantContextId: north }))
    const { id } = await group(lead, { assocContexts: [entry(anna.contextId, WRITE)] })
    const project = await app.deps.project(bert)
    const answers = []
    for (const contextId of [behind.contextId, foreign.id, north, project.context.id, 999_999])
      for (const by of [lead, anna])
        answers.push(
          await setMember(by, id, contextId).catch(({ status, code, message }: Problem) => ({
            status,
            code,
            message,
          })),
        )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ ...NOT_FOUND, message: 'There is no such context to share with.' })]),
    )
  })

  test('the owner can leave and rejoin; other members cannot add themselves again', async () => {
    const { id } = await group(lead, { assocContexts: [entry(anna.contextId)] })
    await removeMember(lead, id, lead.contextId)
    await expect(removeMember(lead, id, lead.contextId)).rejects.toMatchObject({ code: 'OWNER_CANNOT_LEAVE' })
    expect(await idsOf(lead, id)).toEqual([lead.contextId, anna.contextId])
    const project = await app.deps.project(anna)
    await anna.client.call(contract.projects.update, {
      params: { id: project.id },
      body: { assocContexts: [entry(id)] },
    })
    const open = () => lead.client.call(contract.projects.get, { params: { id: project.id } })
    await expect(open()).rejects.toMatchObject(NOT_FOUND)
    await setMember(lead, id, lead.contextId)
    await open()
    await removeMember(anna, id, anna.contextId)
    await expect(setMember(anna, id, anna.contextId)).rejects.toMatchObject(NOT_FOUND)
    await expect(removeMember(bert, id, bert.contextId)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('a team lead', () => {
  test('cannot see, change or delete a group of another user without access to it', async () => {
    const other = await app.deps.user({ roleId: 8, firstName: 'Lars' })
    const { id } = await group(lead, { assocContexts: [entry(anna.contextId)] })
    const remove = () => other.client.call(contexts.remove, { params: { id } })
    expect(await search(other, { ids: String(id) })).toEqual([])
    expect((await listed(other, 'teams')).map((one) => one.id)).not.toContain(id)
    for (const attempt of [
      () => membersOf(other, id),
      () => put(other, id, { name: 'Mine' }),
      () => setMember(other, id, other.contextId, ADMIN),
      () => setMember(other, id, bert.contextId),
      () => removeMember(other, id, anna.contextId),
      remove,
    ])
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND)
    // Members read it; with write access they edit it, with admin access they delete it.
    await setMember(lead, id, other.contextId)
    expect(await search(other, { ids: String(id) })).toMatchObject([{ can_write: false, is_admin: false }])
    await expect(put(other, id, { name: 'Mine' })).rejects.toMatchObject(DENIED)
    await setMember(lead, id, other.contextId, WRITE)
    expect(await put(other, id, { name: 'Ours' })).toMatchObject({ can_write: true, is_admin: false })
    await expect(remove()).rejects.toMatchObject(DENIED)
    await setMember(lead, id, other.contextId, ADMIN)
    await remove()
  })

  test('cannot change a group that they edited while they were an administrator', async () => {
    const root = await app.deps.user({ roleId: 1 })
    const curt = await app.deps.user({ roleId: 3 })
    const { id } = await group(lead)
    await put(curt, id, { description: 'By an administrator' })
    await root.client.call(contract.users.update, { params: { id: curt.id }, body: { roleId: 8 } })
    await expect(put(curt, id, { description: 'By a team lead' })).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('an administrator who manages a group', () => {
  let manager: TestUser
  let board: Context
  beforeAll(async () => {
    manager = await app.deps.user({ roleId: 3, firstName: 'Curt' })
    board = await group(lead, { name: 'Board', contextTypeId: ORG_UNIT })
  })

  test('can change it and its other members', async () => {
    await put(manager, board.id, { description: 'Meets on Mondays' })
    await setMember(manager, board.id, anna.contextId, ADMIN)
    await removeMember(manager, board.id, anna.contextId)
  })

  test('cannot add themselves directly, through a group they are in, or through the company', async () => {
    const mine = await group(lead, { assocContexts: [entry(manager.contextId)] })
    const around = await group(lead, { assocContexts: [entry(mine.id)] })
    for (const id of [manager.contextId, mine.id, around.id, 1]) {
      if (id !== manager.contextId)
        await expect(put(manager, board.id, { assocContexts: [entry(id)] })).rejects.toMatchObject(DENIED)
      await expect(setMember(manager, board.id, id)).rejects.toMatchObject(DENIED)
    }
    await put(manager, board.id, { assocContexts: [entry(manager.contextId, ADMIN)] })
    expect(await idsOf(manager, board.id)).toEqual([lead.contextId])
  })

  test('cannot add a group that they could join later, at any nesting depth', async () => {
    const own = await group(manager)
    await removeMember(manager, own.id, manager.contextId)
    const others = await group(lead)
    await expect(setMember(manager, board.id, own.id)).rejects.toMatchObject(DENIED)
    await expect(setMember(manager, others.id, own.id)).rejects.toMatchObject(DENIED)
    await setMember(manager, own.id, lead.contextId)
    await setMember(lead, others.id, own.id)
    await expect(setMember(manager, board.id, others.id)).rejects.toMatchObject(DENIED)
  })

  test('gets 404 for a project shared with it', async () => {
    const project = await app.deps.project(lead)
    await app.deps.share(project, { contextId: board.id })
    await setMember(manager, board.id, bert.contextId)
    await bert.client.call(contract.projects.get, { params: { id: project.id } })
    await expect(
      manager.client.call(contract.projects.get, { params: { id: project.id } }),
    ).rejects.toMatchObject(NOT_FOUND)
  })

  test('cannot see or change groups across tenants', async () => {
    const tenantContextId = await tenantNamed('South')
    const behind = await app.deps.user({ roleId: 3, tenantContextId })
    await expect(put(behind, board.id, { name: 'Ours' })).rejects.toMatchObject(NOT_FOUND)
    const theirs = await group(behind)
    await expect(put(manager, theirs.id, { name: 'Ours' })).rejects.toMatchObject(NOT_FOUND)
    expect((await listed(manager, 'teams')).map(({ id }) => id)).not.toContain(theirs.id)
    expect((await listed(behind, 'orgunits')).map(({ id }) => id)).not.toContain(board.id)
    expect((await listed(behind, 'users')).map(({ id }) => id)).toEqual([behind.contextId])
    expect(await search(behind, { q: '' })).toHaveLength(4)
  })
})

describe('nested groups', () => {
  test('a group cannot contain itself, directly or indirectly', async () => {
    const [one, two, three] = [await group(lead), await group(lead), await group(lead)]
    await setMember(lead, one.id, two.id)
    await setMember(lead, two.id, three.id)
    const itself = { status: 409, code: 'WOULD_CONTAIN_ITSELF' }
    await expect(setMember(lead, one.id, one.id)).rejects.toMatchObject(itself)
    await expect(setMember(lead, three.id, one.id)).rejects.toMatchObject(itself)
    await expect(put(lead, three.id, { assocContexts: [entry(two.id)] })).rejects.toMatchObject(itself)
    expect(await idsOf(lead, three.id)).toEqual([lead.contextId])
  })

  test('of two groups added to each other concurrently, one request is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await group(lead), await group(lead)]
      const both = await Promise.allSettled([
        setMember(lead, one.id, two.id),
        setMember(lead, two.id, one.id),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('two editors of one group', () => {
  test('changes of different fields are both kept; a stale change is refused with 409', async () => {
    const made = await group(lead, { assocContexts: [entry(anna.contextId, WRITE)] })
    await put(lead, made.id, { name: 'First' })
    const described = await put(anna, made.id, { description: 'Second' })
    expect(described).toMatchObject({ name: 'First', description: 'Second' })
    const stale = { name: 'Third', ifModified: made.modified }
    await expect(put(lead, made.id, stale)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    await setMember(anna, made.id, bert.contextId)
    const list = { assocContexts: [entry(anna.contextId, WRITE)], ifModified: described.modified }
    await expect(put(lead, made.id, list)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

interface Problem {
  status: number
  code: string
  message: string
}
