import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { anotherServer } from '#test/another-server.ts'
import { certificate } from '#test/certificate.ts'
import { mailServer, type TestMailServer } from '#test/mail-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { digestsOf, fail, fileWith, POLL } from './test/digests.ts'

/** What the clock of the server is ahead. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }

let smtp: TestMailServer
let app: TestApp
let anna: TestUser
let file: Record<string, unknown>
beforeAll(async () => {
  smtp = await mailServer()
  file = fileWith(smtp)
  app = await testApp({ file, clock, pollSeconds: POLL })
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  ahead = 0
  await app.db.pool.query(`DELETE FROM user_settings WHERE setting_id = 56`)
  await app.db.pool.query('DELETE FROM mail_digests')
  smtp.script = { extensions: ['AUTH PLAIN'] }
  smtp.received.length = 0
  smtp.commands.length = 0
})

const { run, person } = digestsOf(() => ({ app, anna }))
const to = () => smtp.received.map((one) => one.to).sort()

test('one refused address stops nobody, and is not tried again that day (MAIL-6)', async () => {
  const people = [await person(), await person(), await person()]
  const [, bad = fail()] = people
  smtp.script.reply = (line) => (line === `RCPT TO:<${bad.email}>` ? '550 5.1.1 no such user' : undefined)
  expect(await run()).toBe('completed')
  expect(to()).toEqual(people.flatMap(({ email }) => (email === bad.email ? [] : email)).sort())
  await run()
  expect(smtp.commands.filter((line) => line.includes(bad.email))).toHaveLength(1)
  expect(app.logged()).toContain('no such user')
})

test('an address that is not taken for now is tried again, after the others (MAIL-6)', async () => {
  const people = [await person(), await person(), await person()]
  const [first = fail()] = people
  smtp.script.reply = (line) => (line.includes(first.email) ? '451 4.7.1 greylisted' : undefined)
  expect(await run()).toBe('retry')
  expect(smtp.received).toHaveLength(2)
  delete smtp.script.reply
  expect(await run()).toBe('completed')
  expect(to()).toEqual(people.map(({ email }) => email).sort())
})

test.each([
  ['STARTTLS is refused', { starttls: 'required' }, {}, /STARTTLS/i],
  [
    'the password is wrong',
    {},
    {
      extensions: ['AUTH PLAIN'],
      reply: (line: string) => (line.startsWith('AUTH') ? '535 5.7.8 bad Geheim-4711' : undefined),
    },
    /^535 5\.7\.8 bad •••$/,
  ],
  [
    'the server hangs',
    {},
    { reply: (line: string) => (line.startsWith('MAIL') ? new Promise<string>(() => undefined) : undefined) },
    /no reply within 1 s/,
  ],
  [
    'the server refuses everything',
    {},
    { reply: (line: string) => (line === 'CONNECT' ? '554 go away' : undefined) },
    /554 go away/,
  ],
])('if %s, the test e-mail says why, without the password (MAIL-1)', async (_, mail, script, reason) => {
  await using bad = await mailServer(script)
  const settings = { ...(file['mail'] as object), ...mail, port: bad.port }
  await using other = await testApp({ file: { ...file, mail: settings } })
  const root = await other.deps.user({ roleId: 1 })
  const sent = root.client.call(contract.digest.test, {})
  await expect(sent).rejects.toMatchObject({ status: 502, code: 'MAIL_FAILED' })
  const problem = (await sent.catch((error: unknown) => error)) as {
    params?: { reason?: string }
    message: string
  }
  expect(problem.message.replace(/^The e-mail was not sent: /, '')).toMatch(reason)
  expect(other.logged()).not.toContain('Geheim-4711')
})

test('with STARTTLS everything but the greeting is encrypted, also the password (MAIL-1)', async () => {
  const { key, cert } = certificate()
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  onTestFinished(() => setDefaultCACertificates(before))
  await using server = await mailServer({ extensions: ['STARTTLS', 'AUTH PLAIN'], tls: { key, cert } })
  const mail = { ...(file['mail'] as object), port: server.port, starttls: 'required' }
  await using other = await testApp({ file: { ...file, mail } })
  const root = await other.deps.user({ roleId: 1 })
  expect((await root.client.call(contract.digest.test, {})).data).toEqual({ to: root.email })
  expect(server.received.map((one) => one.to)).toEqual([root.email])
  const verbs = server.commands.map((line) => line.split(' ')[0])
  expect(verbs).toEqual(['EHLO', 'STARTTLS', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'])
  expect(server.plain).toEqual(['EHLO chat.example.org', 'STARTTLS'])
})

test('a certificate that nobody vouches for is refused, and nothing is sent (MAIL-1)', async () => {
  await using server = await mailServer({ extensions: ['STARTTLS', 'AUTH PLAIN'], tls: certificate() })
  const mail = { ...(file['mail'] as object), port: server.port, starttls: 'optional' }
  await using other = await testApp({ file: { ...file, mail } })
  const root = await other.deps.user({ roleId: 1 })
  await expect(root.client.call(contract.digest.test, {})).rejects.toMatchObject({
    code: 'MAIL_FAILED',
    message: expect.stringMatching(/self.signed certificate/i) as string,
  })
  expect(server.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
})

test('while the server takes nothing, the job is retried, and goes on where it stopped (MAIL-6)', async () => {
  const people = [await person(), await person(), await person()]
  const [first = fail(), second = fail()] = people
  let left = 1
  smtp.script.reply = (line) =>
    line.startsWith('RCPT') && left-- <= 0 ? '421 4.3.2 too many connections' : undefined
  expect(await run()).toBe('retry')
  expect(to()).toEqual([first.email])
  delete smtp.script.reply
  smtp.script.reply = (line) => (line.startsWith('AUTH') ? '535 5.7.8 no' : undefined)
  expect(await run()).toBe('retry')
  delete smtp.script.reply
  expect(await run()).toBe('completed')
  expect(to()).toEqual(people.map(({ email }) => email).sort())
  // Whoever failed comes after the others.
  expect(smtp.received.at(-1)?.to).toBe(second.email)
})

test('a job ends after ten minutes, and the next one goes on: nobody gets two (MAIL-6)', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => person()))
  await app.db.pool.query(`DELETE FROM jobs.job WHERE name = 'digest.send'`)
  smtp.script.reply = (line) => {
    if (line.startsWith('. ')) ahead += 6 * 60_000
    return undefined
  }
  expect(await run()).toBe('completed')
  // After two e-mails, twelve minutes are over.
  const states = `SELECT state FROM jobs.job WHERE name = 'digest.send'`
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(5)
  const isDone = async () =>
    (await app.db.pool.query<{ state: string }>(states)).rows.map(({ state }) => state)
  await expect.poll(isDone, { timeout: 20_000 }).toEqual(['completed', 'completed'])
  expect(to()).toEqual(people.map(({ email }) => email).sort())
})

test('an attempt whose process died is repeated once, with the same id (MAIL-7)', async () => {
  const bert = await person()
  await run()
  const crashed = `UPDATE mail_digests SET ended = false, up_to = 0, claimed_until = now() - interval '1 second' WHERE user_id = $1`
  for (let at = 0; at < 3; at += 1) {
    await app.db.pool.query(crashed, [bert.id])
    expect(await run()).toBe('completed')
  }
  expect(smtp.received.map(({ mail }) => mail.messageId)).toEqual(
    Array.from({ length: 2 }, () => smtp.received[0]?.mail.messageId),
  )
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'two servers at once send each once; one that stops before the reply causes one repetition (MAIL-7)',
  async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()))
    const other = await anotherServer({ of: app.db, file, pollSeconds: POLL })
    await Promise.all([run(), run(), run()])
    expect(to()).toEqual(people.map(({ email }) => email).sort())

    await app.db.pool.query('DELETE FROM mail_digests')
    await app.db.pool.query('DELETE FROM user_settings WHERE setting_id = 56')
    smtp.received.length = 0
    const bert = await person()
    const third = await anotherServer({ of: app.db, file, pollSeconds: POLL })
    const { promise: hangs } = Promise.withResolvers<string>()
    smtp.script.reply = (line) => (line === `. ${bert.email}` ? hangs : undefined)
    const running = run()
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1)
    await Promise.all([other.app.close(0), third.app.close(0), running])
    delete smtp.script.reply
    await expect.poll(async () => (await run(), smtp.received.length), { timeout: 20_000 }).toBe(2)
    await run()
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1)
    expect(smtp.received).toHaveLength(2)
    const there = createClient({ baseUrl: app.url })
    await expect(there.call(contract.digest.ask, { query: { token: 'x' } })).resolves.toBeDefined()
  },
)
