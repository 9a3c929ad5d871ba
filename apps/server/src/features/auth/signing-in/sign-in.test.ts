import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME, openInstallation, PASSWORD, type Installation } from '../test/installation.ts'

let on: Installation
beforeAll(async () => void (on = await openInstallation()))
afterAll(() => on[Symbol.asyncDispose]())

const MINUTE = 60_000
let sources = 0
/** Each test uses its own source, so that failures of other tests do not limit it. */
const source = () => ({ address: `198.51.100.${++sources}`, agent: 'a script' })

const signIn = (userName: string, userPassword = PASSWORD, origin = HOME) =>
  on.auth.service.signIn({ userName, userPassword }, origin)

/** Returns "in" or the code of the refusal. */
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (name) => name)).map(([name, all]) => [name, all?.length]),
  )

describe('signing in', () => {
  test('accepts e-mail address or user name in any case, spacing and Unicode form', async () => {
    const person = await on.person({ email: 'Jürgen.Groß@Example.org' })
    expect(person.username).toBe('jürgen.groß')
    const names = [
      'JÜRGEN.groß@example.ORG',
      '  jürgen.groß@example.org ',
      'jürgen.groß'.normalize('NFD'),
      'ｊürgen.groß',
    ]
    for (const name of names) expect((await signIn(name)).userId).toBe(person.id)
  })

  test('returns token pairs that are unique and recognisable by their prefixes', async () => {
    const person = await on.person()
    const pairs = await Promise.all(Array.from({ length: 12 }, () => signIn(person.email)))
    const tokens = pairs.flatMap(({ pair }) => [pair.access_token, pair.refresh_token])
    expect(new Set(tokens).size).toBe(24)
    expect(pairs[0]?.pair).toEqual({
      access_token: expect.stringMatching(/^pla_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^plr_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 900,
    })
  })

  test('stores and logs no token, no password and no mistyped name', async () => {
    const person = await on.person()
    const { pair } = await signIn(person.email)
    const typed = 'my-secret-typed-as-a-name'
    await outcome(signIn(typed, 'another-secret', source()))
    const { rows } = await on.db.pool.query<{ dump: string }>(
      `SELECT (SELECT json_agg(s) FROM sessions s)::text || (SELECT json_agg(f) FROM sign_in_failures f)::text
        || (SELECT json_agg(u) FROM users u)::text AS dump`,
    )
    for (const place of [rows[0]?.dump ?? '', on.logged()]) {
      expect(place).toContain(String(person.id))
      for (const secret of [pair.access_token, pair.refresh_token, PASSWORD, typed, 'another-secret'])
        expect(place).not.toContain(secret)
    }
  })

  test('compares the whole password, including outer spaces and what follows 72 characters', async () => {
    const long = `  ${'Zwölf große Bären '.repeat(8)}end`
    const person = await on.person({ password: long })
    expect(await outcome(signIn(person.email, long))).toBe('in')
    expect(await outcome(signIn(person.email, long.slice(0, 72), source()))).toBe('SIGN_IN_FAILED')
    expect(await outcome(signIn(person.email, long.trim(), source()))).toBe('SIGN_IN_FAILED')
  })

  test('refuses impossible names like unknown ones', async () => {
    for (const name of ['nul\0@example.org', "' OR 1=1 --", '%', '\ud800', 'x'.repeat(254)])
      expect(await outcome(signIn(name, PASSWORD, source()))).toBe('SIGN_IN_FAILED')
  })
})

// Hash of another password. It does not matter whether the waiting sign-in reads the user before or after the change.
const ANOTHER_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$VMLF+L2uIyauTGbr4biWyg$11aOaWJX1mKSR+XSI1UG9h4TIHVp3VYyvavVFr8bb+4'

describe('a queued sign-in', () => {
  test.each([
    ['the account is disabled', 'UPDATE users SET can_use_ui = false WHERE id = $1'],
    ['the password is changed', `UPDATE users SET password_hash = '${ANOTHER_HASH}' WHERE id = $1`],
    ['the account is deleted', 'DELETE FROM users WHERE id = $1'],
  ])('is refused when %s meanwhile', async (_, change) => {
    const person = await on.person()
    const { promise, resolve } = Promise.withResolvers<void>()
    // As many as take all turns.
    const before = Array.from({ length: 20 }, () => on.users.passwords.inTurn(() => promise))
    const waiting = outcome(signIn(person.email, PASSWORD, source()))
    await on.users.service.byId(person.id)
    await on.db.pool.query(change, [person.id])
    resolve()
    await Promise.all(before)
    expect(await waiting).toBe('SIGN_IN_FAILED')
  })
})

test('a user who signed in from an address before is served before the guesses of strangers there', async () => {
  const [person, other] = [await on.person(), await on.person()]
  const place = source()
  await signIn(person.email, PASSWORD, place)
  const ended: string[] = []
  const note = (name: string, attempt: Promise<unknown>) => attempt.then(() => ended.push(name))
  const turns = Array.from({ length: 20 }, () => Promise.withResolvers<void>())
  const busy = turns.map(({ promise }) => on.users.passwords.inTurn(() => promise))
  const guesses = Array.from({ length: 40 }, (_, index) =>
    note('guess', outcome(signIn(`nobody-${index}@example.org`, 'wrong', place))),
  )
  await Promise.all([on.users.service.byId(person.id), ...guesses.map(() => on.db.pool.query('SELECT 1'))])
  const mine = note('mine', signIn(person.email, PASSWORD, place))
  const theirs = note('theirs', signIn(other.email, PASSWORD, place))
  for (let lookups = 0; lookups < 10; lookups++) await on.db.pool.query('SELECT 1')
  for (const { resolve } of turns) resolve()
  await Promise.all([...busy, ...guesses, mine, theirs])
  expect(ended).toHaveLength(42)
  expect(ended.indexOf('mine')).toBeLessThan(15)
  expect(ended.indexOf('theirs')).toBeGreaterThan(ended.indexOf('mine'))
})

describe('not revealing accounts (SIGNIN-3)', () => {
  // Repeated: it compares CPU times of a process whose threads compile and collect garbage meanwhile.
  test(
    'wrong name, wrong password and disabled account get the same answer at the same CPU cost',
    { retry: 1 },
    async () => {
      await using costly = await openInstallation({ passwordCost: undefined })
      const fail = (name: string, password: string) =>
        costly.auth.service.signIn({ userName: name, userPassword: password }, source())
      const person = await costly.person()
      const disabled = await costly.person({ canUseUi: false })
      expect(person.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
      const tries = [
        () => fail(`nobody${++sources}@example.org`, 'wrong'),
        () => fail(person.email, 'wrong'),
        () => fail(disabled.email, PASSWORD),
      ]
      const times = tries.map(() => [] as number[])
      const answers = new Set<string>()
      for (let round = 0; round < 9; round++)
        for (const [kind, attempt] of tries.entries()) {
          const before = process.cpuUsage()
          const problem = await attempt().catch(
            (error: unknown) => error as { code: string; message: string },
          )
          const { user, system } = process.cpuUsage(before)
          times[kind]?.push(user + system)
          answers.add(JSON.stringify(problem))
        }
      expect(answers.size).toBe(1)
      // Compares the minimum CPU times: wall-clock time is unreliable while other programs run.
      const least = times.map((all) => Math.min(...all))
      expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2)
    },
  )

  test('a disabled account has the same limit of attempts as others', async () => {
    const disabled = await on.person({ canUseUi: false })
    const from = source()
    const outcomes = []
    for (let i = 0; i < 12; i++) outcomes.push(await outcome(signIn(disabled.email, PASSWORD, from)))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 2 })
  })
})

