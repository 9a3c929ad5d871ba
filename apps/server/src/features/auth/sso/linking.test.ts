// Linking an identity to an existing account: never to one that another user may have had first (decision 19).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import type { Person } from '#access/index.ts'
import type { Account } from '#features/users/index.ts'
import { FACTS, HOME, knock, openInstallation, PASSWORD, type Installation } from '../test/installation.ts'

const CALLBACK = 'http://127.0.0.1:5173/sign-in/sso'

let idp: IdentityProvider
let on: Installation
let root: Person
beforeAll(async () => {
  idp = await identityProvider()
  on = await openInstallation({
    admin: { email: 'super@example.org', password: PASSWORD },
    file: {
      allowSignUp: true,
      sso: {
        name: 'The university',
        issuer: idp.issuer,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        linkByEmail: true,
      },
    },
  })
  await on.auth.ensureFirstUser()
  root = await on.viewer((await on.users.service.byName('super@example.org'))!)
})
afterAll(async () => {
  await on[Symbol.asyncDispose]()
  await idp.close()
})

let count = 0
/** Signs a user in at the provider. */
const somebody = (claims: object = {}): { sub: string; email: string } => {
  const sub = `subject-${++count}`
  const names = { given_name: 'Ada', family_name: 'Lovelace' }
  idp.person = { sub, email: `${sub}@uni.example`, email_verified: true, ...names, ...claims }
  return idp.person as { sub: string; email: string }
}
const anywhere = () => ({ address: `198.51.100.${++count % 250}` })
const signIn = async () => {
  const { url, key } = await knock(on.auth, 'ssoBegin', { body: { redirectUri: CALLBACK } }, anywhere())
  return knock(on.auth, 'ssoFinish', { body: { key, callback: await idp.visit(url) } }, anywhere())
}
const withPassword = (userName: string) =>
  on.auth.service.signIn({ userName, userPassword: PASSWORD }, { ...HOME, ...anywhere() })
const signUp = (email: string) =>
  knock(
    on.auth,
    'register',
    { body: { firstName: 'M', lastName: 'Allory', email, password: PASSWORD } },
    anywhere(),
  )
const addresses = (email: string) =>
  on.db.pool
    .query<{ why: string | null }>(
      `SELECT details ->> 'why' AS why FROM audit_entries WHERE action = 'session.failed' AND object_id =
        (SELECT id FROM users WHERE email = $1) ORDER BY id DESC LIMIT 1`,
      [email],
    )
    .then(({ rows }) => rows[0]?.why)
const refused = { code: expect.stringMatching(/^SSO_(NO_ACCOUNT|EMAIL_)/), status: 401 }
const wrongPassword = { code: 'SIGN_IN_FAILED', status: 401 }

/** An account created by an administrator, with all credentials that open it. */
async function holder(): Promise<{ person: Account; access: string; refresh: string; tokens: string[] }> {
  const person = await on.person({ emailProven: true })
  const { pair } = await withPassword(person.email)
  const viewer = await on.auth.sessions.viewerOf(pair.access_token, FACTS)
  await on.db.pool.query('UPDATE users SET role_id = 3 WHERE id = $1', [person.id])
  const administrator = await on.auth.sessions.viewerOf(pair.access_token, FACTS)
  const own = { scope: 'users', ownerId: person.id } as const
  const saved = [
    await on.tokens.service.save(viewer, own, { name: 'own' }),
    await on.tokens.service.save(administrator, { scope: 'companies', ownerId: 1 }, { name: 'company' }),
  ]
  const tokens = saved.map(({ value }) => value ?? '')
  return { person, access: pair.access_token, refresh: pair.refresh_token, tokens }
}

describe('linking by e-mail address', () => {
  test('neither creates nor links an account for an unverified address', async () => {
    for (const email_verified of [false, undefined, 'false', 'TRUE', 1]) {
      const { email } = somebody({ email_verified })
      await expect(signIn()).rejects.toMatchObject({
        code: 'SSO_EMAIL_UNVERIFIED',
        message: expect.stringContaining('email_verified'),
      })
      expect(await on.users.service.byName(email)).toBeUndefined()
    }
    const { person } = await holder()
    somebody({ email: person.email, email_verified: false })
    await expect(signIn()).rejects.toMatchObject(refused)
  })

  test('accepts a verified address whose mark is text, as Cognito and Apple send it', async () => {
    const { email } = somebody({ email_verified: 'true' })
    await signIn()
    expect(await on.users.service.byName(email)).toBeDefined()
  })

  test('says which claim has no usable address', async () => {
    somebody({ email: undefined, upn: 'ada@uni.example' })
    await expect(signIn()).rejects.toMatchObject({
      code: 'SSO_EMAIL_MISSING',
      message: expect.stringContaining('(claim email)'),
    })
  })

  // Different mailboxes that NFKC maps to the same address: full width, a ligature, the Kelvin sign, an invisible character.
  test.each([
    ['p', 'ｐ'],
    ['p', 'p\u200b'],
    ['k', '\u212a'],
    ['fi', 'ﬁ'],
  ])('refuses an address that only looks like that of an account (%s, %s)', async (letters, others) => {
    const email = `${letters}-${++count}@uni.example`
    const { person } = await holder()
    await on.users.service.update(root, person.id, { email })
    somebody({ email: email.replace(letters, others) })
    const before = (await on.db.pool.query('SELECT FROM users')).rowCount
    await expect(signIn()).rejects.toMatchObject(refused)
    expect((await on.db.pool.query('SELECT FROM users')).rowCount).toBe(before)
    expect((await withPassword(email)).userId).toBe(person.id)
    // Upper and lower case are always the same address.
    somebody({ email: email.toUpperCase() })
    expect((await signIn()).meta.userId).toBe(person.id)
  })

  test('accepts the address of an account only after an administrator changed it', async () => {
    const { email } = somebody()
    const { user } = await signUp(`typo-${email}`)
    await on.users.service.update(root, user.id, { roleId: 6, email: `typo-${email}` })
    somebody({ email: `typo-${email}` })
    expect((await signIn()).meta.userId).not.toBe(user.id)
    await on.users.service.update(root, user.id, { email })
    somebody({ email })
    expect((await signIn()).meta.userId).toBe(user.id)
  })
})

