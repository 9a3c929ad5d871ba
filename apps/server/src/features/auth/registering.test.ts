// Signing up (SIGNIN-11, ACCOUNT-3).
import { API_ROOT, contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type TestApp } from '#test/test-app.ts'
import { configFileSchema } from '#config-file.ts'
import { knock, openInstallation, type Installation } from './test/installation.ts'

let on: Installation
beforeAll(async () => void (on = await openInstallation({ file: { allowSignUp: true } })))
afterAll(() => on[Symbol.asyncDispose]())

let count = 0
/** Uses a new address for each sign-up, so that the limit of one does not affect another. */
const signUp = (body: object, from = { address: `203.0.113.${++count % 250}` }) =>
  knock(on.auth, 'register', { body }, from)
const someone = (more: object = {}) => ({
  firstName: 'Nora',
  lastName: 'Neu',
  email: `nora${++count}@example.org`,
  password: PASSWORD,
  ...more,
})
const register = (app: TestApp, body: object) =>
  fetch(`${app.url}${API_ROOT}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify(body),
  })

test('signing up is refused with 403 unless it is configured, and creates nothing', async () => {
  await using app = await testApp()
  const reply = await register(app, someone())
  expect(reply.status).toBe(403)
  expect(await reply.json()).toMatchObject({ errorCode: 'SIGN_UP_DISABLED' })
  expect((await app.db.pool.query('SELECT 1 FROM users')).rows).toEqual([])
})

test('a new account is a Guest without a tenant, whatever other fields are sent, and can sign in', async () => {
  await using app = await testApp({ file: { allowSignUp: true } })
  const body = someone({
    password2: PASSWORD,
    roleId: 1,
    role: 'Superuser',
    roles: ['Superuser'],
    permissions: ['can_list_users'],
    fromAdmin: true,
    account: { canUseApi: true, defaultRoleId: 1 },
    context: { id: 1, ownerContextId: 1 },
    tenantContextId: 1,
    id: 1,
  })
  const reply = await register(app, body)
  expect(reply.status).toBe(201)
  const { id } = ((await reply.json()) as { messageContent: { data: { user: { id: number } } } })
    .messageContent.data.user
  const { rows } = await app.db.pool.query(
    'SELECT role_id, tenant_context_id, can_use_ui, must_change_password FROM users WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([
    { role_id: 6, tenant_context_id: null, can_use_ui: true, must_change_password: false },
  ])
  const signedIn = await app.nobody.call(contract.auth.authenticate, {
    body: { userName: body.email, userPassword: PASSWORD },
  })
  expect(signedIn.meta).toEqual({ userId: id, mustChangePassword: false })
  const audit = await app.db.pool.query(
    `SELECT user_id, object_id, details, user_name FROM audit_entries WHERE action = 'user.registered'`,
  )
  expect(audit.rows).toEqual([
    { user_id: id, object_id: id, details: { roleId: 6 }, user_name: `nora${count}` },
  ])
})

describe('an e-mail address that is taken', () => {
  test.each([
    ['in the same spelling', (email: string) => email],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['in another Unicode form', (email: string) => email.replace('nora', 'ｎｏｒａ')],
  ])('%s is refused with 409', async (_, form) => {
    const first = someone()
    await signUp(first)
    const again = signUp({ ...first, email: form(first.email) })
    await expect(again).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 })
  })

  test('fifty concurrent sign-ups from many IP addresses create one account (ACCOUNT-5)', async () => {
    const body = someone()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => signUp(body, { address: `192.0.2.${i}` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    )
    expect(new Set(codes)).toEqual(new Set(['NAME_TAKEN']))
  })
})

test.each([
  ['a weak password', { password: 'password' }, 'password'],
  [
    'a password that equals the name in the e-mail address',
    { email: 'norawinter@example.org', password: 'norawinter' },
    'password',
  ],
  ['two passwords that differ', { password2: 'x' }, 'password2'],
  ['a reserved name', { firstName: 'ѕuperuser' }, 'firstName'],
  ['a reserved name with spaces', { lastName: ' Super User ' }, 'lastName'],
  ['a reserved name in two parts', { firstName: 'Super', lastName: 'Usеr' }, 'lastName'],
])('signing up with %s is refused', async (_, more, path) => {
  await expect(signUp(someone(more))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    issues: [{ path }],
  })
})

test('sign-ups are limited to five in five minutes per IP address; sign-in is not affected', async () => {
  const from = { address: '192.0.2.99' }
  const body = someone()
  const codes = []
  for (let i = 0; i < 20; i++)
    codes.push(
      await signUp(body, from).then(
        () => 'in',
        (error: { code: string }) => error.code,
      ),
    )
  expect(codes).toEqual(['in', ...Array(4).fill('NAME_TAKEN'), ...Array(15).fill('TOO_MANY_ATTEMPTS')])
  await on.auth.service.signIn({ userName: body.email, userPassword: PASSWORD }, { ...from, agent: '' })
  on.clock.advance(5 * 60_000)
  await signUp(someone(), from)
})

test('the configured sign-up role can only be Guest or Staff member', () => {
  expect(configFileSchema.parse({}).signUpRoleId).toBe(6)
  expect(configFileSchema.parse({ signUpRoleId: 4 }).signUpRoleId).toBe(4)
  for (const signUpRoleId of [1, 3, 8, 0, 99, '4'])
    expect(configFileSchema.safeParse({ signUpRoleId }).success).toBe(false)
})
