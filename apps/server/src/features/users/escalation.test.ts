// No user gains or grants more rights than they have (ACCOUNT-3, API-9, ROLE-2).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { accountsIn, put } from './test/accounts.ts'

let app: TestApp
let root: TestUser
let admin: TestUser
let otherAdmin: TestUser
let lead: TestUser
let staff: TestUser
let guest: TestUser
let walled: TestUser
let wallAdmin: TestUser
let wall: number
let otherWall: number

beforeAll(async () => {
  app = await testApp()
  wall = (await app.deps.group(6, [])).contextId
  otherWall = (await app.deps.group(6, [])).contextId
  root = await app.deps.user({ roleId: 1 })
  admin = await app.deps.user({ roleId: 3 })
  otherAdmin = await app.deps.user({ roleId: 3 })
  lead = await app.deps.user({ roleId: 8 })
  staff = await app.deps.user()
  guest = await app.deps.user({ roleId: 6 })
  walled = await app.deps.user({ tenantContextId: wall })
  wallAdmin = await app.deps.user({ tenantContextId: wall, roleId: 3 })
})
afterAll(() => app.close())

const { post, table } = accountsIn(() => app)

type Update = Parameters<typeof contract.users.update.bodySchema.parse>[0]
const denials = async () =>
  (await app.db.pool.query("SELECT * FROM audit_entries WHERE action = 'access.denied' ORDER BY id")).rows

const DENIED = 403
const INVALID = 400
const MISSING = 404

interface Attempt {
  readonly does: string
  readonly who: () => TestUser
  readonly on?: () => TestUser
  readonly body: () => object
  readonly status: number
}

const ATTEMPTS: Attempt[] = [
  {
    does: 'a guest gives themselves a role',
    who: () => guest,
    on: () => guest,
    body: () => ({ roleId: 4 }),
    status: DENIED,
  },
  {
    does: 'a staff member makes themselves an administrator',
    who: () => staff,
    on: () => staff,
    body: () => ({ roleId: 3 }),
    status: DENIED,
  },
  {
    does: 'a staff member sends a role among names',
    who: () => staff,
    on: () => staff,
    body: () => ({ firstName: 'X', roleId: 1 }),
    status: DENIED,
  },
  {
    does: 'a staff member changes their own account',
    who: () => staff,
    on: () => staff,
    body: () => ({ account: { canUseApi: false } }),
    status: DENIED,
  },
  {
    does: 'a staff member sets their default role',
    who: () => staff,
    on: () => staff,
    body: () => ({ account: { defaultRoleId: 3 } }),
    status: DENIED,
  },
  {
    does: 'a staff member moves themselves into a tenant',
    who: () => staff,
    on: () => staff,
    body: () => ({ tenantContextId: wall }),
    status: DENIED,
  },
  {
    does: 'a user leaves their tenant',
    who: () => walled,
    on: () => walled,
    body: () => ({ tenantContextId: null }),
    status: DENIED,
  },
  {
    does: 'a staff member takes another address',
    who: () => staff,
    on: () => staff,
    body: () => ({ email: 'other@example.org' }),
    status: DENIED,
  },
  {
    does: 'a staff member takes another user name',
    who: () => staff,
    on: () => staff,
    body: () => ({ username: 'somebody' }),
    status: DENIED,
  },
  {
    does: 'a staff member sets their password without the old one',
    who: () => staff,
    on: () => staff,
    body: () => ({ password: 'Ein-neuer-Satz-43' }),
    status: DENIED,
  },
  {
    does: 'an administrator sets their password without the old one',
    who: () => admin,
    on: () => admin,
    body: () => ({ password: 'Ein-neuer-Satz-43' }),
    status: DENIED,
  },
  {
    does: 'an administrator makes themselves super user',
    who: () => admin,
    on: () => admin,
    body: () => ({ roleId: 1 }),
    status: DENIED,
  },
  {
    does: 'an administrator demotes themselves',
    who: () => admin,
    on: () => admin,
    body: () => ({ roleId: 4 }),
    status: DENIED,
  },
  {
    does: 'an administrator makes another user super user',
    who: () => admin,
    on: () => otherAdmin,
    body: () => ({ roleId: 1 }),
    status: DENIED,
  },
  {
    does: 'an administrator sets a default role above their own',
    who: () => admin,
    on: () => staff,
    body: () => ({ account: { defaultRoleId: 1 } }),
    status: DENIED,
  },
  {
    does: 'an administrator renames the super user',
    who: () => admin,
    on: () => root,
    body: () => ({ firstName: 'X' }),
    status: DENIED,
  },
  {
    does: 'an administrator demotes the super user',
    who: () => admin,
    on: () => root,
    body: () => ({ roleId: 4 }),
    status: DENIED,
  },
  {
    does: 'an administrator disables the super user',
    who: () => admin,
    on: () => root,
    body: () => ({ account: { canUseUi: false } }),
    status: DENIED,
  },
  {
    does: 'an administrator sets the super user’s password',
    who: () => admin,
    on: () => root,
    body: () => ({ password: 'Ein-neuer-Satz-43' }),
    status: DENIED,
  },
  {
    does: 'an administrator changes the super user’s address',
    who: () => admin,
    on: () => root,
    body: () => ({ email: 'evil@example.org' }),
    status: DENIED,
  },
  {
    does: 'a team lead edits a guest',
    who: () => lead,
    on: () => guest,
    body: () => ({ firstName: 'X' }),
    status: DENIED,
  },
  {
    does: 'a team lead sets a guest’s password',
    who: () => lead,
    on: () => guest,
    body: () => ({ password: 'Ein-neuer-Satz-43' }),
    status: DENIED,
  },
  {
    does: 'a staff member edits another user',
    who: () => staff,
    on: () => guest,
    body: () => ({ lastName: 'X' }),
    status: DENIED,
  },
  {
    does: 'an administrator edits a user of a tenant',
    who: () => admin,
    on: () => walled,
    body: () => ({ firstName: 'X' }),
    status: MISSING,
  },
  {
    does: 'an administrator of a tenant edits a user outside',
    who: () => wallAdmin,
    on: () => staff,
    body: () => ({ firstName: 'X' }),
    status: MISSING,
  },
  {
    does: 'an administrator of a tenant moves a user out',
    who: () => wallAdmin,
    on: () => walled,
    body: () => ({ tenantContextId: null }),
    status: DENIED,
  },
  {
    does: 'an administrator of a tenant moves a user to another tenant',
    who: () => wallAdmin,
    on: () => walled,
    body: () => ({ tenantContextId: otherWall }),
    status: DENIED,
  },
  {
    does: 'a user is put into a context that is not a tenant',
    who: () => admin,
    on: () => staff,
    body: () => ({ tenantContextId: guest.contextId }),
    status: MISSING,
  },
  {
    does: 'a role as text',
    who: () => root,
    on: () => staff,
    body: () => ({ roleId: '3' }),
    status: INVALID,
  },
  {
    does: 'a role in a list',
    who: () => root,
    on: () => staff,
    body: () => ({ roleId: [3] }),
    status: INVALID,
  },
  { does: 'a role of 3.5', who: () => root, on: () => staff, body: () => ({ roleId: 3.5 }), status: INVALID },
  {
    does: 'an unknown role',
    who: () => root,
    on: () => staff,
    body: () => ({ roleId: 99 }),
    status: INVALID,
  },
  {
    does: 'a negative role',
    who: () => root,
    on: () => staff,
    body: () => ({ roleId: -1 }),
    status: INVALID,
  },
  { does: 'a guest creates a user', who: () => guest, body: () => ({}), status: DENIED },
  {
    does: 'a team lead creates an administrator',
    who: () => lead,
    body: () => ({ roleId: 3 }),
    status: DENIED,
  },
  {
    does: 'an administrator creates a super user',
    who: () => admin,
    body: () => ({ roleId: 1 }),
    status: DENIED,
  },
  {
    does: 'an administrator creates a user with a default role above their own',
    who: () => admin,
    body: () => ({ account: { defaultRoleId: 1 } }),
    status: DENIED,
  },
  {
    does: 'an administrator of a tenant creates a user outside',
    who: () => wallAdmin,
    body: () => ({ tenantContextId: null }),
    status: DENIED,
  },
  {
    does: 'an administrator of a tenant creates a user in another tenant',
    who: () => wallAdmin,
    body: () => ({ tenantContextId: otherWall }),
    status: DENIED,
  },
  {
    does: 'a user is created in a context that is not a tenant',
    who: () => admin,
    body: () => ({ tenantContextId: 1 }),
    status: MISSING,
  },
  {
    does: 'a user is created with a role as text',
    who: () => root,
    body: () => ({ roleId: '3' }),
    status: INVALID,
  },
  {
    does: 'a user is created with an unknown role',
    who: () => root,
    body: () => ({ roleId: 99 }),
    status: INVALID,
  },
]

