// Single sign-on against a test identity provider that can misbehave in every way (decision 19).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import { temporaryDir } from '#test/db.ts'
import { openSecrets } from '#platform/secrets.ts'
import { FACTS, knock, openInstallation, PASSWORD, type Installation } from '../test/installation.ts'

let idp: IdentityProvider
let on: Installation
const CALLBACK = 'http://127.0.0.1:5173/sign-in/sso'
const options = (more: object = {}) => ({
  admin: { email: 'super@example.org', password: PASSWORD },
  file: {
    tenants: ['North', 'South'],
    sso: {
      name: 'The university',
      issuer: idp.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      groups: [
        { group: 'physics', context: 'Physics', roleId: 8 },
        { group: 'admins', context: 'Staff', type: 'orgUnit', roleId: 3 },
        { group: 'lab', context: 'Physics' },
        { group: 'north', tenant: 'North' },
      ],
      ...more,
    },
  },
})

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

let count = 0
/** A user who is signed in at the provider. */
const somebody = (claims: object = {}) => {
  const sub = `subject-${++count}`
  const names = { given_name: 'Ada', family_name: 'Lovelace' }
  idp.person = { sub, email: `${sub}@uni.example`, email_verified: true, groups: [], ...names, ...claims }
  return idp.person as { sub: string; email: string }
}
// Uses a new address for each sign-in, so that failures of one test do not limit another.
const anywhere = () => ({ address: `198.51.100.${++count % 250}` })
const begin = (to = CALLBACK, at = on) =>
  knock(at.auth, 'ssoBegin', { body: { redirectUri: to } }, anywhere())
const finish = (key: string, callback: string, at = on, facts: object = anywhere()) =>
  knock(at.auth, 'ssoFinish', { body: { key, callback } }, facts)
const signIn = async (at = on) => {
  const { url, key } = await begin(CALLBACK, at)
  return finish(key, await idp.visit(url), at)
}
const failed = (reason: RegExp) => ({
  code: 'SSO_FAILED',
  status: 401,
  message: expect.stringMatching(reason),
})
const sessionCount = async () => {
  const { rows } = await on.db.pool.query<{ count: number }>('SELECT count(*) FROM sessions')
  return rows[0]?.count
}
const groupsOf = async (userId: number) => {
  const { rows } = await on.db.pool.query<{ name: string }>(
    `SELECT c.name FROM contexts c JOIN associations a ON a.context_id = c.id
      JOIN users u ON u.context_id = a.assoc_context_id WHERE u.id = $1 ORDER BY 1`,
    [userId],
  )
  return rows.map(({ name }) => name)
}

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

