// Changing values of the configuration while servers run (CONFIG-9, CONFIG-10), through HTTP and in every process.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { anotherServer } from '#test/another-server.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { configurationService, type ConfigurationDeps } from './service.ts'

const { answers, audit, auth, bin, configuration, projects, shares } = contract

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await testApp()
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const set = async (key: string, value: unknown) =>
  (await root.client.call(configuration.update, { body: { key, value } })).data.configuration.values.find(
    (one) => one.key === key,
  )
const publicOf = async (url: string) =>
  (await (await fetch(`${url}/static/data/config.json`)).json()) as Record<string, unknown>
let signedUp = 0
const signUp = (client = app.nobody) =>
  client.call(auth.register, {
    body: {
      firstName: 'N',
      lastName: 'N',
      email: `new-${++signedUp}@example.org`,
      password: 'Ein-guter-Satz-42',
    },
  })

test('a change has effect at once, is in the public configuration and the audit trail, and can be taken back', async () => {
  await expect(signUp()).rejects.toMatchObject({ code: 'SIGN_UP_DISABLED' })
  expect(await set('allowSignUp', true)).toMatchObject({
    value: 'true',
    source: 'page',
    form: { kind: 'switch' },
  })
  await signUp()
  expect(await publicOf(app.url)).toMatchObject({ allowSignUp: true })
  const { data } = await root.client.call(audit.list, { query: { action: 'configuration.changed' } })
  expect(data.Entries[0]).toMatchObject({ details: { value: 'true' } })
  expect(await set('allowSignUp', null)).toMatchObject({ value: 'false', source: 'default' })
  await expect(signUp()).rejects.toMatchObject({ code: 'SIGN_UP_DISABLED' })
})

test('the recycle bin, links without sign-in and the number of parallel answers follow', async () => {
  await set('recycleBin.keepDays', 0)
  const gone = await app.deps.project(root)
  await root.client.call(projects.remove, { params: { id: gone.id } })
  const { data } = await root.client.call(bin.list, {})
  expect([data.keepDays, data.DeletedItems]).toEqual([0, []])
  await set('recycleBin.keepDays', null)

  const { id: tabId } = await app.deps.tab(root, await app.deps.project(root))
  const share = () => root.client.call(shares.create, { body: { tabId, audience: 'anybody' } })
  await expect(share()).rejects.toMatchObject({ code: 'HTTP_SHARE_DISABLED' })
  await set('httpShareEnabled', true)
  const { hash = '' } = (await share()).data.share
  await app.nobody.call(shares.open, { params: { hash } })
  await set('httpShareEnabled', null)
  await expect(app.nobody.call(shares.open, { params: { hash } })).rejects.toMatchObject({ status: 401 })
})

test('what may be attached to a question follows', async () => {
  const { id: projectTabId } = await app.deps.tab(root, await app.deps.project(root))
  const file = (name: string, mime_type: string, text: string) => ({
    name,
    mime_type,
    base64: Buffer.from(text).toString('base64'),
  })
  const ask = (attachment: ReturnType<typeof file>) =>
    root.client.call(answers.ask, {
      params: { id: 1 },
      body: { prompt: 'What is in it?', projectTabId, attachments: [attachment] },
    })
  const long = file('a.txt', 'text/plain', 'x'.repeat(2_000))
  const table = file('a.csv', 'text/csv', 'a,b')
  await ask(long)
  expect(await set('attachments.maxBytes', 1_000)).toMatchObject({
    form: { kind: 'number', min: -1, max: 1_000_000_000 },
  })
  await expect(ask(long)).rejects.toMatchObject({ code: 'ATTACHMENT_REFUSED' })
  expect(await publicOf(app.url)).toMatchObject({ attachments: { maxBytes: 1_000 } })
  await expect(set('attachments.maxBytes', 0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await set('attachments.maxBytes', null)
  await ask(long)

  await ask(table)
  await set('attachments.types.text', ['text/plain'])
  await expect(ask(table)).rejects.toMatchObject({ code: 'ATTACHMENT_REFUSED' })
  await set('attachments.types.text', null)
  await ask(table)
})

test('what is not allowed is refused with the reason, and nothing is stored', async () => {
  await expect(set('recycleBin.keepDays', 9_999)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await expect(set('limits.bodyBytes', 20_000)).rejects.toMatchObject({
    status: 409,
    code: 'CONFIGURATION_FIXED',
  })
  const admin = await app.deps.user({ roleId: 3 })
  const change = admin.client.call(configuration.update, { body: { key: 'dark', value: true } })
  await expect(change).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  const { rows } = await app.db.pool.query('SELECT FROM configuration_values')
  expect(rows).toEqual([])
})

test.runIf(process.env['TEST_DATABASE_URL'])('every server follows, also one that starts later', async () => {
  const other = await anotherServer({ of: app.db })
  await set('allowSignUp', true)
  const there = createClient({ baseUrl: other.url })
  await expect.poll(async () => (await publicOf(other.url))['allowSignUp']).toBe(true)
  await signUp(there)
  await other.app.close(0)
  const later = await anotherServer({ of: app.db })
  expect((await publicOf(later.url))['allowSignUp']).toBe(true)
  await later.app.close(0)
  await set('allowSignUp', null)
})

test('changes are read one after the other, so that an older one never replaces a newer one', async () => {
  const reads: ((rows: { key: string; value: unknown }[]) => void)[] = []
  const applied: unknown[] = []
  const service = configurationService({
    db: { orm: { select: () => ({ from: () => new Promise((resolve) => reads.push(resolve)) }) } },
    configuration: {
      apply: (changes: ReadonlyMap<string, unknown>) => (applied.push([...changes.values()]), []),
    },
  } as unknown as ConfigurationDeps)
  const both = [service.load(), service.load()]
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  reads[0]?.([{ key: 'dark', value: false }])
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.([{ key: 'dark', value: true }])
  await Promise.all(both)
  expect(applied).toEqual([[false], [true]])
})
