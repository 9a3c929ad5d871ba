import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type CallRequest } from '@polylogue/contract'
import { testApp, type TestApp } from '#test/test-app.ts'
import { openSetUp, openInstallation, PASSWORD } from '../test/installation.ts'

type SetUpBody = CallRequest<typeof contract.auth.setUp>['body']

const SUE = { firstName: 'Sue', lastName: 'Root', email: 'sue@example.org', password: PASSWORD }

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

/** In the order of a first start: each test continues where the previous one ended. */
describe('an installation without users', () => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.close())

  const setUp = (more: Partial<SetUpBody> = {}) =>
    app.nobody.call(contract.auth.setUp, { body: { ...SUE, key: app.app.setUpKey ?? 'no key', ...more } })
  const signIn = (userName: string, userPassword: string) =>
    app.nobody.call(contract.auth.authenticate, { body: { userName, userPassword } })
  const state = async () => (await app.nobody.call(contract.auth.setUpState, {})).data

  test('has no default account and reports that set-up is needed', async () => {
    expect(await state()).toEqual({ needed: true, minimumPasswordStrength: 40 })
    for (const name of ['admin', 'superuser', 'root', 'polylogue'])
      expect(await codeOf(signIn(name, name))).toBe('SIGN_IN_FAILED')
    expect((await app.db.pool.query('SELECT 1 FROM users')).rows).toEqual([])
  })

  test('stores the set-up key only as a hash and does not log it', async () => {
    const key = app.app.setUpKey ?? ''
    expect(key).toMatch(/^[\w-]{43}$/)
    const { rows } = await app.db.pool.query<{ value: string }>(
      "SELECT value::text FROM installation WHERE name = 'setUpKey'",
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(app.logged()).not.toContain(key)
  })

  test('refuses weak passwords and reserved names with their fields, without limiting attempts', async () => {
    const refusal = await setUp({ firstName: 'Ѕuperuser', password: SUE.email }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    const { issues } = refusal as { issues: { path: string }[] }
    expect(issues.map(({ path }) => path)).toEqual(['firstName', 'password'])
    for (let i = 0; i < 12; i++)
      expect(await codeOf(setUp({ password: 'password1' }))).toBe('VALIDATION_FAILED')
  })

  test('creates the super user with the key, signs them in and makes them owner of the company', async () => {
    const { data, meta } = await setUp()
    const { rows } = await app.db.pool.query(
      `SELECT u.id, u.role_id, own.type_id, own.owner_context_id = own.id AS self, company.owner_context_id = own.id AS company
       FROM users u JOIN contexts own ON own.id = u.context_id JOIN contexts company ON company.id = 1`,
    )
    expect(rows).toEqual([{ id: meta.userId, role_id: 1, type_id: 5, self: true, company: true }])
    expect(data.access_token).toMatch(/^pla_/)
    expect((await signIn('SUE@example.org', PASSWORD)).meta.userId).toBe(meta.userId)
  })

  test('refuses a second set-up with 403', async () => {
    expect(await state()).toMatchObject({ needed: false })
    await expect(setUp({ email: 'eve@example.org' })).rejects.toMatchObject({
      status: 403,
      code: 'SET_UP_DONE',
    })
    expect((await app.db.pool.query('SELECT 1 FROM users')).rows).toHaveLength(1)
    expect((await app.db.pool.query("SELECT 1 FROM installation WHERE name = 'setUpKey'")).rows).toEqual([])
  })
})

describe('the one-time key', () => {
  test('creates one user when it is used fifty times concurrently in two processes', async () => {
    await using on = await openInstallation()
    const first = await on.auth.ensureFirstUser()
    const doors = [openSetUp(on.auth), openSetUp(on.another())]
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        codeOf(doors[i % 2]!({ ...SUE, email: `sue${i}@example.org`, key: first?.setUpKey ?? '' })),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'SET_UP_DONE' || code === 'SET_UP_KEY_INVALID')).toHaveLength(49)
    expect((await on.db.pool.query('SELECT 1 FROM users')).rows).toHaveLength(1)
    expect((await on.db.pool.query('SELECT 1 FROM contexts WHERE type_id = 5')).rows).toHaveLength(1)
  })

  test('is refused after ten wrong keys from the same address, but works from another one', async () => {
    await using on = await openInstallation()
    const key = (await on.auth.ensureFirstUser())?.setUpKey ?? ''
    const setUp = openSetUp(on.auth)
    for (let i = 0; i < 10; i++)
      await expect(setUp({ ...SUE, key: `guess ${i}` })).rejects.toMatchObject({
        code: 'SET_UP_KEY_INVALID',
        status: 403,
      })
    await expect(setUp({ ...SUE, key })).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 })
    expect(await codeOf(setUp({ ...SUE, key }, '203.0.113.9'))).toBe('done')
  })

  test('of an earlier start is refused', async () => {
    await using on = await openInstallation()
    const before = (await on.auth.ensureFirstUser())?.setUpKey ?? ''
    const now = (await on.another().ensureFirstUser())?.setUpKey ?? ''
    const setUp = openSetUp(on.auth)
    expect(await codeOf(setUp({ ...SUE, key: before }))).toBe('SET_UP_KEY_INVALID')
    expect(await codeOf(setUp({ ...SUE, key: now }))).toBe('done')
    expect(await on.another().ensureFirstUser()).toBeUndefined()
  })
})

describe('a configured super user', () => {
  const admin = { email: 'Root@Example.org', password: 'Noch-ein-guter-Satz-7' }

  test('is created once when several processes start concurrently, and set-up is closed', async () => {
    await using on = await openInstallation({ admin })
    const started = await Promise.all(
      [on.auth, on.another(), on.another()].map((auth) => auth.ensureFirstUser()),
    )
    expect(started).toEqual([undefined, undefined, undefined])
    const { rows } = await on.db.pool.query('SELECT email, role_id FROM users')
    expect(rows).toEqual([{ email: 'root@example.org', role_id: 1 }])
    const origin = { address: '192.0.2.3', agent: '' }
    await on.auth.service.signIn({ userName: admin.email, userPassword: admin.password }, origin)
    expect(await codeOf(openSetUp(on.auth)({ ...SUE, key: '' }))).toBe('SET_UP_DONE')
  })

  test('with a weak password is refused before anything is written', async () => {
    await using on = await openInstallation({ admin: { ...admin, password: 'password' } })
    await expect(on.auth.ensureFirstUser()).rejects.toThrow(/password is too easy to guess/)
    expect((await on.db.pool.query('SELECT 1 FROM users')).rows).toEqual([])
  })
})