describe('the sign-in limit (SIGNIN-4, SIGNIN-5)', () => {
  test('refuses the eleventh attempt on an account by any of its names, with the time to wait', async () => {
    const person = await on.person()
    const from = source()
    for (let i = 0; i < 10; i++)
      expect(await outcome(signIn(i % 2 ? person.email : person.username, 'wrong', from))).toBe(
        'SIGN_IN_FAILED',
      )
    const refusal = await signIn(person.email, PASSWORD, from).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', status: 429, retryAfter: 900 })
    on.clock.advance(15 * MINUTE)
    expect(await outcome(signIn(person.email, PASSWORD, from))).toBe('in')
  })

  test('counts attempts with unknown names alike', async () => {
    const from = source()
    const outcomes = []
    for (let i = 0; i < 12; i++) outcomes.push(await outcome(signIn('Nobody-Here', 'wrong', from)))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 2 })
  })

  test('applies to an account across many IP addresses', async () => {
    const person = await on.person()
    const outcomes = []
    for (let i = 0; i < 15; i++) outcomes.push(await outcome(signIn(person.email, 'wrong', source())))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 5 })
  })

  test('does not lock a user out from an address where they signed in before', async () => {
    const person = await on.person()
    const known = source()
    await signIn(person.email, PASSWORD, known)
    for (let i = 0; i < 11; i++) await outcome(signIn(person.email, 'wrong', source()))
    expect(await outcome(signIn(person.email, PASSWORD, source()))).toBe('TOO_MANY_ATTEMPTS')
    expect(await outcome(signIn(person.email, PASSWORD, known))).toBe('in')
    for (let i = 0; i < 10; i++) await outcome(signIn(person.email, 'wrong', known))
    expect(await outcome(signIn(person.email, PASSWORD, known))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('does not lock out known users behind a proxy when strangers there guess passwords', async () => {
    const [person, other] = [await on.person(), await on.person()]
    const proxy = source()
    await signIn(person.email, PASSWORD, proxy)
    for (let i = 0; i < 50; i++) await outcome(signIn(`stranger${i}`, 'wrong', proxy))
    expect(await outcome(signIn('one-more', 'wrong', proxy))).toBe('TOO_MANY_ATTEMPTS')
    const refusal = await signIn(other.email, PASSWORD, proxy).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: 18 })
    expect(await outcome(signIn(person.email, PASSWORD, proxy))).toBe('in')
    // A user who was never there gets in as well: the address as a whole is not blocked.
    on.clock.advance(18_000)
    expect(await outcome(signIn(other.email, PASSWORD, proxy))).toBe('in')
    expect(await outcome(signIn(other.email, PASSWORD, proxy))).toBe('in')
    // The limit per account still applies.
    for (let i = 0; i < 10; i++) await outcome(signIn(person.email, 'wrong', proxy))
    expect(await outcome(signIn(person.email, PASSWORD, proxy))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('allows a hundred guesses in 15 minutes from an address where others are signed in (SIGNIN-5)', async () => {
    const proxy = source()
    const [person, mistyping] = [await on.person(), await on.person()]
    await signIn(person.email, PASSWORD, proxy)
    await signIn(mistyping.email, PASSWORD, proxy)
    const outcomes = []
    for (let i = 0; i < 60; i++) outcomes.push(await outcome(signIn(`guessed${i}`, 'wrong', proxy)))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 50, TOO_MANY_ATTEMPTS: 10 })
    for (let i = 0; i < 98; i++) {
      on.clock.advance(9_000)
      // Mistyping by a user with a session there does not count for the others.
      if (i === 50) await outcome(signIn(mistyping.email, 'wrong', proxy))
      outcomes.push(await outcome(signIn(`more${i}`, 'wrong', proxy)))
    }
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 99, TOO_MANY_ATTEMPTS: 59 })
  })

  test('does not extend the wait for refused attempts', async () => {
    const person = await on.person()
    const from = source()
    for (let i = 0; i < 10; i++) await outcome(signIn(person.email, 'wrong', from))
    on.clock.advance(14 * MINUTE)
    for (let i = 0; i < 20; i++)
      expect(await outcome(signIn(person.email, 'wrong', from))).toBe('TOO_MANY_ATTEMPTS')
    on.clock.advance(MINUTE)
    expect(await outcome(signIn(person.email, PASSWORD, from))).toBe('in')
  })

  test('allows fifty failures per IP address or IPv6 network across accounts', async () => {
    const outcomes = []
    for (let i = 0; i < 54; i++) {
      const origin = { address: `2001:db8:0:7::${i.toString(16)}`, agent: '' }
      outcomes.push(await outcome(signIn(`sprayed${i}`, 'wrong', origin)))
    }
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 50, TOO_MANY_ATTEMPTS: 4 })
    expect(await outcome(signIn('sprayed', 'wrong', { address: '2001:db8:0:8::1', agent: '' }))).toBe(
      'SIGN_IN_FAILED',
    )
  })

  test('evaluates only ten of 200 concurrent attempts over four processes', async () => {
    const person = await on.person()
    const from = source()
    const doors = [on.auth, on.another(), on.another(), on.another()]
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        outcome(doors[i % 4]!.service.signIn({ userName: person.email, userPassword: 'wrong' }, from)),
      ),
    )
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 190 })
  })

  test('accepts fifty concurrent attempts with the right password', async () => {
    const person = await on.person()
    const from = source()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcome(signIn(person.email, PASSWORD, from))),
    )
    expect(tally(outcomes)).toEqual({ in: 50 })
  })

  test('forgets earlier failures after a successful sign-in', async () => {
    const person = await on.person()
    const from = source()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await outcome(signIn(person.email, 'wrong', from))
      expect(await outcome(signIn(person.email, PASSWORD, from))).toBe('in')
    }
  })
})
