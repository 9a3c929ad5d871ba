// The daily e-mail through the job queue, with a mail server of the test.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { anotherServer } from '#test/another-server.ts'
import { certificate } from '#test/certificate.ts'
import { mailServer, type TestMailServer } from '#test/mail-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { slotOf } from './jobs.ts'

const PUBLIC = 'https://chat.example.org'
/** Twelve hours away, so that no test is under way then. */
const HOUR = (new Date().getHours() + 12) % 24

/** Half a second: the least that the queue takes. */
const POLL = 0.5

/** What the clock of the server is ahead. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }

let smtp: TestMailServer
let app: TestApp
let anna: TestUser
let file: Record<string, unknown>
beforeAll(async () => {
  smtp = await mailServer()
  file = {
    publicUrl: `${PUBLIC}/`,
    mail: {
      host: '127.0.0.1',
      port: smtp.port,
      starttls: 'off',
      user: 'polylogue',
      password: 'Geheim-4711',
      from: 'Chat Team <chat@example.org>',
      timeoutSeconds: 1,
      digestHour: HOUR,
    },
  }
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

const JOBS = `INSERT INTO jobs.job (name, data) VALUES ('digest.send', $1)`
const slot = () => slotOf(new Date(), HOUR)

/** Has the e-mails sent that are due, and waits until the job ended; returns its state. */
async function run(pool = app.db.pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`${JOBS} RETURNING id`, [{ slot: slot().toISOString() }])
  const stateOf = async () =>
    (await pool.query<{ state: string }>('SELECT state FROM jobs.job WHERE id = $1', [rows[0]?.id])).rows[0]
      ?.state ?? ''
  await expect.poll(stateOf, { timeout: 20_000 }).toMatch(/^(completed|retry|failed)$/)
  const state = await stateOf()
  await pool.query('DELETE FROM jobs.job WHERE id = $1', [rows[0]?.id])
  return state
}

const turnOn = async (who: TestUser) => {
  await who.client.call(contract.settings.setByName, {
    params: { id: who.id },
    body: { settingName: 'mailDigest', settingValue: 'true' },
  })
  await app.db.pool.query(
    `UPDATE user_settings SET modified = now() - interval '3 days' WHERE user_id = $1 AND setting_id = 56`,
    [who.id],
  )
}

/** Stores unread notifications about an item, without their making. */
async function received(who: TestUser, contextId: number | null = null, count = 1, kind = 'shared') {
  await app.db.pool.query('INSERT INTO notification_readers (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    who.id,
  ])
  await app.db.pool.query(
    `INSERT INTO notifications (id, place, user_id, thread, kind, actor_id, noun, item_id, context_id)
      SELECT place, place, $1, 'thread ' || place, $4, $2, 'project', 1, $3
      FROM (SELECT nextval('notification_places') AS place FROM generate_series(1, $5::int)) AS new`,
    [who.id, anna.id, contextId, kind, count],
  )
}

const person = async (of: Parameters<TestApp['deps']['user']>[0] = {}) => {
  const who = await app.deps.user(of)
  await turnOn(who)
  await received(who)
  return who
}
const to = () => smtp.received.map((one) => one.to).sort()
const offOf = ({ mail }: { mail: { headers: { key: string; value: string }[] } }) =>
  /<(.*)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''

