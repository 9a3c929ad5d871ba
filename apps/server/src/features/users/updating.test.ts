import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let root: TestUser
let admin: TestUser
let wall: number

beforeAll(async () => {
  app = await testApp()
  wall = (await app.deps.group(6, [])).contextId
  root = await app.deps.user({ roleId: 1 })
  admin = await app.deps.user({ roleId: 3 })
})
afterAll(() => app.close())

type Update = Parameters<typeof contract.users.update.bodySchema.parse>[0]
const put = async (who: TestUser, of: { id: number }, body: object) =>
  (await who.client.call(contract.users.update, { params: { id: of.id }, body: body as Update as never }))
    .data.User
const full = async (who: TestUser, of: { id: number } = who) =>
  (await root.client.call(contract.users.get, { params: { id: of.id } })).data.user
const works = (who: TestUser) => who.client.call(contract.users.get, { params: { id: who.id } })
const signIn = (who: TestUser, userPassword: string) =>
  app.nobody.call(contract.auth.authenticate, { body: { userName: who.email, userPassword } })
const ended = { status: 401, code: 'TOKEN_INVALID' }
const audited = async (id: number) =>
  (
    await app.db.pool.query(
      "SELECT action, details FROM audit_entries WHERE object_type = 'user' AND object_id = $1 AND action LIKE 'user.%' ORDER BY id",
      [id],
    )
  ).rows

