// The daily e-mail through the job queue, with a mail server of the test.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { mailServer, type TestMailServer } from '#test/mail-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { digestsOf, fail, fileWith, HOUR, POLL, PUBLIC } from './test/digests.ts'

let smtp: TestMailServer
let app: TestApp
let anna: TestUser
let file: Record<string, unknown>
beforeAll(async () => {
  smtp = await mailServer()
  file = fileWith(smtp)
  app = await testApp({ file, pollSeconds: POLL })
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  await app.db.pool.query(`DELETE FROM user_settings WHERE setting_id = 56`)
  await app.db.pool.query('DELETE FROM mail_digests')
  smtp.script = { extensions: ['AUTH PLAIN'] }
  smtp.received.length = 0
  smtp.commands.length = 0
})

const { run, turnOn, received, person } = digestsOf(() => ({ app, anna }))
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
