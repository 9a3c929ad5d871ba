import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type CallRequest, type User } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '../../../../test/test-app.ts'

let app: TestApp
let root: TestUser
let lead: TestUser
let staff: TestUser
let wallLead: TestUser
let walled: TestUser

beforeAll(async () => {
  app = await testApp()
  const wall = (await app.deps.group(6, [])).contextId
  root = await app.deps.user({ roleId: 1 })
  lead = await app.deps.user({ roleId: 8 })
  staff = await app.deps.user({ firstName: 'Ärwin' })
  wallLead = await app.deps.user({ roleId: 8, tenantContextId: wall })
  walled = await app.deps.user({ tenantContextId: wall })
  await add('Zoë', 'Abel', 'zoe@example.org')
  await add('Anton', 'Zweig', 'percent%sign@example.org')
  await add('Berta', 'abel', 'under_score@example.org')
  await add('Back', 'Slash', 'back\\slash@example.org')
})
afterAll(() => app.close())

const add = (firstName: string, lastName: string, email: string) =>
  root.client.call(contract.users.create, { body: { firstName, lastName, email } })
type Query = NonNullable<CallRequest<typeof contract.users.list>['query']>
const list = async (who: TestUser, query: Query = {}) => {
  const { data, meta } = await who.client.call(contract.users.list, { query })
  return { users: data.Users, ...meta }
}
const ids = (users: readonly { id: number }[]) => users.map(({ id }) => id)
const names = ({ users }: { users: readonly User[] }) =>
  users.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

/** Returns all pages of a list, and their number. */
async function paged(who: TestUser, query: Query & { limit: number }) {
  const users: User[] = []
  let cursor: string | null | undefined
  let pages = 0
  do {
    const page = await list(who, { ...query, ...(cursor ? { cursor } : {}) })
    users.push(...page.users)
    cursor = page.nextCursor
    pages++
  } while (cursor)
  return { users, pages }
}

describe('the list of users', () => {
  test('requires can_list_users', async () => {
    await expect(list(staff)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
  })

  test('is sorted newest first with a total; only the viewer’s own entry has projects', async () => {
    await app.deps.project(staff)
    const project = await app.deps.project(lead)
    const { users, total, nextCursor } = await list(lead)
    expect(ids(users)).toEqual(ids(users).toSorted((a, b) => b - a))
    expect(users).toHaveLength(total)
    expect(nextCursor).toBeNull()
    expect(users.find(({ id }) => id === staff.id)).toMatchObject({ email: staff.email, projects: [] })
    expect(users.find(({ id }) => id === lead.id)).toMatchObject({ projects: [project.id] })
  })

  test('is limited to the viewer’s tenant; the super user sees all (S36, S37)', async () => {
    const [inside, outside, all] = await Promise.all([list(wallLead), list(lead), list(root)])
    expect(new Set(ids(inside.users))).toEqual(new Set([wallLead.id, walled.id]))
    expect(inside.total).toBe(2)
    expect(ids(outside.users)).not.toContain(walled.id)
    expect(new Set(ids(all.users))).toEqual(new Set([...ids(inside.users), ...ids(outside.users)]))
    expect((await list(lead, { q: walled.email })).users).toEqual([])
    expect((await list(wallLead, { q: staff.email })).total).toBe(0)
  })

  test('finds parts of the name, user name or address, ignoring case', async () => {
    for (const q of ['zoë ab', 'ZOË', 'oë a', 'Zoe@Exa', ' zoe '])
      expect(names(await list(lead, { q }))).toEqual(['Zoë Abel'])
    for (const q of ['ärwin', 'ÄRWIN']) expect(ids((await list(lead, { q })).users)).toEqual([staff.id])
    expect((await list(lead, { q: 'abel' })).total).toBe(2)
    expect(await list(lead, { q: 'nobody has this' })).toEqual({ users: [], total: 0, nextCursor: null })
  })

  test('treats pattern characters literally', async () => {
    expect(names(await list(lead, { q: '%' }))).toEqual(['Anton Zweig'])
    expect(names(await list(lead, { q: 'percent%' }))).toEqual(['Anton Zweig'])
    expect(names(await list(lead, { q: '_' }))).toEqual(['Berta abel'])
    expect(names(await list(lead, { q: '\\' }))).toEqual(['Back Slash'])
    for (const q of ['perc%nt', 'under_s_ore', '%%', "' OR 1=1 --", '%\\'])
      expect((await list(lead, { q })).total).toBe(0)
  })

  test('is filtered by role', async () => {
    expect(new Set((await list(root, { roleId: 8 })).users.map(({ roleId }) => roleId))).toEqual(new Set([8]))
    expect((await list(root, { roleId: 99 })).total).toBe(0)
  })

  test.each([
    ['newest', { sort: 'newest' }],
    ['name', { sort: 'name' }],
    ['part of a name', { sort: 'name', q: 'e' }],
  ] as const)('in pages by %s has every user once, in the same order', async (_, query) => {
    const whole = await list(root, query)
    for (const limit of [1, 3]) {
      const { users, pages } = await paged(root, { ...query, limit })
      expect(ids(users)).toEqual(ids(whole.users))
      expect(pages).toBe(Math.ceil(whole.total / limit))
    }
  })

  test('is sorted by last name, ignoring case', async () => {
    const found = names(await list(lead, { sort: 'name' }))
    expect(found.indexOf('Berta abel')).toBe(0)
    expect(found.indexOf('Zoë Abel')).toBe(1)
    expect(found.at(-1)).toBe('Anton Zweig')
  })

  test('continues after the cursor even when the user there was deleted', async () => {
    const { user } = (await add('Aa', 'Aa', 'aa@example.org')).data
    const first = await list(lead, { sort: 'name', limit: 1 })
    expect(ids(first.users)).toEqual([user.id])
    await root.client.call(contract.users.remove, { params: { id: user.id } })
    const next = await list(lead, { sort: 'name', limit: 1, cursor: first.nextCursor ?? '' })
    expect(next.users).toHaveLength(1)
  })

  test('refuses invalid cursors, roles and limits with 400', async () => {
    for (const query of [{ cursor: 'x' }, { cursor: Buffer.from('1').toString('base64url') }])
      await expect(list(lead, query)).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    for (const roleId of [0, -1, 32_768, 1e20])
      await expect(list(lead, { roleId })).rejects.toMatchObject({ status: 400 })
    for (const limit of [0, -1, 501, 1.5])
      await expect(list(lead, { limit })).rejects.toMatchObject({ status: 400 })
  })
})
