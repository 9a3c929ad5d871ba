import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FACTS, HOME, openInstallation, PASSWORD, type Installation } from '../test/installation.ts'

let on: Installation
beforeAll(async () => void (on = await openInstallation()))
afterAll(() => on[Symbol.asyncDispose]())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const begin = async () => {
  const person = await on.person()
  const { pair } = await on.auth.service.signIn({ userName: person.email, userPassword: PASSWORD }, HOME)
  return { person, access: pair.access_token, refresh: pair.refresh_token }
}
const viewerOf = (token: string) => on.auth.sessions.viewerOf(token, FACTS)
const invalid = { code: 'TOKEN_INVALID', status: 401 }
const expired = { code: 'TOKEN_EXPIRED', status: 401 }

describe('an access token', () => {
  test('identifies its user, with the permissions of the role', async () => {
    const { person, access } = await begin()
    const viewer = await viewerOf(access)
    expect(viewer).toMatchObject({
      kind: 'person',
      userId: person.id,
      contextId: person.contextId,
      tenantContextId: null,
      roleId: 4,
    })
    expect([...viewer.permissions]).toContain('can_use_chat')
    expect([...viewer.permissions]).not.toContain('can_list_users')
  })

  test('expires after 15 minutes', async () => {
    const { access } = await begin()
    on.clock.advance(15 * MINUTE - 1)
    await viewerOf(access)
    on.clock.advance(1)
    await expect(viewerOf(access)).rejects.toMatchObject(expired)
  })

  test.each([
    ['an invented token', () => `pla_${'A'.repeat(43)}`],
    ['an empty token', () => ''],
    ['an unsigned JWT', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['an API token', () => `plg_${'A'.repeat(43)}`],
    ['SQL in a token', () => "pla_' OR 1=1 --"],
  ])('%s is refused with 401', async (_, token) => {
    await expect(viewerOf(token())).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(token())).rejects.toMatchObject(invalid)
  })

  test('a refresh without a token is refused with 401', async () => {
    await expect(on.auth.service.refresh(undefined)).rejects.toMatchObject(invalid)
  })

  test('cannot be used as a refresh token, nor the other way round', async () => {
    const { access, refresh } = await begin()
    await expect(viewerOf(refresh)).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(access)).rejects.toMatchObject(invalid)
    const disguised = (token: string, kind: string) => kind + token.slice(4)
    await expect(viewerOf(disguised(refresh, 'pla_'))).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(disguised(access, 'plr_'))).rejects.toMatchObject(invalid)
    await viewerOf(access)
  })

  test('reflects a changed role or a disabled account at the next request', async () => {
    const { person, access, refresh } = await begin()
    await on.db.pool.query('UPDATE users SET role_id = 8 WHERE id = $1', [person.id])
    expect([...(await viewerOf(access)).permissions]).toContain('can_list_users')
    await on.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [person.id])
    await expect(viewerOf(access)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED', status: 403 })
    await expect(on.auth.service.refresh(refresh)).rejects.toMatchObject(invalid)
  })
})