describe('linking an account', () => {
  test('ends its sessions and API tokens, including company tokens, and removes its password', async () => {
    const { person, access, refresh, tokens } = await holder()
    for (const token of tokens) await on.tokens.viewerSource.viewerOf(token, FACTS)
    const ended: string[] = []
    on.bus.on('session.ended', ({ sessionId }) => ended.push(sessionId))
    somebody({ email: person.email })
    const { data, meta } = await signIn()
    expect(meta).toMatchObject({ userId: person.id, mustChangePassword: false })
    await on.auth.sessions.viewerOf(data.access_token, FACTS)
    await expect(on.auth.sessions.viewerOf(access, FACTS)).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
    await expect(on.auth.service.refresh(refresh)).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
    for (const token of tokens)
      await expect(on.tokens.viewerSource.viewerOf(token, FACTS)).rejects.toMatchObject({
        code: 'TOKEN_INVALID',
      })
    await expect(withPassword(person.email)).rejects.toMatchObject(wrongPassword)
    await expect.poll(() => ended.length).toBe(3)
    const { rows } = await on.db.pool.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE action = 'user.account-changed' AND object_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([
      { details: { method: 'sso', linkedTo: idp.issuer, passwordRemoved: true, sessions: 1, tokens: 2 } },
    ])
  })

  test('happens once: a second subject of the provider is refused, and the first keeps access', async () => {
    const { person } = await holder()
    const first = somebody({ email: person.email })
    const { data } = await signIn()
    somebody({ email: person.email })
    await expect(signIn()).rejects.toMatchObject(refused)
    expect(await addresses(person.email)).toMatch(/another identity/)
    await on.auth.sessions.viewerOf(data.access_token, FACTS)
    somebody({ sub: first.sub, email: person.email })
    expect((await signIn()).meta.userId).toBe(person.id)
    await on.auth.sessions.viewerOf(data.access_token, FACTS)
  })

  test('is refused for a disabled account, which keeps its password', async () => {
    const { person } = await holder()
    await on.users.service.update(root, person.id, { account: { canUseUi: false } })
    somebody({ email: person.email })
    await expect(signIn()).rejects.toMatchObject(refused)
    expect((await on.users.service.byId(person.id))?.passwordHash).not.toBe('')
  })

  test('removes sessions, tokens and passwords that were created concurrently', async () => {
    const { person, access, refresh } = await holder()
    const viewer = await on.auth.sessions.viewerOf(access, FACTS)
    const own = { scope: 'users', ownerId: person.id } as const
    somebody({ email: person.email })
    const [linked, ...others] = await Promise.allSettled([
      signIn(),
      ...Array.from({ length: 8 }, () => on.tokens.service.save(viewer, own, { name: 'late' })),
      ...Array.from({ length: 3 }, () => withPassword(person.email)),
      on.auth.service.refresh(refresh),
      knock(on.auth, 'changePassword', {
        viewer,
        params: { id: person.id },
        body: { oldPassword: PASSWORD, newPassword: 'Ein-anderer-Satz-43' },
      }),
    ])
    if (linked.status === 'rejected') throw linked.reason
    expect(others.length).toBe(13)
    // A request that was authorized before and is processed only now.
    await expect(on.tokens.service.save(viewer, own, { name: 'later' })).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    })
    const count = async (text: string) =>
      Number((await on.db.pool.query<{ count: string }>(text, [person.id])).rows[0]?.count)
    expect(await count('SELECT count(*) FROM api_tokens WHERE user_id = $1')).toBe(0)
    expect(await count('SELECT count(*) FROM sessions WHERE user_id = $1 AND revoked IS NULL')).toBe(1)
    expect((await on.users.service.byId(person.id))?.passwordHash).toBe('')
  })
})
