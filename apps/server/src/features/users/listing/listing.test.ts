import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_STATES, contract, LAST_SEEN, type CallRequest, type User } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { sweep } from '#features/auth/sessions/index.ts'

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

  test('is limited to the viewer’s tenant; the super user sees all (ACCESS-5, ACCESS-6)', async () => {
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

  test('finds names without their accents and umlauts, and words in any order', async () => {
    await add('Jürgen', 'Weiß', 'jw@example.org')
    for (const q of ['weiss', 'WEISS', 'weiß', 'Weiẞ', 'jurgen', 'juergen', 'weiss jürgen', 'weiss jw@'])
      expect(names(await list(lead, { q }))).toEqual(['Jürgen Weiß'])
    expect(names(await list(lead, { q: 'abel zoe' }))).toEqual(['Zoë Abel'])
    await add('Γιώργος', 'Mu\u0308hl', 'gm@example.org')
    for (const q of ['ΓΙΩΡΓΟΣ', 'γιωργος', 'mühl', 'muehl', 'mu\u0308hl'])
      expect(names(await list(lead, { q }))).toEqual(['Γιώργος Mu\u0308hl'])
    expect((await list(lead, { q: 'weiss abel' })).total).toBe(0)
  })

  test('treats pattern characters literally', async () => {
    expect(names(await list(lead, { q: '%' }))).toEqual(['Anton Zweig'])
    expect(names(await list(lead, { q: 'percent%' }))).toEqual(['Anton Zweig'])
    expect(names(await list(lead, { q: '_' }))).toEqual(['Berta abel'])
    expect(names(await list(lead, { q: '\\' }))).toEqual(['Back Slash'])
    for (const q of ['perc%nt', 'under_s_ore', '%%', "' OR 1=1 --", '%\\'])
      expect((await list(lead, { q })).total).toBe(0)
  })

  test('begins at any offset, in every order', async () => {
    for (const sort of ['newest', 'name', 'seen'] as const) {
      const whole = await list(root, { sort })
      const page = await list(root, { sort, offset: 4, limit: 3 })
      expect(ids(page.users)).toEqual(ids(whole.users).slice(4, 7))
      const next = await list(root, { sort, limit: 2, cursor: page.nextCursor ?? '' })
      expect(ids(next.users)).toEqual(ids(whole.users).slice(7, 9))
    }
    expect((await list(root, { offset: 1_000 })).users).toEqual([])
  })

  test('is filtered by the status of the account', async () => {
    const who = (await add('Sta', 'Tus', 'status@example.org')).data.user
    const statuses = async () => {
      const found: string[] = []
      for (const status of ACCOUNT_STATES)
        if ((await list(root, { status, q: 'Tus' })).total > 0) found.push(status)
      return found
    }
    const account = (canUseUi: boolean, canUseApi: boolean) =>
      root.client.call(contract.users.update, {
        params: { id: who.id },
        body: { account: { canUseUi, canUseApi } },
      })
    expect(await statuses()).toEqual(['passwordDue'])
    await app.db.pool.query('UPDATE users SET must_change_password = false WHERE id = $1', [who.id])
    expect(await statuses()).toEqual(['active'])
    await account(true, false)
    expect(await statuses()).toEqual(['pageOnly'])
    await account(false, true)
    expect(await statuses()).toEqual(['apiOnly'])
    await account(false, false)
    expect(await statuses()).toEqual(['disabled'])
  })

  test('is filtered by group, and names the groups that the viewer sees', async () => {
    const inner = await app.deps.group(3, [walled, staff])
    const outer = await app.deps.group(2, [inner, lead])
    await app.db.pool.query('UPDATE contexts SET name = $2 WHERE id = $1', [inner.contextId, 'Netz'])
    const of = async (who: TestUser, groupId: number) => new Set(ids((await list(who, { groupId })).users))
    expect(await of(root, inner.contextId)).toEqual(new Set([staff.id, walled.id]))
    expect(await of(root, outer.contextId)).toEqual(new Set([staff.id, walled.id, lead.id]))
    // The lead is in the outer group, not in the inner one.
    expect(await of(lead, outer.contextId)).toEqual(new Set([staff.id, lead.id]))
    for (const groupId of [inner.contextId, 999_999])
      await expect(list(lead, { groupId })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const [seen] = (await list(root, { q: staff.email })).users
    expect(seen).toMatchObject({ groups: [{ id: inner.contextId, name: 'Netz' }], numGroups: 1 })
    for (let more = 0; more < 4; more++) await app.deps.group(3, [staff])
    const [few] = (await list(root, { q: staff.email })).users
    expect([few?.groups.length, few?.numGroups]).toEqual([3, 5])
    const [all] = (await list(root, { q: staff.email, groups: 'all' })).users
    expect(all?.groups).toHaveLength(5)
    const [unseen] = (await list(lead, { q: staff.email })).users
    expect(unseen).toMatchObject({ groups: [], numGroups: 0 })
    expect(ids((await list(root, { groupId: 0 })).users)).not.toContain(staff.id)
    expect(ids((await list(lead, { groupId: 0 })).users)).toContain(staff.id)
  })

  test('is filtered by the last use of a session or token, also after the session was deleted', async () => {
    const who = (await add('Sel', 'Ten', 'selten@example.org')).data.user
    const seen = async () => {
      const found: string[] = []
      for (const lastSeen of LAST_SEEN)
        if ((await list(root, { lastSeen, q: 'selten' })).total > 0) found.push(lastSeen)
      return found
    }
    const at = (days: number) => new Date(Date.now() - days * 86_400_000)
    expect(await seen()).toEqual(['notMonth', 'notQuarter', 'never'])
    await app.db.pool.query('UPDATE users SET last_sign_in = $2 WHERE id = $1', [who.id, at(100)])
    expect(await seen()).toEqual(['notMonth', 'notQuarter'])
    await app.db.pool.query(
      `INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until, ends, address, agent,
         created, last_used)
       VALUES (gen_random_uuid(), $1, 'a', $2, 'b', $2, $2, '', '', $2, $3)`,
      [who.id, at(40), at(41)],
    )
    expect(await seen()).toEqual(['notMonth'])
    await sweep(app.db.orm, at(30), at(30))
    const { rows } = await app.db.pool.query('SELECT 1 FROM sessions WHERE user_id = $1', [who.id])
    expect(rows).toEqual([])
    expect(await seen()).toEqual(['notMonth'])
    await app.db.pool.query(
      `INSERT INTO api_tokens (uuid, scope, user_id, name, hash, prefix, last_used)
       VALUES (gen_random_uuid(), 'users', $1, 'x', 'h', 'p', $2)`,
      [who.id, at(3)],
    )
    expect(await seen()).toEqual(['week', 'month'])
    expect((await list(root, { q: 'selten' })).users[0]?.lastSeen?.slice(0, 10)).toBe(
      at(3).toISOString().slice(0, 10),
    )
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