describe('privilege escalation (ROLE-2)', () => {
  test.each(ATTEMPTS)('$does: $status, and nothing changes', async ({ who, on, body, status }) => {
    const [before, kept] = [await table(), await denials()]
    const attempt = on ? put(who(), on().id, body()) : post(who(), body())
    await expect(attempt).rejects.toMatchObject({ status })
    expect(await table()).toEqual(before)
    if (status !== DENIED) return
    const added = async () => (await denials()).slice(kept.length)
    await expect
      .poll(added)
      .toMatchObject([{ outcome: 'refused', user_id: who().id, object_id: on?.().id ?? null }])
  })

  test('sending back the own profile with another name changes only the name', async () => {
    const { user } = (await staff.client.call(contract.users.get, { params: { id: staff.id } })).data
    const { data } = await put(staff, staff.id, { ...user, firstName: 'Petra Maria' } as Update)
    expect(data.User).toEqual({ ...user, firstName: 'Petra Maria', modified: expect.any(String) })
  })
})

describe('the last super user', () => {
  let first: TestUser
  let second: TestUser
  beforeEach(async () => {
    first = await app.deps.user({ roleId: 1 })
    second = await app.deps.user({ roleId: 1 })
    await app.db.pool.query('UPDATE users SET role_id = 3 WHERE role_id = 1 AND id <> ALL ($1)', [
      [first.id, second.id],
    ])
  })
  afterAll(() => app.db.pool.query('UPDATE users SET role_id = 1 WHERE id = $1', [root.id]))

  test('remains when one of two is demoted', async () => {
    await put(first, second.id, { roleId: 3 })
    const { rows } = await app.db.pool.query('SELECT id FROM users WHERE role_id = 1')
    expect(rows).toEqual([{ id: first.id }])
  })

  test.each([
    ['demote', { roleId: 3 }],
    ['disable', { account: { canUseUi: false } }],
  ])('remains when two %s each other concurrently', async (_, body) => {
    const results = await Promise.allSettled([put(first, second.id, body), put(second, first.id, body)])
    const { rows } = await app.db.pool.query('SELECT id FROM users WHERE role_id = 1 AND can_use_ui')
    expect(rows).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
