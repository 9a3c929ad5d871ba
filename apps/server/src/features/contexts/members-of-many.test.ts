import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BULK_USERS, contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { contexts } = contract
let app: TestApp
let lead: TestUser
let admin: TestUser
let anna: TestUser
let bert: TestUser
let cleo: TestUser
let walled: TestUser

beforeAll(async () => {
  app = await testApp()
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  admin = await app.deps.user({ roleId: 3 })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  cleo = await app.deps.user({ firstName: 'Cleo' })
  walled = await app.deps.user({ tenantContextId: (await app.deps.group(6, [])).contextId })
})
afterAll(() => app.close())

const create = async (name = 'Netz') =>
  (await lead.client.call(contexts.create, { body: { contextTypeId: 3, name } })).data.context.id
const ids = (people: readonly TestUser[]) => people.map(({ contextId }) => contextId)
const change = async (by: TestUser, id: number, add: readonly TestUser[], remove: readonly TestUser[] = []) =>
  (
    await by.client.call(contexts.changeMembers, {
      params: { id },
      body: { add: ids(add), remove: ids(remove) },
    })
  ).data
const members = async (id: number) =>
  new Set(
    (await lead.client.call(contexts.members, { params: { id } })).data.Members.map(
      ({ context }) => context.id,
    ),
  )

describe('many members at once', () => {
  test('are added and removed; who is in already or not in is no fault', async () => {
    const id = await create()
    expect(await change(lead, id, [anna, bert, anna])).toEqual({
      added: ids([anna, bert]),
      removed: [],
      leftOut: [],
    })
    expect(await change(lead, id, [bert, cleo], [anna])).toEqual({
      added: ids([cleo]),
      removed: ids([anna]),
      leftOut: [],
    })
    expect(await members(id)).toEqual(new Set(ids([lead, bert, cleo])))
    expect(await change(lead, id, [bert], [anna])).toEqual({ added: [], removed: [], leftOut: [] })
  })

  test('keep their access: adding again takes nothing away', async () => {
    const id = await create()
    const params = { id, assocContextId: anna.contextId }
    await lead.client.call(contexts.setMember, { params, body: { hasWriteAccess: true } })
    await change(lead, id, [anna, bert])
    const { data } = await lead.client.call(contexts.members, { params: { id }, query: { q: 'Anna' } })
    expect(data.Members[0]).toMatchObject({ hasWriteAccess: true })
  })

  test('leave out oneself, the owner, people who are not seen, and higher access, by name and reason', async () => {
    const id = await create()
    const { added, leftOut } = await change(admin, id, [admin, walled, bert], [lead])
    expect(added).toEqual(ids([bert]))
    expect(leftOut.toSorted((one, two) => one.id - two.id).map(({ name, reason }) => [name, reason])).toEqual(
      [
        [expect.stringContaining('Lea'), 'owner'],
        [expect.stringContaining('Petra'), 'yourself'],
        ['', 'gone'],
      ],
    )
    const setAccess = (who: TestUser, body: object) =>
      lead.client.call(contexts.setMember, { params: { id, assocContextId: who.contextId }, body })
    await setAccess(anna, { hasAdminAccess: true })
    await setAccess(bert, { hasWriteAccess: true })
    expect((await change(bert, id, [], [anna])).leftOut).toMatchObject([
      { id: anna.contextId, reason: 'above' },
    ])
    expect(await members(id)).toEqual(new Set(ids([lead, bert, anna])))
  })

  test('tell those who joined and those who left', async () => {
    const id = await create()
    await change(lead, id, [anna])
    const seen = await anna.client.call(contexts.search, { query: { ids: String(id) } })
    expect(seen.data.Contexts).toHaveLength(1)
    await change(lead, id, [], [anna])
    const after = await anna.client.call(contexts.search, { query: { ids: String(id) } })
    expect(after.data.Contexts).toEqual([])
  })

  test('need write access to the group, and are at most a hundred', async () => {
    const id = await create()
    await expect(change(anna, id, [bert])).rejects.toMatchObject({ status: 404 })
    await change(lead, id, [anna])
    await expect(change(anna, id, [bert])).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    await expect(change(lead, anna.contextId, [bert])).rejects.toMatchObject({ status: 403 })
    const body = { add: Array.from({ length: BULK_USERS + 1 }, (_, at) => at + 1) }
    await expect(lead.client.call(contexts.changeMembers, { params: { id }, body })).rejects.toMatchObject({
      status: 400,
    })
  })
})
