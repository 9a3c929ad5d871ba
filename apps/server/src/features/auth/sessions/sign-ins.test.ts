// Listing and ending sessions (SIGNIN-13, SIGNIN-12).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '@polylogue/client'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

const ROLES = { superuser: 1, administrator: 3, lead: 8, staff: 4, guest: 6 }
const of = (user: TestUser) => ({ params: { id: user.id } })
const list = async (viewer: TestUser, user: TestUser) =>
  (await viewer.client.call(contract.auth.sessions, of(user))).data.Sessions
const end = (viewer: TestUser, user: TestUser, sessionId: string) =>
  viewer.client.call(contract.auth.endSession, { params: { id: user.id, sessionId } })
const endAll = async (viewer: TestUser, user: TestUser) =>
  (await viewer.client.call(contract.auth.endSessions, of(user))).data.ended
const whoAmI = (user: TestUser) => user.client.call(contract.users.get, of(user))
const invalid = { status: 401, code: 'TOKEN_INVALID' }
const denied = { status: 403, code: 'PERMISSION_DENIED' }
const missing = { status: 404, code: 'NOT_FOUND' }
const signIn = (user: TestUser) =>
  app.nobody.call(contract.auth.authenticate, { body: { userName: user.email, userPassword: PASSWORD } })

describe('own sessions', () => {
  test('are listed latest first, with the current one marked and without tokens', async () => {
    const anna = await app.deps.user()
    const second = await app.deps.again(anna)
    const { data } = await signIn(anna)
    const refreshed = await createClient({ baseUrl: app.url, token: () => data.refresh_token }).call(
      contract.auth.refresh,
      {},
    )
    const sessions = await list(second, anna)
    expect(sessions).toHaveLength(3)
    expect(sessions.map(({ current }) => current)).toEqual([false, true, false])
    const used = sessions.map(({ lastUsed }) => Date.parse(lastUsed))
    expect(used).toEqual(used.toSorted((a, b) => b - a))
    expect(Date.parse(sessions[0]!.lastUsed)).toBeGreaterThan(Date.parse(sessions[0]!.created))
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', agent: expect.any(String) })
    expect(JSON.stringify(sessions)).not.toMatch(/pl[ar]_/)
    expect(refreshed.data.access_token).toBeTruthy()
  })

  test('can be ended one by one, or all except the current one', async () => {
    const anna = await app.deps.user()
    const others = [
      await app.deps.again(anna),
      await app.deps.again(anna),
      await app.deps.again(anna),
    ] as const
    const [, , , oldest] = await list(others[0], anna)
    await end(others[0], anna, oldest!.id)
    await expect(whoAmI(anna)).rejects.toMatchObject(invalid)
    await expect(end(others[0], anna, oldest!.id)).rejects.toMatchObject(missing)
    expect(await endAll(others[0], anna)).toBe(2)
    await whoAmI(others[0])
    for (const other of [others[1], others[2]]) await expect(whoAmI(other)).rejects.toMatchObject(invalid)
    expect(await list(others[0], anna)).toMatchObject([{ current: true }])
  })

  test('exclude those of other users: ending one by its id returns 404', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const [session] = await list(bert, bert)
    await expect(end(anna, anna, session!.id)).rejects.toMatchObject(missing)
    await whoAmI(bert)
  })
})

describe('sessions of other users', () => {
  test.each([
    ['superuser', 'superuser', true],
    ['superuser', 'administrator', true],
    ['administrator', 'superuser', false],
    ['administrator', 'administrator', true],
    ['administrator', 'lead', true],
    ['administrator', 'guest', true],
    ['lead', 'staff', false],
    ['staff', 'staff', false],
    ['guest', 'guest', false],
  ] as const)('%s may list and end those of %s: %s', async (role, other, allowed) => {
    const viewer = await app.deps.user({ roleId: ROLES[role] })
    const user = await app.deps.user({ roleId: ROLES[other] })
    if (!allowed) {
      for (const attempt of [list, endAll]) await expect(attempt(viewer, user)).rejects.toMatchObject(denied)
      const [own] = await list(user, user)
      await expect(end(viewer, user, own!.id)).rejects.toMatchObject(denied)
      await whoAmI(user)
      return
    }
    const [session] = await list(viewer, user)
    await end(viewer, user, session!.id)
    await expect(whoAmI(user)).rejects.toMatchObject(invalid)
    const again = await app.deps.again(user)
    expect(await endAll(viewer, user)).toBe(1)
    await expect(whoAmI(again)).rejects.toMatchObject(invalid)
  })

  test('are hidden across tenants (404), except for the super user', async () => {
    const { contextId } = await app.deps.group(6, [])
    const far = await app.deps.user({ tenantContextId: contextId })
    const administrator = await app.deps.user({ roleId: 3 })
    await expect(list(administrator, far)).rejects.toMatchObject(missing)
    await expect(endAll(administrator, far)).rejects.toMatchObject(missing)
    const superuser = await app.deps.user({ roleId: 1 })
    expect(await endAll(superuser, far)).toBe(1)
  })

  test('are recorded in the audit trail when they are ended, with both users', async () => {
    const administrator = await app.deps.user({ roleId: 3 })
    const user = await app.deps.user()
    await app.deps.again(user)
    await endAll(administrator, user)
    const { rows } = await app.db.pool.query(
      `SELECT user_id, object_id, details FROM audit_entries WHERE action = 'session.ended' AND object_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([
      { user_id: administrator.id, object_id: user.id, details: { why: 'ended', count: 2 } },
    ])
  })
})

test('a user who must change their password gets 403 for other calls until then', async () => {
  const user = await app.deps.user()
  await app.db.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [user.id])
  const { data, meta } = await signIn(user)
  expect(meta).toEqual({ userId: user.id, mustChangePassword: true })
  const client = createClient({ baseUrl: app.url, token: () => data.access_token })
  for (const call of [contract.auth.sessions, contract.auth.endSessions, contract.users.permissions])
    await expect(client.call(call, of(user))).rejects.toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
  await expect(client.call(contract.projects.create, { body: { name: 'x' } })).rejects.toMatchObject({
    code: 'PASSWORD_CHANGE_REQUIRED',
  })
  await client.call(contract.users.get, of(user))
  const body = { oldPassword: PASSWORD, newPassword: 'Ein-anderer-Satz-43' }
  await client.call(contract.auth.changePassword, { ...of(user), body })
  await client.call(contract.users.permissions, of(user))
  await client.call(contract.auth.logout, {})
})
