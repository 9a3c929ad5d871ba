// A media store that does not answer: every call that needs it says so, readiness too, and nothing is taken for missing.
import { API_ROOT, contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBucket, type Bucket } from '#test/bucket.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let bucket: Bucket
let app: TestApp
let anna: TestUser
beforeAll(async () => {
  bucket = await startBucket()
  app = await testApp({ s3: bucket.config })
  anna = await app.deps.user()
})
afterAll(async () => {
  await app.close()
  await bucket.stop()
})

const content = Buffer.from('# Rules\n\nRule 1 says that all items are kept in order.').toString('base64')
const file = { name: 'rules.md', mime_type: '', content }

async function indexed(id: number) {
  return vi.waitFor(
    async () => {
      const { data } = await anna.client.call(contract.datasources.get, { params: { id } })
      expect(data.datasource).toMatchObject({ status: DATASOURCE_STATUS.ready, mediaWaiting: 0 })
      return data.datasource
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function prepared() {
  const { client } = anna
  const made = await client.call(contract.datasources.create, { body: { name: 'Handbook', media: [file] } })
  const source = await indexed(made.data.datasource.id)
  const id = source.media[0]?.media_id ?? 0
  const begun = await client.call(contract.media.begin, {
    params: { id: source.id },
    body: { name: 'more.md', mime_type: '', size: 4 },
  })
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const asked = await client.call(contract.answers.ask, {
    params: { id: 1 },
    body: {
      prompt: 'What?',
      projectTabId: tab.id,
      attachments: [{ name: 'a.txt', mime_type: 'text/plain', base64: content }],
    },
  })
  return { source, id, uploadId: begun.data.media.media_id, tab, queryId: asked.data.queryId }
}

test('every call that needs it answers 503 with Retry-After, and works again afterwards', async () => {
  const { source, id, uploadId, tab, queryId } = await prepared()
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${app.url}${API_ROOT}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${anna.token}`,
        'x-requested-with': 'XMLHttpRequest',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const path = (call: { path: string }, params: Record<string, number>) =>
    Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, `${value}`), call.path)
  const { datasources, media, queries, answers, tools } = contract
  const question = {
    prompt: 'What?',
    projectTabId: tab.id,
    attachments: [{ name: 'a.txt', mime_type: 'text/plain', base64: content }],
  }
  const settings = { chunkSize: 128, chunkOverlap: 16, useContextual: true }
  const all = {
    create: () => ask('POST', path(datasources.create, {}), { name: 'Other', media: [file] }),
    update: () =>
      ask('PUT', path(datasources.update, { id: source.id }), {
        media: [{ media_id: id }, { media_id: uploadId }, file],
      }),
    append: () => ask('PUT', path(media.append, { id: uploadId }), { offset: 0, base64: 'aaaa' }),
    text: () => ask('GET', path(media.text, { id })),
    cut: () => ask('POST', path(media.cut, { id }), settings),
    base64: () => ask('GET', path(media.base64, { id })),
    binary: () => ask('GET', path(media.binary, { id })),
    attachment: () => ask('GET', path(queries.attachment, { id: queryId, index: 0 })),
    ask: () => ask('POST', path(answers.ask, { id: 1 }), question),
    stream: () => ask('POST', path(answers.stream, { id: 1 }), question),
    ready: () => ask('GET', path(tools.ready, {})),
  }
  expect((await all.ready()).status).toBe(200)
  await bucket.stop()
  for (const [name, call] of Object.entries(all)) {
    const seen = await vi.waitFor(async () => {
      const response = await call()
      const { errorCode } = (await response.json()) as { errorCode: string }
      // The readiness from before counts for two seconds.
      if (name === 'ready') expect(response.status).toBe(503)
      return { name, status: response.status, errorCode, after: response.headers.get('retry-after') }
    }, 5_000)
    expect(seen).toEqual({ name, status: 503, errorCode: 'STORAGE_UNAVAILABLE', after: '5' })
  }
  expect((await ask('GET', path(tools.health, {}))).status).toBe(200)
  expect(app.logged()).toContain('the media store cannot be used')
  expect(app.logged()).toContain('ECONNREFUSED')
  await bucket.listen()
  for (const name of ['text', 'base64', 'binary', 'attachment'] as const)
    expect([name, (await all[name]()).status]).toEqual([name, 200])
  await vi.waitFor(async () => expect((await all.ready()).status).toBe(200), 5_000)
})

test('a document that is read meanwhile waits, also when the bucket is missing, and is no missing one', async () => {
  const made = await anna.client.call(contract.datasources.create, {
    body: { name: 'Another', media: [file] },
  })
  const source = await indexed(made.data.datasource.id)
  const id = source.media[0]?.media_id ?? 0
  bucket.failing = [404, 'NoSuchBucket']
  const before = bucket.requests.length
  await anna.client.call(contract.media.index, { params: { id } })
  await vi.waitFor(() => expect(bucket.requests.length).toBeGreaterThan(before), 5_000)
  await vi.waitFor(
    () => expect(app.logged()).toContain('a document was not indexed; it is tried again'),
    5_000,
  )
  const { data } = await anna.client.call(contract.media.get, { params: { id } })
  expect(data.media).toMatchObject({ reason: null })
  bucket.failing = undefined
  await indexed(source.id)
})
