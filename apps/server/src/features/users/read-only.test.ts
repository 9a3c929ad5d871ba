import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { accountsIn, put } from './test/accounts.ts'

let app: TestApp
let root: TestUser
let admin: TestUser
let staff: TestUser

beforeAll(async () => {
  app = await testApp()
  root = await app.deps.user({ roleId: 1 })
  admin = await app.deps.user({ roleId: 3 })
  staff = await app.deps.user()
})
afterAll(() => app.close())

const { post, table } = accountsIn(() => app)

describe('read-only fields (API-9)', () => {
  const FOREIGN = {
    id: 1,
    uuId: '00000000-0000-7000-8000-000000000000',
    ownerId: 1,
    created: '2001-01-01T00:00:00.000Z',
    userId: 1,
    hasAdminAccess: true,
    permissions: ['can_delete_user'],
    roles: ['Superuser'],
    role: 'Superuser',
    context: { id: 1, ownerContextId: 1 },
    picture: 'x',
    mustChangePassword: false,
    lastSignIn: '2001-01-01T00:00:00.000Z',
    passwordHash: 'x',
    password_hash: 'x',
    search_name: 'x',
    fromAdmin: true,
    identifier: 'x',
    secret: 'x',
    status: 'x',
  }

  test('are ignored when a user is changed', async () => {
    const [before, rows] = [
      await staff.client.call(contract.users.get, { params: { id: staff.id } }),
      await table(),
    ]
    await put(admin, staff.id, FOREIGN)
    expect((await staff.client.call(contract.users.get, { params: { id: staff.id } })).data).toEqual(
      before.data,
    )
    expect(await table()).toEqual(rows)
  })

  test('are ignored when a user is created', async () => {
    const { data } = await post(admin, FOREIGN)
    expect(data.user).toMatchObject({
      role: 'Staff member',
      roleId: 4,
      picture: null,
      mustChangePassword: true,
      lastSignIn: null,
      projects: [],
    })
    expect(data.user.id).toBeGreaterThan(staff.id)
    expect(data.user.uuId).not.toBe(FOREIGN.uuId)
    expect(data.user.context.id).toBeGreaterThan(100)
    expect(Date.parse(data.user.created)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('do not change Object.prototype', async () => {
    const send = (method: string, path: string) =>
      fetch(`${app.url}/api/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'x-requested-with': 'XMLHttpRequest',
        },
        body: '{"__proto__":{"isAdmin":true,"roleId":1},"constructor":{"prototype":{"isAdmin":true}},"firstName":"Petra","lastName":"P","email":"proto@example.org"}',
      })
    const before = await table()
    for (const reply of [await send('PUT', `users/${staff.id}`), await send('POST', 'users')])
      expect(reply.status).toBeGreaterThanOrEqual(200)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    const roles = (await table()).filter(({ role_id }) => role_id === 1)
    expect(roles).toEqual(before.filter(({ role_id }) => role_id === 1))
  })
})

describe('reserved names (ACCOUNT-3)', () => {
  const NAMES = [
    'superuser',
    'SuperUser',
    ' superuser ',
    'ѕuperuser',
    'ｓｕｐｅｒｕｓｅｒ',
    'super\u00aduser',
    '5uperu5er',
  ]

  test.each(NAMES)('%s is refused as first name, last name or user name', async (name) => {
    const before = await table()
    for (const field of ['firstName', 'lastName', 'username']) {
      const invalid = { status: 400, code: 'VALIDATION_FAILED', issues: [{ path: field }] }
      await expect(post(root, { [field]: name })).rejects.toMatchObject(invalid)
      await expect(put(root, staff.id, { [field]: name })).rejects.toMatchObject(invalid)
    }
    await expect(put(staff, staff.id, { lastName: name })).rejects.toMatchObject({ status: 400 })
    expect(await table()).toEqual(before)
  })
})