describe('a user is changed', () => {
  test('by themselves in their name, which also renames their context', async () => {
    const staff = await app.deps.user()
    expect(await put(staff, staff, { firstName: ' Ana ', lastName: 'Bee' })).toMatchObject({
      firstName: 'Ana',
      lastName: 'Bee',
    })
    const { rows } = await app.db.pool.query('SELECT name FROM contexts WHERE id = $1', [staff.contextId])
    expect(rows).toEqual([{ name: 'Ana Bee' }])
    expect(await audited(staff.id)).toEqual([
      { action: 'user.updated', details: { fields: 'firstName, lastName' } },
    ])
  })

  test('null for an optional field leaves it as it is, also within its account', async () => {
    const staff = await app.deps.user({ tenantContextId: wall })
    await put(root, staff, { account: { canUseApi: false } })
    const before = await full(root, staff)
    const nulls = {
      email: null,
      username: null,
      roleId: null,
      ifModified: null,
      account: { canUseApi: null },
    }
    await put(root, staff, { firstName: 'Ana', ...nulls })
    expect(await full(root, staff)).toEqual({
      ...before,
      firstName: 'Ana',
      modified: expect.any(String) as string,
    })
  })

  test('by an administrator in address, user name, role and account, with audit entries', async () => {
    const staff = await app.deps.user()
    await put(admin, staff, {
      email: `NEW${staff.id}@example.org`,
      username: `New${staff.id}`,
      roleId: 8,
      account: { canUseApi: false },
    })
    expect(await full(root, staff)).toMatchObject({
      email: `new${staff.id}@example.org`,
      username: `new${staff.id}`,
      role: 'Team lead',
      account: { canUseUi: true, canUseApi: false, defaultRoleId: 8 },
    })
    expect(await audited(staff.id)).toEqual([
      { action: 'user.updated', details: { fields: 'email, username' } },
      { action: 'user.role-changed', details: { from: 4, to: 8 } },
      { action: 'user.account-changed', details: { canUseApi: false } },
    ])
    // The new role applies at the next request, with the same token.
    await staff.client.call(contract.users.list)
    await put(admin, staff, { roleId: 6 })
    await expect(staff.client.call(contract.users.list)).rejects.toMatchObject({ status: 403 })
  })

  test('field by field: concurrent changes of different fields are both stored', async () => {
    const staff = await app.deps.user()
    await Promise.all([put(admin, staff, { firstName: 'One' }), put(root, staff, { lastName: 'Two' })])
    expect(await full(root, staff)).toMatchObject({ firstName: 'One', lastName: 'Two' })
  })

  test('but not with a stale ifModified, which is refused with 409', async () => {
    const staff = await app.deps.user()
    const { modified } = (await full(root, staff)) as { modified: string }
    const next = (await put(admin, staff, { firstName: 'One', ifModified: modified })) as { modified: string }
    await expect(put(root, staff, { firstName: 'Two', ifModified: modified })).rejects.toMatchObject({
      status: 409,
      code: 'CONFLICT',
    })
    await put(root, staff, { firstName: 'Two', ifModified: next.modified })
  })

  test('but not by the same values and an empty password', async () => {
    const staff = await app.deps.user()
    const before = await full(root, staff)
    expect(await put(admin, staff, { ...before, password: '' })).toEqual(before)
    expect(await audited(staff.id)).toEqual([])
    await works(staff)
    await signIn(staff, PASSWORD)
  })

  test('but not to an address or user name in use: 409, also when concurrent', async () => {
    const [one, two] = [await app.deps.user(), await app.deps.user()]
    const taken = { status: 409, code: 'NAME_TAKEN' }
    await expect(put(admin, one, { email: two.email.toUpperCase() })).rejects.toMatchObject(taken)
    await expect(put(admin, one, { username: two.email.split('@')[0] })).rejects.toMatchObject(taken)
    const results = await Promise.allSettled(
      [one, two].map((who) => put(admin, who, { username: 'contested' })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject(taken)
  })
})

describe('a password set by an administrator', () => {
  test('ends all sessions, and must be changed after the sign-in', async () => {
    const staff = await app.deps.user()
    const again = await app.deps.again(staff)
    await put(admin, staff, { password: 'Ein-neuer-Satz-43' })
    for (const session of [staff, again]) await expect(works(session)).rejects.toMatchObject(ended)
    await expect(signIn(staff, PASSWORD)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect((await signIn(staff, 'Ein-neuer-Satz-43')).meta.mustChangePassword).toBe(true)
    expect(await full(root, staff)).toMatchObject({ mustChangePassword: true })
    expect(await audited(staff.id)).toContainEqual({
      action: 'user.password-changed',
      details: { by: 'an administrator' },
    })
  })

  test('is refused with 400 when it is weak, and nothing changes', async () => {
    const staff = await app.deps.user()
    for (const password of ['password1', staff.email, 'short'])
      await expect(put(admin, staff, { password, firstName: 'X' })).rejects.toMatchObject({
        status: 400,
        issues: [{ path: expect.stringMatching(/(^|\.)password$/) }],
      })
    expect(await full(root, staff)).toMatchObject({ firstName: 'Petra', mustChangePassword: false })
    await works(staff)
  })
})

describe('an account', () => {
  test('that is disabled loses all sessions at once and cannot sign in', async () => {
    const staff = await app.deps.user()
    await put(admin, staff, { account: { canUseUi: false } })
    await expect(works(staff)).rejects.toMatchObject({ status: 401 })
    await expect(signIn(staff, PASSWORD)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    await put(admin, staff, { account: { canUseUi: true } })
    await expect(works(staff)).rejects.toMatchObject(ended)
    await signIn(staff, PASSWORD)
  })

  test('moved to another tenant must sign in again and no longer sees the others', async () => {
    const staff = await app.deps.user()
    await put(root, staff, { tenantContextId: wall })
    await expect(works(staff)).rejects.toMatchObject(ended)
    const moved = await app.deps.again(staff)
    await expect(moved.client.call(contract.users.get, { params: { id: admin.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await full(root, staff)).toMatchObject({ tenantContextId: wall })
  })
})

describe('moving a user into or out of a tenant', () => {
  test('changes access from the next request, also for API tokens, and is audited', async () => {
    const [staff, colleague] = [await app.deps.user(), await app.deps.user({ firstName: 'Cora' })]
    const [theirs, own] = [await app.deps.project(colleague), await app.deps.project(staff)]
    await app.deps.share(theirs, staff)
    await app.deps.share(own, colleague)
    const made = await staff.client.call(contract.apitokens.saveOfUser, {
      params: { userId: staff.id },
      body: { name: 'A program' },
    })
    const program = app.deps.program(made.data.value ?? '')
    const opens = (who: Pick<TestUser, 'client'> | { client: typeof program }, id: number) =>
      who.client.call(contract.projects.get, { params: { id } }).then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
    const seen = async () => [
      await opens({ client: program }, theirs.id),
      await opens({ client: program }, own.id),
      await opens(colleague, own.id),
    ]
    expect(await seen()).toEqual([200, 200, 200])
    await put(admin, staff, { tenantContextId: wall })
    expect(await seen()).toEqual([404, 200, 404])
    await expect(works(staff)).rejects.toMatchObject(ended)
    await expect(
      colleague.client.call(contract.users.get, { params: { id: staff.id } }),
    ).rejects.toMatchObject({ status: 404 })
    // A user outside of the tenant no longer sees them; the super user can move them out.
    await expect(put(admin, staff, { tenantContextId: null })).rejects.toMatchObject({ status: 404 })
    await put(root, staff, { tenantContextId: null })
    expect(await seen()).toEqual([200, 200, 200])
    expect(await audited(staff.id)).toEqual([
      { action: 'user.account-changed', details: { tenantContextId: wall } },
      { action: 'user.account-changed', details: { tenantContextId: null } },
    ])
  })

  test('is refused for a context that is not a tenant, and without the permission', async () => {
    const staff = await app.deps.user()
    const other = (await app.deps.group(6, [])).contextId
    const team = (await app.deps.group(3, [])).contextId
    const insider = await app.deps.user({ roleId: 3, tenantContextId: wall })
    const walled = await app.deps.user({ tenantContextId: wall })
    for (const tenantContextId of [team, 999_999])
      await expect(put(admin, staff, { tenantContextId })).rejects.toMatchObject({ status: 404 })
    for (const tenantContextId of [other, null])
      await expect(put(insider, walled, { tenantContextId })).rejects.toMatchObject({ status: 403 })
    await expect(put(insider, staff, { tenantContextId: wall })).rejects.toMatchObject({ status: 404 })
    const lead = await app.deps.user({ roleId: 8 })
    await expect(put(lead, staff, { tenantContextId: wall })).rejects.toMatchObject({ status: 403 })
  })
})
