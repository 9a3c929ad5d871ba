// The media store of another database: no server starts with it, and a running server takes nothing for missing.
import { API_ROOT, contract } from '@polylogue/contract'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startBucket } from '#test/bucket.ts'
import { temporaryDir } from '#test/db.ts'
import { testApp, type TestApp, type TestAppOptions } from '#test/test-app.ts'
import { createApp } from '#app.ts'
import { configFileSchema } from '#config-file.ts'
import type { Config } from '#config.ts'
import { systemClock } from '../clock.ts'
import { openLog } from '../log.ts'
import { MediaStoreError } from './index.ts'

let app: TestApp | undefined
afterEach(() => app?.close())

async function withDocument(options: TestAppOptions = {}) {
  app = await testApp(options)
  const anna = await app.deps.user()
  const content = Buffer.from('# Rules\n\nRule 1 says that all items are kept in order.').toString('base64')
  const made = await anna.client.call(contract.datasources.create, {
    body: { name: 'Handbook', media: [{ name: 'rules.md', mime_type: '', content }] },
  })
  const { data } = await anna.client.call(contract.datasources.get, {
    params: { id: made.data.datasource.id },
  })
  const id = data.datasource.media[0]?.media_id ?? 0
  return { app, anna, id }
}

/** Starts a server on the database of `app` and stops it; rejects if it does not start. */
async function startBeside({ db }: TestApp, { dataDir, s3 }: { dataDir: string; s3?: Config['s3'] }) {
  const started = await createApp({
    config: {
      version: 'other',
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl: db.databaseUrl,
      admin: undefined,
      secret: undefined,
      engines: { ollamaUrl: undefined, openaiBaseUrl: undefined, openaiApiKey: undefined },
      s3,
      file: configFileSchema.parse({ embedded: { enabled: false }, localServers: [] }),
    },
    db: { ...db, close: () => Promise.resolve() },
    log: openLog('silent'),
    clock: systemClock,
    home: join(import.meta.dirname, '../../..'),
  })
  await started.close(0)
}

const idOf = async (one: TestApp) =>
  (await one.db.pool.query("SELECT value FROM installation WHERE name = 'mediaStore'")).rows

test('a server with another folder or bucket does not start, and changes nothing', async () => {
  const { app: first } = await withDocument()
  const before = await idOf(first)
  const dataDir = await temporaryDir()
  const refused = expect.objectContaining({
    message: expect.stringMatching(
      /is not the one of this database: it has no media-store-[0-9a-f]{32}\. .*adopt-media/,
    ),
  })
  const start = startBeside(first, { dataDir })
  await expect(start).rejects.toThrow(MediaStoreError)
  await expect(start).rejects.toEqual(refused)
  expect(await readdir(dataDir)).not.toContain('blobs')
  await using bucket = await startBucket()
  await expect(startBeside(first, { dataDir, s3: bucket.config })).rejects.toEqual(refused)
  expect(bucket.objects.size).toBe(0)
  expect(await idOf(first)).toEqual(before)
})

test('an installation from before the mark gets one, but not in a store without its files', async () => {
  const { app: first } = await withDocument()
  await first.db.pool.query("DELETE FROM installation WHERE name = 'mediaStore'")
  const blobs = join(first.db.dataDir, 'blobs')
  const marks = async () => (await readdir(blobs)).filter((name) => name.startsWith('media-store-'))
  for (const name of await marks()) await rm(join(blobs, name))
  await expect(startBeside(first, { dataDir: await temporaryDir() })).rejects.toThrow(
    /is not the one of this database: it has none of the files that the database names/,
  )
  expect(await idOf(first)).toEqual([])
  await startBeside(first, { dataDir: first.db.dataDir })
  const [{ value } = { value: '' }] = await idOf(first)
  expect(await marks()).toEqual([`media-store-${value}`])
})

test('a folder that is not mounted any more is no folder without documents', async () => {
  const { app: first, anna, id } = await withDocument()
  const blobs = join(first.db.dataDir, 'blobs')
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${first.url}${API_ROOT}/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${anna.token}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
    })
  const binary = () => ask(contract.media.binary.path.replace('{id}', `${id}`))
  const ready = () => ask(contract.tools.ready.path)
  const upload = () =>
    ask(contract.datasources.create.path, {
      method: 'POST',
      body: JSON.stringify({ name: 'More', media: [{ name: 'a.md', mime_type: '', content: 'YQ==' }] }),
    })
  expect((await binary()).status).toBe(200)
  await rename(blobs, `${blobs}-away`)
  await mkdir(blobs)
  for (const call of [binary, ready, upload])
    await vi.waitFor(async () => {
      const response = await call()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ errorCode: 'STORAGE_UNAVAILABLE' })
      // The readiness from before counts for two seconds.
    }, 10_000)
  expect(first.logged()).toContain('any more')
  await rm(blobs, { recursive: true })
  await rename(`${blobs}-away`, blobs)
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), 10_000)
  expect((await binary()).status).toBe(200)
})
