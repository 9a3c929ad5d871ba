// What the audit trail records of sign-in and sign-out, and what it never contains (SIGNIN-3, SIGNIN-9, SECRET-2,
// SECRET-3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACTS, knock, openInstallation, PASSWORD, type Installation } from './test/installation.ts'

let on: Installation
beforeAll(async () => void (on = await openInstallation()))
afterAll(() => on[Symbol.asyncDispose]())

let sources = 0
const source = () => ({
  address: `198.51.100.${++sources}`,
  agent: 'a script',
  requestId: `request-${sources}`,
})
const signIn = (userName: string, userPassword: string, origin: ReturnType<typeof source>) =>
  on.auth.service.signIn({ userName, userPassword }, origin)
const told = async (address: string) => {
  const { rows } = await on.db.pool.query(
    `SELECT action, outcome, user_id AS "by", user_name AS name, object_id AS "on", request_id AS request, details
      FROM audit_entries WHERE address = $1 ORDER BY id`,
    [address],
  )
  return rows
}

describe('the audit trail of sign-ins', () => {
  test('records a sign-in and a sign-out', async () => {
    const person = await on.person()
    const from = source()
    const { pair, userId } = await signIn(person.email, PASSWORD, from)
    const facts = { ...FACTS, ...from }
    await on.auth.service.signOut(await on.auth.sessions.viewerOf(pair.access_token, facts))
    const common = { outcome: 'ok', by: userId, name: person.username, on: userId, request: from.requestId }
    expect(await told(from.address)).toEqual([
      { ...common, action: 'session.begun', details: { method: 'password' } },
      { ...common, action: 'session.ended', details: { why: 'signed out' } },
    ])
  })

  test('records a failure with its account, but not what was typed', async () => {
    const person = await on.person()
    const disabled = await on.person({ canUseUi: false })
    const from = source()
    for (const [name, password] of [
      [person.email, 'not-the-password'],
      [disabled.email, PASSWORD],
      ['my-password-typed-as-a-name', 'not-the-password'],
    ] as const)
      await expect(signIn(name, password, from)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    const common = {
      action: 'session.failed',
      outcome: 'refused',
      by: null,
      name: '',
      request: from.requestId,
    }
    const details = (why: string) => ({ method: 'password', why })
    expect(await told(from.address)).toEqual([
      { ...common, on: person.id, details: details('the password was wrong') },
      { ...common, on: disabled.id, details: details('the account is disabled') },
      { ...common, on: null, details: details('nobody has this name') },
    ])
  })

  test('records a reached limit once a minute at most', async () => {
    const person = await on.person()
    const from = source()
    for (let i = 0; i < 20; i++) await signIn(person.email, 'wrong', from).catch(() => undefined)
    const limited = async () =>
      (await told(from.address)).filter(({ action }: { action: string }) => action === 'session.limited')
    expect(await limited()).toMatchObject([{ outcome: 'refused', by: null, on: person.id }])
    on.clock.advance(60_000)
    for (let i = 0; i < 5; i++) await signIn(person.email, 'wrong', from).catch(() => undefined)
    expect(await limited()).toHaveLength(2)
  })

  test('records a reused refresh token', async () => {
    const person = await on.person()
    const from = source()
    const { pair } = await signIn(person.email, PASSWORD, from)
    await on.auth.service.refresh(pair.refresh_token)
    const thief = source()
    await expect(on.auth.service.refresh(pair.refresh_token, thief)).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    })
    expect(await told(thief.address)).toMatchObject([
      {
        action: 'session.reused',
        outcome: 'refused',
        by: person.id,
        on: person.id,
        request: thief.requestId,
      },
    ])
  })
})

test('no audit entry contains a password, a token or an unknown name', async () => {
  const { rows } = await on.db.pool.query<{ dump: string }>(
    'SELECT json_agg(a)::text AS dump FROM audit_entries a',
  )
  for (const secret of [PASSWORD, 'not-the-password', 'typed-as-a-name', 'pla_', 'plr_'])
    expect(rows[0]?.dump).not.toContain(secret)
})

describe('the hash of a password', () => {
  const hashOf = async (id: number) => (await on.users.service.byId(id))?.passwordHash ?? ''

  test('is Argon2id with a unique salt', async () => {
    const hashes = [await on.person(), await on.person()].map(({ passwordHash }) => passwordHash)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(new Set(hashes).size).toBe(2)
  })

  test('is computed again at sign-in when its cost has changed', async () => {
    await using dearer = await openInstallation({ passwordCost: { memoryCost: 128, timeCost: 1 } })
    const old = await on.person()
    const person = await dearer.person()
    await dearer.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      person.id,
      old.passwordHash,
    ])
    const attempt = { userName: person.email, userPassword: PASSWORD }
    await dearer.auth.service.signIn(attempt, source())
    const now = (await dearer.users.service.byId(person.id))?.passwordHash ?? ''
    expect(now).toMatch(/^\$argon2id\$v=19\$m=128,t=1,p=1\$/)
    await dearer.auth.service.signIn(attempt, source())
    expect((await dearer.users.service.byId(person.id))?.passwordHash).toBe(now)
  })

  test('otherwise stays the same, also after a wrong password', async () => {
    const person = await on.person()
    await signIn(person.email, 'wrong', source()).catch(() => undefined)
    await signIn(person.email, PASSWORD, source())
    expect(await hashOf(person.id)).toBe(person.passwordHash)
  })
})

test('the time of the last sign-in is stored, and a failed attempt does not change it', async () => {
  const person = await on.person()
  const last = async () => (await on.users.service.byId(person.id))?.lastSignIn
  await signIn(person.email, 'wrong', source()).catch(() => undefined)
  expect(await last()).toBeNull()
  await signIn(person.email, PASSWORD, source())
  expect(await last()).toEqual(on.clock.now())
})

test('ending other sessions is recorded with their number', async () => {
  const person = await on.person()
  const from = source()
  await signIn(person.email, PASSWORD, source())
  const { pair } = await signIn(person.email, PASSWORD, from)
  const viewer = await on.auth.sessions.viewerOf(pair.access_token, { ...FACTS, ...from })
  await knock(on.auth, 'endSessions', { viewer, params: { id: person.id } })
  expect((await told(from.address)).at(-1)).toMatchObject({
    action: 'session.ended',
    details: { why: 'ended', count: 1 },
  })
})