test('who turned it on gets what is new, unread and theirs to see, once (MAIL-2, MAIL-3)', async () => {
  const [bert, other] = [await app.deps.user({ firstName: 'Bert' }), await app.deps.user()]
  await turnOn(bert)
  const project = await app.deps.project(anna, { name: 'Heating' })
  await app.deps.share(project, bert)
  await received(bert, project.context.id)
  const hidden = await app.deps.project(anna, { name: 'Hidden' })
  await received(bert, hidden.context.id)
  await received(other)
  expect(await run()).toBe('completed')
  expect(smtp.received).toHaveLength(1)
  const [{ mail, from, to: address } = fail()] = smtp.received
  expect([from, address]).toEqual(['chat@example.org', bert.email])
  expect(mail.from).toMatchObject({ name: 'Chat Team', address: 'chat@example.org' })
  expect(mail.subject).toBe('Polylogue: 2 unread notifications')
  expect(mail.text).toContain('Hello Bert,')
  expect(mail.text).toContain('shared a chat')
  expect(mail.text).toContain(`Heating`)
  expect(mail.text).toContain(`${PUBLIC}/projects/`)
  expect(mail.html).not.toMatch(/<img|url\(|http:/)
  expect(smtp.received[0]?.raw).not.toContain('Hidden')
  await run()
  expect(smtp.received).toHaveLength(1)
  // The next day: only what arrived since.
  await app.db.pool.query(`UPDATE mail_digests SET slot = slot - interval '1 day'`)
  await run()
  expect(smtp.received).toHaveLength(1)
  await app.db.pool.query(`UPDATE mail_digests SET slot = slot - interval '1 day'`)
  await received(bert)
  await run()
  expect(smtp.received.map((one) => one.mail.subject)).toEqual([
    'Polylogue: 2 unread notifications',
    'Polylogue: 1 unread notification',
  ])
})

test('disabled people, read entries, kinds that are off and an uninstalled plugin make none (MAIL-3)', async () => {
  const [blocked, read, without, plain, later] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
  ]
  await app.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [blocked.id])
  await read.client.call(contract.notifications.markAll, {
    params: { userId: read.id },
    body: { markAsRead: true },
  })
  const set = (who: TestUser, settingName: string, settingValue: string) =>
    who.client.call(contract.settings.setByName, {
      params: { id: who.id },
      body: { settingName, settingValue },
    })
  await set(without, 'notificationsOff', 'shared, declined')
  await set(plain, 'plugin.real-time-notifications', 'false')
  // Turned on after it was due.
  await set(later, 'mailDigest', 'true')
  expect(await run()).toBe('completed')
  expect(smtp.received).toEqual([])
  await expect(set(later, 'mailDigest', 'yes')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('hostile names stay text, and the newest 50 are listed in the person’s language (MAIL-4)', async () => {
  const bert = await app.deps.user({ firstName: 'Bert\r\nBcc: evil@example.org' })
  await bert.client.call(contract.settings.setByName, {
    params: { id: bert.id },
    body: { settingName: 'language', settingValue: 'de' },
  })
  await turnOn(bert)
  const name = `<b onclick=x>\u202Egnp.${'x'.repeat(180)}`
  const project = await app.deps.project(anna, { name })
  await app.deps.share(project, bert)
  await received(bert, project.context.id, 60)
  await run()
  const [{ mail, raw } = fail()] = smtp.received
  expect(mail.subject).toBe('Polylogue: 60 ungelesene Benachrichtigungen')
  expect(mail.text?.match(/^- /gm)).toHaveLength(50)
  expect(mail.text).toContain('und 10 weitere')
  expect(mail.text).toContain('einen Chat geteilt')
  expect(mail.text).not.toContain('\u202E')
  expect(mail.html).toContain('&lt;b onclick=x&gt;gnp.')
  expect(mail.html).not.toContain('<b onclick')
  expect(mail.bcc ?? []).toEqual([])
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im)
  expect(raw.length).toBeLessThan(200_000)
})

test('the link of an e-mail asks, needs no sign-in, and turns off nothing else (MAIL-5)', async () => {
  const [bert, other] = [await person(), await person()]
  await run()
  const own = smtp.received.find((one) => one.to === bert.email) ?? fail()
  expect(own.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
  )
  const off = offOf(own).replace(PUBLIC, app.url)
  const isOn = async (who: TestUser) =>
    (
      await who.client.call(contract.settings.list, { params: { id: who.id }, query: { name: 'mailDigest' } })
    ).data.Settings.map(({ value }) => value)
  const page = await fetch(off)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<form method="post">')
  expect(await isOn(bert)).toEqual(['true'])
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect(await (await fetch(off, { method: 'POST', body: form })).text()).toContain('is turned off')
  expect([await isOn(bert), await isOn(other)]).toEqual([['false'], ['true']])
  // The form of the page, once more.
  const again = await fetch(off, { method: 'POST', body: new URLSearchParams({ x: '1' }) })
  expect(again.status).toBe(200)
  const altered = off.slice(0, -4) + (off.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  const refused = await fetch(altered, { method: 'POST', body: new URLSearchParams({ x: '1' }) })
  expect(await refused.text()).toContain('not valid')
  const large = await fetch(off, { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(100_000) }) })
  expect(large.status).toBe(413)
  // No other call takes forms.
  const headers = { 'x-requested-with': 'XMLHttpRequest', authorization: `Bearer ${other.token}` }
  const elsewhere = { method: 'PUT', headers, body: new URLSearchParams({ x: '1' }) }
  expect((await fetch(`${app.url}/api/v1/settings/${other.id}/setting`, elsewhere)).status).toBe(415)
})

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

test('a test e-mail goes to oneself, for the super user alone (MAIL-1)', async () => {
  const root = await app.deps.user({ roleId: 1 })
  expect((await root.client.call(contract.digest.test, {})).data).toEqual({ to: root.email })
  expect(smtp.received).toMatchObject([{ to: root.email, mail: { subject: 'Polylogue: test e-mail' } }])
  await expect(anna.client.call(contract.digest.test, {})).rejects.toMatchObject({ status: 403 })
})

test('without a mail server nothing is offered (MAIL-1)', async () => {
  await using other = await testApp()
  const root = await other.deps.user({ roleId: 1 })
  await expect(root.client.call(contract.digest.test, {})).rejects.toMatchObject({ status: 404 })
  const shown = async (url: string) => (await fetch(`${url}/static/data/config.json`)).json()
  expect(await shown(other.url)).not.toHaveProperty('digestHour')
  expect(await shown(app.url)).toHaveProperty('digestHour', HOUR)
  const { rows } = await other.db.pool.query(`SELECT FROM jobs.queue WHERE name LIKE 'digest.%'`)
  expect(rows).toEqual([])
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

function fail(): never {
  throw new Error('nothing arrived')
}
