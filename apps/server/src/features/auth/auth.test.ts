// The calls as a client makes them. Details are tested in sign-in, sessions and set-up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())

const client = (token: string) => createClient({ baseUrl: app.url, token: () => token })
const signIn = (userName: string, userPassword = PASSWORD) =>
  app.nobody.call(contract.auth.authenticate, { body: { userName, userPassword } })
const refresh = (token: string) => client(token).call(contract.auth.refresh, {})
const whoAmI = (token: string) => client(token).call(contract.users.get, { params: { id: anna.id } })
const signOut = (token: string) => client(token).call(contract.auth.logout, {})
const invalid = { status: 401, code: 'TOKEN_INVALID' }

describe('a session', () => {
  test('can be started, refreshed and ended, and its old tokens become invalid', async () => {
    const begun = await signIn(anna.email)
    expect(begun.meta).toEqual({ userId: anna.id, mustChangePassword: false })
    const refreshed = await refresh(begun.data.refresh_token)
    expect(refreshed.meta).toEqual({ userId: anna.id, mustChangePassword: false })
    await whoAmI(refreshed.data.access_token)
    await expect(whoAmI(begun.data.access_token)).rejects.toMatchObject(invalid)
    expect((await signOut(refreshed.data.access_token)).data).toEqual({})
    await expect(whoAmI(refreshed.data.access_token)).rejects.toMatchObject(invalid)
    await expect(refresh(refreshed.data.refresh_token)).rejects.toMatchObject(invalid)
    await whoAmI(anna.token)
  })

  test('returns the same token pair to ten concurrent refreshes', async () => {
    const { data } = await signIn(anna.email)
    const pairs = await Promise.all(Array.from({ length: 10 }, () => refresh(data.refresh_token)))
    expect(new Set(pairs.map((pair) => pair.data.refresh_token)).size).toBe(1)
    const next = await refresh(pairs[0]!.data.refresh_token)
    await whoAmI(next.data.access_token)
  })

  test('is neither refreshed nor ended without the right token (401)', async () => {
    await expect(app.nobody.call(contract.auth.refresh, {})).rejects.toMatchObject(invalid)
    await expect(app.nobody.call(contract.auth.logout, {})).rejects.toMatchObject(invalid)
    await expect(signOut((await signIn(anna.email)).data.refresh_token)).rejects.toMatchObject(invalid)
  })
})

describe('invalid sign-ins', () => {
  test.each([
    [{ userName: ['a'], userPassword: 'x' }],
    [{ userName: { $ne: 1 }, userPassword: 'x' }],
    [{ userName: 7, userPassword: 'x' }],
    [{ userName: 'x'.repeat(255), userPassword: 'x' }],
    [{ userName: '', userPassword: 'x' }],
    [{ userName: 'anna', userPassword: null }],
    [{ userName: 'anna', userPassword: 'x'.repeat(1_025) }],
    [{}],
  ])('%j is refused with 400', async (body) => {
    const reply = await fetch(`${app.url}/api/v1/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errorCode: 'VALIDATION_FAILED' })
  })

  test('ten wrong passwords return 401, the next attempt 429 with a wait; no secret is logged', async () => {
    const bert = await app.deps.user()
    for (let i = 0; i < 10; i++)
      await expect(signIn(bert.email, 'not-the-password')).rejects.toMatchObject({
        status: 401,
        code: 'SIGN_IN_FAILED',
        message:
          'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
      })
    const refusal = await signIn(bert.email).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' })
    expect((refusal as { retryAfter: number }).retryAfter).toBeGreaterThan(890)
    for (const secret of ['not-the-password', PASSWORD, anna.token])
      expect(app.logged()).not.toContain(secret)
  })
})
