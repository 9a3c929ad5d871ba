import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_SECRET, identityProvider, type IdentityProvider } from '#test/identity-provider.ts'
import { temporaryDir } from '#test/db.ts'
import { openSecrets } from '#platform/secrets.ts'
import { knock, openInstallation, type Installation } from '../test/installation.ts'
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

const { options, somebody, begin, finish, signIn } = signInsAt(() => ({ idp, on }))
const sessionCount = async () => {
  const { rows } = await on.db.pool.query<{ count: number }>('SELECT count(*) FROM sessions')
  return rows[0]?.count
}

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
