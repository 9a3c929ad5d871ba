// Single sign-on against a test identity provider that can misbehave in every way (decision 19).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import { FACTS, knock, openInstallation, PASSWORD, type Installation } from '../test/installation.ts'
import { CALLBACK, failed, signInsAt } from './test/sign-ins.ts'

let idp: IdentityProvider
let on: Installation

beforeAll(async () => {
  idp = await identityProvider()
  on = await openInstallation(options())
  await on.auth.ensureFirstUser()
})
afterAll(async () => {
  await on[Symbol.asyncDispose]()
  await idp.close()
})
afterEach(() => {
  idp.faults = {}
  idp.userInfo = {}
})

const { options, somebody, begin, finish, signIn, groupsOf } = signInsAt(() => ({ idp, on }))

describe('single sign-on', () => {
  test('creates a user without a password and recognises them at the next sign-in', async () => {
    const { sub, email } = somebody()
    const first = await signIn()
    expect(first.meta.mustChangePassword).toBe(false)
    const viewer = await on.auth.sessions.viewerOf(first.data.access_token, FACTS)
    expect(viewer).toMatchObject({ userId: first.meta.userId, roleId: 4, tenantContextId: null })
    expect(await on.users.service.byId(viewer.userId)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      passwordHash: '',
    })
    somebody({ sub, email: 'a-new-address@uni.example' })
    expect((await signIn()).meta.userId).toBe(first.meta.userId)
    for (const password of ['', PASSWORD])
      await expect(
        on.auth.service.signIn(
          { userName: email, userPassword: password },
          { address: '192.0.2.77', agent: '' },
        ),
      ).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    const change = { viewer, params: { id: viewer.userId }, body: { oldPassword: '', newPassword: PASSWORD } }
    await expect(knock(on.auth, 'changePassword', change)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('identity provider'),
    })
  })

  test('creates one account for two concurrent sign-ins', async () => {
    somebody()
    const both = await Promise.all([signIn(), signIn()])
    expect(both[0].meta.userId).toBe(both[1].meta.userId)
  })

  test('requests a code with PKCE, state and nonce and does not expose its secret', async () => {
    const { url, key } = await begin()
    const asked = new URL(url)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const place of [url, on.logged()]) {
      expect(place).not.toContain(CLIENT_SECRET)
      expect(place).not.toContain(key)
    }
    expect(key).toMatch(/^v1:/)
    expect(Buffer.from(key.slice(3), 'base64url').includes('verifier')).toBe(false)
  })

  test('is offered by its name, or refused with SSO_DISABLED when it is not configured', async () => {
    expect(await knock(on.auth, 'ssoState', {})).toEqual({ enabled: true, name: 'The university' })
    await using without = await openInstallation()
    expect(await knock(without.auth, 'ssoState', {})).toEqual({ enabled: false, name: '' })
    await expect(begin(CALLBACK, without)).rejects.toMatchObject({ code: 'SSO_DISABLED' })
    await expect(finish('key', CALLBACK, without)).rejects.toMatchObject({ code: 'SSO_DISABLED' })
  })

  test.each([
    'https://evil.example/',
    'https://evil.example/sign-in/sso?next=x',
    'javascript:alert(1)//sign-in/sso',
    'http://127.0.0.1/sign-in/sso#x',
    'http://user@127.0.0.1/sign-in/sso',
    '/sign-in/sso',
  ])('refuses to redirect to %s', async (redirectUri) => {
    await expect(begin(redirectUri)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('access by single sign-on', () => {
  test('is refused for a disabled user with the generic error, and changes no groups', async () => {
    const { sub } = somebody()
    const { meta } = await signIn()
    await on.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [meta.userId])
    somebody({ sub, groups: ['physics'] })
    await expect(signIn()).rejects.toMatchObject({
      code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/),
      status: 401,
    })
    expect(await groupsOf(meta.userId)).toEqual([])
  })

  test('links an account by e-mail address only if this is configured and the address verified', async () => {
    const person = await on.person({ emailProven: true })
    somebody({ email: person.email.toUpperCase() })
    await expect(signIn()).rejects.toMatchObject({ code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/) })
    await using trusting = await openInstallation(options({ linkByEmail: true, createUsers: false }))
    const holder = await trusting.person({ emailProven: true })
    await trusting.auth.ensureFirstUser()
    somebody({ email: holder.email, email_verified: false })
    await expect(signIn(trusting)).rejects.toMatchObject({
      code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/),
    })
    somebody({ email: holder.email })
    expect((await signIn(trusting)).meta.userId).toBe(holder.id)
    somebody()
    await expect(signIn(trusting)).rejects.toMatchObject({
      code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/),
    })
  })

  test('does not link the super user by e-mail address', async () => {
    await using trusting = await openInstallation(options({ linkByEmail: true }))
    await trusting.auth.ensureFirstUser()
    somebody({ email: 'super@example.org' })
    await expect(signIn(trusting)).rejects.toMatchObject({
      code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/),
    })
  })

  test.each([
    ['without an e-mail address', { email: undefined }],
    ['with an invalid e-mail address', { email: 'x' }],
    ['with a reserved name', { given_name: 'Super User' }],
  ])('is refused for a user %s', async (_, claims) => {
    somebody(claims)
    await expect(signIn()).rejects.toMatchObject({ code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/) })
  })
})