describe('refreshing', () => {
  test('returns a new token pair and invalidates the old access token', async () => {
    const { access, refresh, person } = await begin()
    const { pair, userId } = await on.auth.service.refresh(refresh)
    expect(userId).toBe(person.id)
    await viewerOf(pair.access_token)
    await expect(viewerOf(access)).rejects.toMatchObject(invalid)
  })

  test('a second use of a refresh token ends the whole session (SIGNIN-2)', async () => {
    const { refresh } = await begin()
    const first = await on.auth.service.refresh(refresh)
    const second = await on.auth.service.refresh(first.pair.refresh_token)
    await expect(on.auth.service.refresh(refresh)).rejects.toMatchObject(invalid)
    await expect(viewerOf(second.pair.access_token)).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(second.pair.refresh_token)).rejects.toMatchObject(invalid)
    expect(on.logged()).toContain('used twice')
  })

  test('a second use immediately after the first response ends the session, too', async () => {
    const { refresh } = await begin()
    const { pair } = await on.auth.service.refresh(refresh)
    await expect(on.auth.service.refresh(refresh)).rejects.toMatchObject(invalid)
    await expect(viewerOf(pair.access_token)).rejects.toMatchObject(invalid)
  })

  test('ten concurrent refreshes return the same pair, which stays valid (SIGNIN-2)', async () => {
    const { refresh } = await begin()
    const answers = await Promise.all(Array.from({ length: 10 }, () => on.auth.service.refresh(refresh)))
    expect(new Set(answers.map(({ pair }) => pair.refresh_token)).size).toBe(1)
    const next = await on.auth.service.refresh(answers[0]!.pair.refresh_token)
    await viewerOf(next.pair.access_token)
  })

  test('concurrent refreshes in two processes return one pair, and the session stays valid', async () => {
    const { refresh } = await begin()
    const other = on.another()
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? on.auth : other).service.refresh(refresh)),
    )
    const pairs = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.pair] : []))
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(1)
    await viewerOf(pairs[0]!.access_token)
    await expect(other.service.refresh(refresh)).rejects.toMatchObject(invalid)
    await expect(viewerOf(pairs[0]!.access_token)).rejects.toMatchObject(invalid)
  })

  test('a refresh token expires after 30 days, and no refresh extends the session beyond its end', async () => {
    const { refresh } = await begin()
    const idle = await begin()
    let token = refresh
    for (const day of [29, 58, 87]) {
      on.clock.advance(29 * DAY)
      const { pair } = await on.auth.service.refresh(token)
      token = pair.refresh_token
      expect(pair.expires_in, `day ${day}`).toBe(900)
    }
    await expect(on.auth.service.refresh(idle.refresh)).rejects.toMatchObject(expired)
    on.clock.advance(3 * DAY - 5 * MINUTE)
    const last = await on.auth.service.refresh(token)
    expect(last.pair.expires_in).toBe(300)
    on.clock.advance(5 * MINUTE)
    await expect(viewerOf(last.pair.access_token)).rejects.toMatchObject(expired)
    await expect(on.auth.service.refresh(last.pair.refresh_token)).rejects.toMatchObject(expired)
  })
})

describe('the end of a session', () => {
  test('signing out ends this session and no other', async () => {
    const { person, access, refresh } = await begin()
    const other = await on.auth.service.signIn({ userName: person.email, userPassword: PASSWORD }, HOME)
    await on.auth.service.signOut(await viewerOf(access))
    await expect(viewerOf(access)).rejects.toMatchObject(invalid)
    await expect(on.auth.service.refresh(refresh)).rejects.toMatchObject(invalid)
    await viewerOf(other.pair.access_token)
  })

  test.each([
    ['signing out', 700, (s: Begun) => s.signOut()],
    [
      'reuse of a refresh token',
      700,
      async (s: Begun) => {
        await on.auth.service.refresh(s.refresh)
        await on.auth.service.refresh(s.refresh).catch(() => {})
      },
    ],
    [
      'deleting the session',
      1_500,
      (s: Begun) => on.db.pool.query('DELETE FROM sessions WHERE id = $1', [s.sessionId]),
    ],
    [
      'disabling the account',
      1_500,
      (s: Begun) => on.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [s.userId]),
    ],
  ])('%s notifies the session’s listeners within 1.5 seconds, in every process', async (_, withinMs, end) => {
    const { access, refresh } = await begin()
    const viewer = await viewerOf(access)
    const bystander = await viewerOf((await begin()).access)
    const ended = vi.fn()
    const never = vi.fn()
    const forget = on.auth.sessions.whenEnded(viewer, never)
    const forgetBystander = on.auth.sessions.whenEnded(bystander, never)
    on.auth.sessions.whenEnded(viewer, ended)
    on.another().sessions.whenEnded(viewer, ended)
    forget()
    const before = performance.now()
    await end({ ...viewer, refresh, signOut: () => on.auth.service.signOut(viewer) })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(2), { timeout: 3_000, interval: 10 })
    expect(performance.now() - before).toBeLessThan(withinMs)
    expect(never).not.toHaveBeenCalled()
    forgetBystander()
  })
})

interface Begun {
  sessionId: string
  userId: number
  refresh: string
  signOut(): Promise<void>
}

test('the cleanup job deletes expired sessions, spent tokens and failures, and nothing else', async () => {
  const { access, refresh } = await begin()
  const { pair } = await on.auth.service.refresh(refresh)
  const [job] = on.auth.jobs
  const count = async (table: string) => {
    const { rows } = await on.db.pool.query<{ count: number }>(`SELECT count(*) FROM ${table}`)
    return rows[0]?.count
  }
  await job?.run({})
  await viewerOf(pair.access_token)
  on.clock.advance(30 * DAY)
  await job?.run({})
  await expect(on.auth.service.refresh(pair.refresh_token)).rejects.toMatchObject(expired)
  on.clock.advance(DAY + 1)
  await job?.run({})
  await expect(viewerOf(access)).rejects.toMatchObject(invalid)
  for (const table of ['sessions', 'spent_refresh_tokens', 'sign_in_failures'])
    expect(await count(table)).toBe(0)
})
