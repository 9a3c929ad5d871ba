// Who has access to an item, and through which shares (ACCESS-17), over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY_CONTEXT, contract, type AssocContext, type Context, type Reader } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { contexts, projects } = contract
const [ORG_UNIT, TEAM] = [2, 3]

let app: TestApp
let lead: TestUser
let anna: TestUser
let bert: TestUser
let cleo: TestUser
let walled: TestUser
beforeAll(async () => {
  app = await testApp({ file: { tenants: ['North'] } })
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  cleo = await app.deps.user({ firstName: 'Cleo Weiß' })
  const { rows } = await app.db.pool.query<{ id: number }>('SELECT id FROM contexts WHERE type_id = 6')
  walled = await app.deps.user({ firstName: 'Nora', tenantContextId: rows[0]!.id })
})
afterAll(() => app.close())

const entry = (contextId: number, level: 'read' | 'write' | 'admin' = 'read'): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: level !== 'read',
  hasAdminAccess: level === 'admin',
})

async function group(name: string, typeId: number, members: readonly number[]): Promise<Context> {
  const body = { contextTypeId: typeId, name, assocContexts: members.map((id) => entry(id)) }
  return (await lead.client.call(contexts.create, { body })).data.context
}

async function project(shares: readonly AssocContext[], owner = lead) {
  const body = { name: 'Heating', type: 2, assocContexts: [...shares] }
  const { data } = await owner.client.call(projects.create, { body })
  return { id: data.project.id, contextId: data.project.context.id }
}

const readersOf = async (by: TestUser, id: number, query = {}): Promise<Reader[]> =>
  (await by.client.call(contexts.readers, { params: { id }, query })).data.Readers

const told = ({ context, isDirect, groups, hasWriteAccess, hasAdminAccess }: Reader) => [
  context.displayName.split(' ')[0],
  hasAdminAccess ? 'admin' : hasWriteAccess ? 'write' : 'read',
  isDirect ? 'direct' : '',
  groups.map(({ displayName }) => displayName).join(', '),
]

test('people are listed with the shares that give them access, the highest level counts', async () => {
  const team = await group('Service', TEAM, [anna.contextId, bert.contextId])
  const unit = await group('Works', ORG_UNIT, [team.id])
  const { contextId } = await project([
    entry(team.id),
    entry(unit.id, 'write'),
    entry(anna.contextId, 'admin'),
  ])
  expect((await readersOf(lead, contextId)).map(told)).toEqual([
    ['Anna', 'admin', 'direct', 'Service, Works'],
    ['Bert', 'write', '', 'Service, Works'],
  ])
})

test('people with a share of their own alone can be left out; pages and search go by name', async () => {
  const team = await group('Plant', TEAM, [bert.contextId, cleo.contextId])
  const { contextId } = await project([entry(team.id), entry(anna.contextId)])
  const names = async (query: object) => (await readersOf(lead, contextId, query)).map((one) => told(one)[0])
  expect(await names({ throughGroups: 'true' })).toEqual(['Bert', 'Cleo'])
  expect(await names({})).toEqual(['Anna', 'Bert', 'Cleo'])
  expect(await names({ q: 'weiss' })).toEqual(['Cleo'])
  const first = await lead.client.call(contexts.readers, { params: { id: contextId }, query: { limit: 2 } })
  expect(first.data.Readers).toHaveLength(2)
  const rest = { params: { id: contextId }, query: { limit: 2, cursor: first.meta.nextCursor ?? '' } }
  const second = await lead.client.call(contexts.readers, rest)
  expect(second.data.Readers.map((one) => told(one)[0])).toEqual(['Cleo'])
  expect(second.meta.nextCursor).toBeNull()
})

test('the company means everybody on the side of the owner', async () => {
  const { contextId } = await project([entry(COMPANY_CONTEXT)])
  const found = await readersOf(lead, contextId)
  const ids = found.map(({ context }) => context.id)
  expect(ids).toEqual(expect.arrayContaining([anna, bert, cleo].map((one) => one.contextId)))
  expect(ids).not.toContain(lead.contextId)
  expect(ids).not.toContain(walled.contextId)
})

test('a reader learns only of their own way, and who left keeps only a share of their own', async () => {
  const team = await group('Desk', TEAM, [anna.contextId, bert.contextId])
  const { id, contextId } = await project([entry(team.id), entry(cleo.contextId)])
  expect((await readersOf(anna, contextId)).map(told)).toEqual([['Anna', 'read', '', 'Desk']])
  expect((await readersOf(cleo, contextId)).map(told)).toEqual([['Cleo', 'read', 'direct', '']])
  await bert.client.call(contexts.removeMember, { params: { id: contextId, assocContextId: bert.contextId } })
  expect((await readersOf(lead, contextId)).map((one) => told(one)[0])).toEqual(['Anna', 'Cleo'])
  const missing = { status: 404, code: 'NOT_FOUND' }
  await expect(readersOf(bert, contextId)).rejects.toMatchObject(missing)
  await expect(readersOf(walled, contextId)).rejects.toMatchObject(missing)
  await expect(readersOf(lead, team.id)).rejects.toMatchObject(missing)
  await expect(readersOf(lead, anna.contextId)).rejects.toMatchObject(missing)
  // Nobody reads what is in the recycle bin.
  await lead.client.call(projects.remove, { params: { id } })
  await expect(readersOf(anna, contextId)).rejects.toMatchObject(missing)
})

test('the list agrees with what each person can open, for any nesting of groups', async () => {
  const people = [anna, bert, cleo, walled]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const groups: number[] = []
  for (let at = 0; at < 6; at++) {
    const inside = [...people.slice(0, 3).map((one) => one.contextId), ...groups].filter(
      () => random(3) === 0,
    )
    groups.push((await group(`Group ${at}`, TEAM, inside)).id)
  }
  for (let at = 0; at < 12; at++) {
    const holders = [...people.slice(0, 3).map((one) => one.contextId), ...groups]
    const shares = holders.filter(() => random(5) === 0).map((id) => entry(id, random(2) ? 'write' : 'read'))
    const { id, contextId } = await project(shares)
    const listed = new Map((await readersOf(lead, contextId)).map((one) => [one.context.id, one]))
    for (const one of people) {
      const opened = await one.client.call(projects.get, { params: { id } }).catch(() => undefined)
      const own = opened?.data.project.assocContexts[0]
      const reader = listed.get(one.contextId)
      expect(reader?.hasWriteAccess, JSON.stringify(shares)).toBe(own?.hasWriteAccess)
    }
  }
})