describe('the user info', () => {
  const bare = () => {
    const { sub } = somebody({ email: undefined, email_verified: undefined })
    const email = `${sub}@uni.example`
    idp.userInfo = { email, email_verified: true }
    return { email }
  }

  test('may be a signed JWT, verified with the provider’s keys', async () => {
    const { email } = bare()
    idp.faults = { signedUserInfo: 'valid' }
    const { userId } = (await signIn()).meta
    expect(await on.users.service.byId(userId)).toMatchObject({ email })
  })

  test.each(['foreign', 'none', 'symmetric', 'otherAudience', 'otherSubject'] as const)(
    'is refused as a JWT with the fault %s',
    async (fault) => {
      bare()
      idp.faults = { signedUserInfo: fault }
      await expect(signIn()).rejects.toMatchObject(failed(/not valid/))
    },
  )

  test('says whether the address is verified, and only of the same address', async () => {
    const { email } = somebody({ email_verified: undefined })
    idp.userInfo = { email: email.toUpperCase(), email_verified: 'true' }
    expect(await on.users.service.byId((await signIn()).meta.userId)).toMatchObject({ email })
    somebody({ email_verified: undefined })
    idp.userInfo = { email: 'another@uni.example', email_verified: true }
    await expect(signIn()).rejects.toMatchObject({ code: 'SSO_EMAIL_UNVERIFIED' })
  })

  test('names the person when the token does not', async () => {
    somebody({ given_name: undefined, family_name: undefined })
    idp.userInfo = { name: 'Grace Brewster Hopper' }
    expect(await on.users.service.byId((await signIn()).meta.userId)).toMatchObject({
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
    })
  })
})

describe('an unavailable identity provider', () => {
  test.each([
    ['hangs', () => (idp.faults.down = 'hanging')],
    ['answers 503', () => (idp.faults.down = '503')],
    ['hangs after the code', () => (idp.faults.hanging = '/token')],
  ])(
    'that %s is reported with 502 within five seconds',
    async (_, fault) => {
      somebody()
      const { url, key } = await begin()
      const callback = await idp.visit(url)
      fault()
      const before = performance.now()
      await expect(finish(key, callback)).rejects.toMatchObject({ code: 'SSO_UNAVAILABLE', status: 502 })
      expect(performance.now() - before).toBeLessThan(5_000)
    },
    10_000,
  )

  test('is asked for its metadata again once it is available', async () => {
    await using fresh = await openInstallation(options())
    idp.faults.down = '503'
    await expect(begin(CALLBACK, fresh)).rejects.toMatchObject({ code: 'SSO_UNAVAILABLE' })
    idp.faults = {}
    await begin(CALLBACK, fresh)
  })
})
