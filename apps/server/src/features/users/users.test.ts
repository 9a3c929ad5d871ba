import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, PERMISSIONS, ROLES } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let staff: TestUser
let lead: TestUser
let admin: TestUser
let root: TestUser
let guest: TestUser
let walled: TestUser
let wallAdmin: TestUser

beforeAll(async () => {
  app = await testApp()
  const wall = (await app.deps.group(6, [])).contextId
  staff = await app.deps.user()
  lead = await app.deps.user({ roleId: 8 })
  admin = await app.deps.user({ roleId: 3 })
  root = await app.deps.user({ roleId: 1 })
  guest = await app.deps.user({ roleId: 6 })
  walled = await app.deps.user({ tenantContextId: wall })
  wallAdmin = await app.deps.user({ tenantContextId: wall, roleId: 3 })
})
afterAll(() => app.close())

const get = async (who: TestUser, of: { id: number }) =>
  (await who.client.call(contract.users.get, { params: { id: of.id } })).data.user
const permissions = async (who: TestUser, of: { id: number }) =>
  (await who.client.call(contract.users.permissions, { params: { id: of.id } })).data
const notFound = { status: 404, code: 'NOT_FOUND' }

describe('a user', () => {
  test('sees their own full profile, with their projects', async () => {
    const project = await app.deps.project(staff)
    expect(await get(staff, staff)).toEqual({
      id: staff.id,
      uuId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      firstName: 'Petra',
      lastName: expect.stringMatching(/^Person/),
      username: staff.email.split('@')[0],
      picture: null,
      email: staff.email,
      role: 'Staff member',
      roles: ['Staff member'],
      roleId: 4,
      permissions: ROLES.find(({ id }) => id === 4)?.permissions,
      projects: [project.id],
      context: { id: staff.contextId, ownerContextId: staff.contextId },
      account: { canUseUi: true, canUseApi: true, defaultRoleId: 4 },
      tenantContextId: null,
      mustChangePassword: false,
      lastSignIn: expect.stringMatching(/Z$/),
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    })
  })

  test('sees only the short profile of other users', async () => {
    for (const who of [guest, staff])
      expect(Object.keys(await get(who, root))).toEqual([
        'id',
        'firstName',
        'lastName',
        'username',
        'picture',
      ])
  })

  test('with can_list_users sees full profiles of others, without their projects', async () => {
    await app.deps.project(guest).catch(() => undefined)
    for (const who of [lead, admin, root])
      expect(await get(who, staff)).toMatchObject({ email: staff.email, projects: [] })
  })

  test('is not found by users of other tenants, except the super user', async () => {
    for (const who of [guest, staff, lead, admin])
      await expect(get(who, walled)).rejects.toMatchObject(notFound)
    for (const who of [walled, wallAdmin]) await expect(get(who, staff)).rejects.toMatchObject(notFound)
    expect(await get(wallAdmin, walled)).toMatchObject({ email: walled.email })
    expect(await get(root, walled)).toMatchObject({ email: walled.email })
  })

  test('that does not exist gives the same error as one of another tenant', async () => {
    const messages = await Promise.all(
      [walled.id, 999_999].map((id) =>
        get(staff, { id }).catch((error: unknown) => (error as Error).message),
      ),
    )
    expect(messages[0]).toBe(messages[1])
  })
})

describe('permissions', () => {
  test('are returned to the user, with the role', async () => {
    expect(await permissions(guest, guest)).toEqual({
      Role: { id: 6, name: 'Guest' },
      Permissions: ['can_use_chat'],
    })
    expect((await permissions(root, root)).Permissions).toHaveLength(PERMISSIONS.length)
  })

  test('of others are returned only to users who may edit users', async () => {
    for (const who of [guest, staff, lead])
      await expect(permissions(who, admin)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    for (const who of [admin, root]) expect((await permissions(who, staff)).Role.name).toBe('Staff member')
  })

  test('of a user of another tenant return 404', async () => {
    for (const who of [guest, staff, admin])
      await expect(permissions(who, walled)).rejects.toMatchObject(notFound)
  })
})

describe('creating a user', () => {
  const prepare = (email: string) =>
    app.app.users.prepare({ firstName: 'Anna', lastName: 'Bee', email, password: 'Ein-guter-Satz-42' })
  const create = async (email: string) => {
    const prepared = await prepare(email)
    return app.db.transaction((tx) => app.app.users.create(tx, prepared, { roleId: 4 }))
  }
  const taken = { status: 409, code: 'NAME_TAKEN' }

  test('numbers the user name when the part before the @ is taken', async () => {
    const names = [
      await create('twin@a.example'),
      await create('twin@b.example'),
      await create('twin@c.example'),
    ]
    expect(names.map(({ username }) => username)).toEqual(['twin', 'twin2', 'twin3'])
  })

  test('is refused for an address in use in any case or form, and leaves nothing behind', async () => {
    await create('müller@example.org')
    const count = async () => (await app.db.pool.query('SELECT count(*) FROM contexts')).rows
    const before = await count()
    for (const email of ['MÜLLER@example.org', 'mu\u0308ller@Example.ORG', 'ｍüller@example.org'])
      await expect(create(email)).rejects.toMatchObject(taken)
    expect(await count()).toEqual(before)
  })

  test('succeeds once for fifty concurrent requests with one address', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => create('rush@example.org')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject(taken)
  })

  test.each(['aaaaaaaa', 'password1', 'qwertyuiop', 'polylogue', 'weak@example.org'])(
    'with the password %s is refused',
    async (password) => {
      const input = { firstName: 'Anna', lastName: 'Bee', email: 'weak@example.org', password }
      await expect(app.app.users.prepare(input)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [
          { path: 'password', message: expect.stringMatching(/strength is \d+ of 100, and 40 is needed/) },
        ],
      })
    },
  )

  test.each([
    'aB3dE6gH9kL2',
    'rain falls upwards on tuesdays',
    `${'Wölfe singen nachts über alten Dächern, '.repeat(3)}leise`,
  ])('with the password %s is accepted', async (password) => {
    await app.app.users.prepare({ firstName: 'Anna', lastName: 'Bee', email: 'good@example.org', password })
  })
})

describe('the licence', () => {
  const license = async (who: TestUser, of: { id: number }) =>
    (await who.client.call(contract.users.license, { params: { id: of.id } })).data.License

  test('is returned to the user, and to those who may edit users', async () => {
    const unlimited = { licenseType: 'unlimited', licenseEnd: null, companyName: '', expired: false }
    for (const who of [guest, staff, root]) expect(await license(who, who)).toEqual(unlimited)
    for (const who of [admin, root]) expect(await license(who, staff)).toEqual(unlimited)
    for (const who of [guest, lead, walled]) await expect(license(who, staff)).rejects.toMatchObject(notFound)
    await expect(license(wallAdmin, staff)).rejects.toMatchObject(notFound)
    await expect(license(root, { id: 999_999 })).rejects.toMatchObject(notFound)
  })
})

test.each(['1e0', '0x1', '+1', '%201', '1.0', '01', '9007199254740993'])('refuses the id %s', async (id) => {
  const headers = { authorization: `Bearer ${root.token}`, 'x-requested-with': 'XMLHttpRequest' }
  const answer = await fetch(`${app.url}/api/v1/users/${id}`, { headers })
  expect(answer.status).toBe(400)
})
