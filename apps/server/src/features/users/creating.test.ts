import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let root: TestUser
let admin: TestUser
let wallAdmin: TestUser
let wall: number

beforeAll(async () => {
  app = await testApp()
  wall = (await app.deps.group(6, [])).contextId
  root = await app.deps.user({ roleId: 1 })
  admin = await app.deps.user({ roleId: 3 })
  wallAdmin = await app.deps.user({ roleId: 3, tenantContextId: wall })
})
afterAll(() => app.close())

let count = 0
const newcomer = () => ({ firstName: 'Clara', lastName: 'Diaz', email: `clara${++count}@example.org` })
const add = async (who: TestUser, body: object = {}) =>
  (await who.client.call(contract.users.create, { body: { ...newcomer(), ...body } as never })).data
const signIn = (userName: string, userPassword: string) =>
  app.nobody.call(contract.auth.authenticate, { body: { userName, userPassword } })
const audited = async (id: number) =>
  (
    await app.db.pool.query(
      'SELECT action, outcome, user_id, details FROM audit_entries WHERE object_id = $1 ORDER BY id',
      [id],
    )
  ).rows

describe('an administrator creates a user', () => {
  test('with a one-time password, returned once, that must be changed at the first sign-in', async () => {
    const { user, oneTimePassword = '' } = await add(admin)
    expect(user).toMatchObject({
      roleId: 4,
      account: { canUseUi: true, canUseApi: true },
      mustChangePassword: true,
      lastSignIn: null,
      tenantContextId: null,
    })
    expect(oneTimePassword).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d]{12}$/)
    const { data, meta } = await signIn(user.email, oneTimePassword)
    expect(meta).toMatchObject({ userId: user.id, mustChangePassword: true })
    const client = createClient({ baseUrl: app.url, token: () => data.access_token })
    await expect(client.call(contract.projects.create, { body: { name: 'X' } })).rejects.toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
    expect(await audited(user.id)).toEqual(
      expect.arrayContaining([
        {
          action: 'user.created',
          outcome: 'ok',
          user_id: admin.id,
          details: { roleId: 4, tenantContextId: null, canUseUi: true, canUseApi: true },
        },
      ]),
    )
    const everything = JSON.stringify((await app.db.pool.query('SELECT * FROM audit_entries')).rows)
    expect(everything + app.logged()).not.toContain(oneTimePassword)
  })

  test('with a given password that must be changed at the first sign-in', async () => {
    const { user, oneTimePassword } = await add(admin, { password: PASSWORD, password2: PASSWORD })
    expect(oneTimePassword).toBeUndefined()
    expect((await signIn(user.username, PASSWORD)).meta.mustChangePassword).toBe(true)
  })

  test('with a role up to their own, a disabled account and a given user name', async () => {
    const username = 'Clara.D-1_x'
    const { user } = await add(admin, { roleId: 3, canUseUi: false, account: { canUseApi: false }, username })
    expect(user).toMatchObject({
      role: 'Administrator',
      username: 'clara.d-1_x',
      account: { canUseUi: false, canUseApi: false, defaultRoleId: 3 },
    })
    expect((await add(root, { roleId: 1 })).user.role).toBe('Superuser')
  })

  test('in their own tenant by default, and from outside in any tenant', async () => {
    expect((await add(wallAdmin)).user.tenantContextId).toBe(wall)
    expect((await add(admin)).user.tenantContextId).toBeNull()
    expect((await add(admin, { tenantContextId: wall })).user.tenantContextId).toBe(wall)
    expect((await add(root, { tenantContextId: wall })).user.tenantContextId).toBe(wall)
  })

  test.each<[string, object, string]>([
    ['a weak password', { password: 'password1' }, 'password'],
    [
      'a password that is their own address',
      { password: 'same@example.org', email: 'same@example.org' },
      'password',
    ],
    ['a different repetition', { password: PASSWORD, password2: 'Ein-anderer-Satz-1' }, 'password2'],
    ['an address as user name', { username: 'root@example.org' }, 'username'],
    ['an invalid user name', { username: 'a b' }, 'username'],
    ['a user name of 61 letters', { username: 'x'.repeat(61) }, 'username'],
    ['an invalid address', { email: 'nobody' }, 'email'],
    ['a name of spaces', { firstName: '  ' }, 'firstName'],
    ['a number as name', { lastName: 5 }, 'lastName'],
    ['a list as user name', { username: ['x'] }, 'username'],
  ])('but not with %s', async (_, body, path) => {
    await expect(add(admin, body)).rejects.toMatchObject({
      status: 400,
      issues: [{ path: expect.stringMatching(new RegExp(`(^|\\.)${path}$`)) }],
    })
  })

  test('but not with an address or user name in use: 409, and nothing is stored', async () => {
    const { user } = await add(admin)
    const rows = async () => (await app.db.pool.query('SELECT count(*) FROM contexts')).rows
    const before = await rows()
    const taken = { status: 409, code: 'NAME_TAKEN' }
    await expect(add(admin, { email: user.email.toUpperCase() })).rejects.toMatchObject(taken)
    await expect(add(admin, { username: user.username.toUpperCase() })).rejects.toMatchObject(taken)
    // Also across tenants, where the viewer cannot see the user.
    await expect(add(wallAdmin, { email: user.email })).rejects.toMatchObject(taken)
    expect(await rows()).toEqual(before)
  })

  test('once, when fifty requests with one address run concurrently', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => add(admin, { email: 'rush@example.org' })),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    const { rows } = await app.db.pool.query("SELECT id FROM users WHERE email = 'rush@example.org'")
    expect(rows).toHaveLength(1)
  })
})