describe('a wrong callback is refused and starts no session', () => {
  test.each([
    ['another nonce', () => (idp.faults.nonce = 'another')],
    ['another audience', () => (idp.faults.audience = 'somebody-else')],
    ['another issuer in the token', () => (idp.faults.issuer = 'https://evil.example')],
    ['another issuer in the callback address', () => (idp.faults.callbackIssuer = 'https://evil.example')],
    ['a foreign signature', () => (idp.faults.signature = 'foreign')],
    ['no signature', () => (idp.faults.signature = 'none')],
    ['a signature with the client secret', () => (idp.faults.signature = 'symmetric')],
    ['an expired token', () => (idp.faults.expired = 120)],
  ])('with %s', async (_, fault) => {
    somebody()
    const { url, key } = await begin()
    fault()
    const callback = await idp.visit(url)
    const before = await sessionCount()
    await expect(finish(key, callback)).rejects.toMatchObject(failed(/is not valid/))
    expect(await sessionCount()).toBe(before)
  })

  test('with another state', async () => {
    somebody()
    const [mine, theirs] = [await begin(), await begin()]
    const callback = new URL(await idp.visit(theirs.url))
    await expect(finish(mine.key, callback.href)).rejects.toMatchObject(failed(/is not valid/))
    for (const state of ['another', '', undefined]) {
      const { url, key } = await begin()
      const changed = new URL(await idp.visit(url))
      changed.searchParams.delete('state')
      if (state !== undefined) changed.searchParams.set('state', state)
      await expect(finish(key, changed.href)).rejects.toMatchObject(failed(/is not valid/))
    }
  })

  test('with a used key or code, or an unknown key', async () => {
    somebody()
    const { url, key } = await begin()
    const callback = await idp.visit(url)
    await finish(key, callback)
    await expect(finish(key, callback)).rejects.toMatchObject(failed(/already completed/))
    const next = await begin()
    const replayed = new URL(await idp.visit(next.url))
    replayed.searchParams.set('code', new URL(callback).searchParams.get('code') ?? '')
    await expect(finish(next.key, replayed.href)).rejects.toMatchObject(failed(/is not valid/))
    await expect(finish('a-guess', callback)).rejects.toMatchObject(failed(/already completed/))
  })

  test('with a code that another browser requested, because the verifier differs', async () => {
    somebody()
    const [mine, theirs] = [await begin(), await begin()]
    const stolen = new URL(await idp.visit(theirs.url))
    stolen.searchParams.set('state', new URL(mine.url).searchParams.get('state') ?? '')
    await expect(finish(mine.key, stolen.href)).rejects.toMatchObject(failed(/is not valid/))
    expect(idp.asked.at(-1)).toBe('/token')
  })

  test('at another address, with an error, or after ten minutes', async () => {
    somebody()
    const first = await begin()
    const callback = await idp.visit(first.url)
    const elsewhere = callback.replace('5173', '5174')
    await expect(finish(first.key, elsewhere)).rejects.toMatchObject(failed(/another address/))
    const second = await begin()
    const state = new URL(second.url).searchParams.get('state')
    const error = `${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(idp.issuer)}`
    await expect(finish(second.key, error)).rejects.toMatchObject(failed(/refused it/))
    const third = await begin()
    const late = await idp.visit(third.url)
    on.clock.advance(10 * 60_000)
    await expect(finish(third.key, late)).rejects.toMatchObject(failed(/too long/))
  })

  test('and neither log nor audit trail contains a token, code or claim of it', async () => {
    const { email } = somebody()
    const { url, key } = await begin()
    idp.faults.audience = 'somebody-else'
    const callback = await idp.visit(url)
    await expect(finish(key, callback)).rejects.toThrow()
    const { rows } = await on.db.pool.query<{ dump: string }>(
      'SELECT json_agg(a)::text AS dump FROM audit_entries a',
    )
    const code = new URL(callback).searchParams.get('code') ?? ''
    for (const secret of [key, code, email, CLIENT_SECRET, 'eyJ'])
      for (const place of [on.logged(), rows[0]?.dump]) expect(place).not.toContain(secret)
    expect(rows[0]?.dump).toContain('session.failed')
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

describe('groups of the identity provider', () => {
  test('set memberships, role and tenant at every sign-in, and remove them again', async () => {
    const { sub } = somebody({ groups: ['physics', 'north', 'unheard-of'] })
    const { userId } = (await signIn()).meta
    expect(await groupsOf(userId)).toEqual(['Physics'])
    const north = await on.users.service.byId(userId)
    expect(north).toMatchObject({ roleId: 8, tenantContextId: expect.any(Number) })
    somebody({ sub, groups: ['admins', 'lab'] })
    await signIn()
    expect(await groupsOf(userId)).toEqual(['Physics', 'Staff'])
    expect(await on.users.service.byId(userId)).toMatchObject({ roleId: 3, tenantContextId: null })
    somebody({ sub, groups: [] })
    await signIn()
    expect(await groupsOf(userId)).toEqual([])
    expect(await on.users.service.byId(userId)).toMatchObject({ roleId: 4 })
  })

  test('leave unmapped groups unchanged, and groups of users that have a mapped name', async () => {
    const { sub } = somebody({ groups: ['physics'] })
    const { userId } = (await signIn()).meta
    const person = await on.users.service.byId(userId)
    const made = await on.db.pool.query<{ id: number }>(
      `INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 3, name, $1 FROM unnest(ARRAY['Staff', 'Chess']) AS name RETURNING id`,
      [person?.contextId],
    )
    for (const { id } of made.rows)
      await on.db.pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES ($1, $2)', [
        id,
        person?.contextId,
      ])
    somebody({ sub, groups: [] })
    await signIn()
    expect(await groupsOf(userId)).toEqual(['Chess', 'Staff'])
  })

  test('are read from the user info when the token omits them', async () => {
    somebody({ groups: undefined })
    idp.userInfo = { groups: 'physics' }
    const { userId } = (await signIn()).meta
    expect(await groupsOf(userId)).toEqual(['Physics'])
  })

  test('are not taken away when there are too many to be sent', async () => {
    const { sub } = somebody({ groups: ['physics'] })
    const { userId } = (await signIn()).meta
    somebody({ sub, groups: undefined, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } })
    await expect(signIn()).rejects.toMatchObject(failed(/too many groups.*claim groups/))
    expect(await groupsOf(userId)).toEqual(['Physics'])
  })

  test('publish live events when they change the user and their access', async () => {
    const { sub } = somebody({ groups: [] })
    const { userId } = (await signIn()).meta
    const heard: string[] = []
    const left = [
      on.bus.on('user.changed', (event) => heard.push(`user ${event.userId}`)),
      on.bus.on('access.changed', ({ contextIds }) => heard.push(`group ${contextIds.join()}`)),
    ]
    const { rows } = await on.db.pool.query('SELECT context_id FROM users WHERE id = $1', [userId])
    somebody({ sub, groups: ['physics'] })
    await signIn()
    await expect.poll(() => heard.toSorted()).toEqual([`group ${rows[0]?.context_id}`, `user ${userId}`])
    left.forEach((leave) => leave())
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

describe('many users behind one IP address', () => {
  const facts = { address: '203.0.113.9' }
  const body = { redirectUri: CALLBACK }
  const beginHere = () => knock(on.auth, 'ssoBegin', { body }, facts)
  const stored = async () => {
    const { rows } = await on.db.pool.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM sso_spent_states) + (SELECT count(*) FROM sign_in_failures WHERE address LIKE 'sso:%') +
        (SELECT count(*) FROM audit_entries) AS count`,
    )
    return Number(rows[0]?.count)
  }

  test('are not blocked by unfinished or forged sign-ins of one of them', async () => {
    const before = await stored()
    for (let i = 0; i < 600; i++) {
      const { url, key } = await beginHere()
      const state = i % 3 ? 'another' : new URL(url).searchParams.get('state')
      const callback = `${CALLBACK}?code=guess&state=${state}`
      await expect(finish(i % 3 ? key : `v1:${key.slice(4)}`, callback, on, facts)).rejects.toMatchObject({
        code: 'SSO_FAILED',
      })
    }
    // The trail records it once a minute.
    expect(await stored()).toBe(before + 1)
    somebody()
    const { url, key } = await beginHere()
    await finish(key, await idp.visit(url), on, facts)
  })

  test('may fail 500 times at the provider; a successful sign-in resets the count', async () => {
    const failures = (count: number) =>
      on.db.pool.query(
        `INSERT INTO sign_in_failures (account, address, at)
          SELECT 'sso:203.0.113.9', 'sso:203.0.113.9', $2 FROM generate_series(1, $1)`,
        [count, on.clock.now()],
      )
    await failures(499)
    somebody()
    const first = await beginHere()
    await finish(first.key, await idp.visit(first.url), on, facts)
    await failures(499)
    const [guess, next] = [await beginHere(), await beginHere()]
    const state = new URL(guess.url).searchParams.get('state')
    const guessed = `${CALLBACK}?code=guess&state=${state}&iss=${encodeURIComponent(idp.issuer)}`
    await expect(finish(guess.key, guessed, on, facts)).rejects.toMatchObject({ code: 'SSO_FAILED' })
    await expect(finish(next.key, await idp.visit(next.url), on, facts)).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    })
    await finish(next.key, await idp.visit(next.url))
  })
})

test('of 20 concurrent callbacks 16 are sent to the provider at once, and the others are queued', async () => {
  somebody()
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { url, key } = await begin()
      return { key, callback: await idp.visit(url) }
    }),
  )
  const trades = () => idp.asked.filter((path) => path === '/token').length
  const before = trades()
  idp.faults.hanging = '/token'
  const ends = all.map(({ key, callback }) => finish(key, callback).catch((error: unknown) => error))
  await Promise.race(ends)
  expect(trades() - before).toBe(16)
  idp.faults = {}
  await Promise.all(ends)
  expect(trades() - before).toBe(20)
}, 20_000)

test('a key can be used once, in any encoding and concurrently; a modified key is refused', async () => {
  somebody()
  const { url, key } = await begin()
  const callback = await idp.visit(url)
  const changed = `${key.slice(0, 30)}${key[30] === 'A' ? 'B' : 'A'}${key.slice(31)}`
  await expect(finish(changed, callback)).rejects.toMatchObject(failed(/already completed/))
  const other = openSecrets({ dataDir: await temporaryDir() })
  const forged = other.encrypt(JSON.stringify({ purpose: 'sso', redirectUri: CALLBACK, until: 1e15 }))
  await expect(finish(forged, callback)).rejects.toMatchObject(failed(/already completed/))
  const before = idp.asked.length
  const all = await Promise.allSettled([key, key, `${key}==`, `${key}\n`].map((one) => finish(one, callback)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(idp.asked.slice(before).filter((path) => path === '/token')).toHaveLength(1)
})

test('used keys are deleted when they would have expired', async () => {
  somebody()
  await signIn()
  const { rows } = await on.db.pool.query<{ until: Date }>('SELECT max(until) AS until FROM sso_spent_states')
  const left = (rows[0]?.until.getTime() ?? 0) - on.clock.now().getTime()
  expect(left).toBe(600_000)
  on.clock.advance(600_001)
  for (const job of on.auth.jobs) await job.run({})
  expect((await on.db.pool.query('SELECT FROM sso_spent_states')).rowCount).toBe(0)
})
