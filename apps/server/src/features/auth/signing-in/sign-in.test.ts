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
  test('by e-mail address or user name, whatever the case, spaces and Unicode form', async () => {
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

  test('the pair says what it is, and its halves are long, different and recognisable', async () => {
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

  test('the database and the log hold neither a token nor a password nor the name that was typed', async () => {
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

  test('a password counts to its last letter, spaces and Unicode included', async () => {
    const long = `  ${'Zwölf große Bären '.repeat(8)}end`
    const person = await on.person({ password: long })
    expect(await outcome(signIn(person.email, long))).toBe('in')
    expect(await outcome(signIn(person.email, long.slice(0, 72), source()))).toBe('SIGN_IN_FAILED')
    expect(await outcome(signIn(person.email, long.trim(), source()))).toBe('SIGN_IN_FAILED')
  })

  test('names that nobody can have are refused like any other', async () => {
    for (const name of ['nul\0@example.org', "' OR 1=1 --", '%', '\ud800', 'x'.repeat(254)])
      expect(await outcome(signIn(name, PASSWORD, source()))).toBe('SIGN_IN_FAILED')
  })
})

// Of another password. The test does not depend on whether the waiting sign-in reads the user before or after the change.
const ANOTHER_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$VMLF+L2uIyauTGbr4biWyg$11aOaWJX1mKSR+XSI1UG9h4TIHVp3VYyvavVFr8bb+4'

describe('while one waits for one’s turn', () => {
  test.each([
    ['the account is closed', 'UPDATE users SET can_use_ui = false WHERE id = $1'],
    ['the password is changed', `UPDATE users SET password_hash = '${ANOTHER_HASH}' WHERE id = $1`],
    ['the account is deleted', 'DELETE FROM users WHERE id = $1'],
  ])('%s: that counts', async (_, change) => {
    const person = await on.person()
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = on.users.passwords.inTurn(() => promise)
    const waiting = outcome(signIn(person.email, PASSWORD, source()))
    await on.users.service.byId(person.id)
    await on.db.pool.query(change, [person.id])
    resolve()
    await before
    expect(await waiting).toBe('SIGN_IN_FAILED')
  })
})

test('who signed in there before passes the guesses of strangers', async () => {
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

describe('telling nobody who is there (S4)', () => {
  test('wrong name, wrong password and disabled account: the same answer for the same work', async () => {
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
        const problem = await attempt().catch((error: unknown) => error as { code: string; message: string })
        const { user, system } = process.cpuUsage(before)
        times[kind]?.push(user + system)
        answers.add(JSON.stringify(problem))
      }
    expect(answers.size).toBe(1)
    // Compares the minimum CPU times: wall-clock time is unreliable while other programs run.
    const least = times.map((all) => Math.min(...all))
    expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2)
  })

  test('an account that is disabled cannot be told by its limit either', async () => {
    const disabled = await on.person({ canUseUi: false })
    const from = source()
    const outcomes = []
    for (let i = 0; i < 12; i++) outcomes.push(await outcome(signIn(disabled.email, PASSWORD, from)))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 2 })
  })
})

describe('the limiter (S1 to S3)', () => {
  test('the eleventh failure on one account is refused, by whichever of its names, with the time to wait', async () => {
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

  test('a name that nobody has is counted alike', async () => {
    const from = source()
    const outcomes = []
    for (let i = 0; i < 12; i++) outcomes.push(await outcome(signIn('Nobody-Here', 'wrong', from)))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 2 })
  })

  test('many addresses share the limit of the account', async () => {
    const person = await on.person()
    const outcomes = []
    for (let i = 0; i < 15; i++) outcomes.push(await outcome(signIn(person.email, 'wrong', source())))
    expect(tally(outcomes)).toEqual({ SIGN_IN_FAILED: 10, TOO_MANY_ATTEMPTS: 5 })
  })

  test('strangers cannot lock out somebody from where they were signed in before', async () => {
    const person = await on.person()
    const known = source()
    await signIn(person.email, PASSWORD, known)
    for (let i = 0; i < 11; i++) await outcome(signIn(person.email, 'wrong', source()))
    expect(await outcome(signIn(person.email, PASSWORD, source()))).toBe('TOO_MANY_ATTEMPTS')
    expect(await outcome(signIn(person.email, PASSWORD, known))).toBe('in')
    for (let i = 0; i < 10; i++) await outcome(signIn(person.email, 'wrong', known))
    expect(await outcome(signIn(person.email, PASSWORD, known))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('wrong passwords from behind a proxy lock out nobody who was signed in there', async () => {
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

  test('passwords are guessed a hundred times in a quarter of an hour where others are signed in (S2)', async () => {
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

  test('attempts that were refused do not prolong the wait', async () => {
    const person = await on.person()
    const from = source()
    for (let i = 0; i < 10; i++) await outcome(signIn(person.email, 'wrong', from))
    on.clock.advance(14 * MINUTE)
    for (let i = 0; i < 20; i++)
      expect(await outcome(signIn(person.email, 'wrong', from))).toBe('TOO_MANY_ATTEMPTS')
    on.clock.advance(MINUTE)
    expect(await outcome(signIn(person.email, PASSWORD, from))).toBe('in')
  })

  test('one address may fail fifty times on whatever accounts, of IPv6 one network', async () => {
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

  test('two hundred at once, over four processes: no more than the limit and a few are evaluated', async () => {
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

  test('fifty right ones at once all get in', async () => {
    const person = await on.person()
    const from = source()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcome(signIn(person.email, PASSWORD, from))),
    )
    expect(tally(outcomes)).toEqual({ in: 50 })
  })

  test('getting in forgives what one mistyped before', async () => {
    const person = await on.person()
    const from = source()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await outcome(signIn(person.email, 'wrong', from))
      expect(await outcome(signIn(person.email, PASSWORD, from))).toBe('in')
    }
  })
})
