// Deployments after their process ends: the next start, or another process, continues them.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '@polylogue/client'
import { contract, type Deployment } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, serverUrl, testDataDir } from '#test/db.ts'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { createApp, type App } from '#app.ts'
import { configFileSchema } from '#config-file.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'

const admin = { email: 'root@example.org', password: 'Ein-guter-Satz-42' }

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ models: ['here'], settings: { tokens: 300, rate: 100 } })
})
afterAll(() => server.close())

interface Running {
  app: App
  client: Client
}

async function start(place: { dataDir: string; databaseUrl: string | undefined }): Promise<Running> {
  const log = openLog('silent')
  const { dataDir, databaseUrl } = place
  const db = await openDatabase({ dataDir, log, ...(databaseUrl ? { databaseUrl } : {}) })
  const engines = { ollamaUrl: server.url, openaiBaseUrl: undefined, openaiApiKey: undefined }
  const config = {
    version: 'test',
    host: '127.0.0.1',
    port: 0,
    secret: 'a secret of sixteen',
    s3: undefined,
    admin,
  }
  const app = await createApp({
    config: { ...config, engines, dataDir, databaseUrl, file: configFileSchema.parse({}) },
    db,
    log,
    clock: systemClock,
    home: join(import.meta.dirname, '../../..'),
    lookEveryMs: 300,
    passwordCost: { memoryCost: 64, timeCost: 1 },
  })
  const baseUrl = await app.listen()
  const { data } = await createClient({ baseUrl }).call(contract.auth.authenticate, {
    body: { userName: admin.email, userPassword: admin.password },
  })
  return { app, client: createClient({ baseUrl, token: () => data.access_token }) }
}

async function begin({ client }: Running, name: string): Promise<{ modelId: number; tagId: number }> {
  const { Providers } = (await client.call(contract.providers.list)).data
  const providerId = Providers.find(({ kind }) => kind === 'ollama')?.id ?? 0
  const { data } = await client.call(contract.models.add, { body: { providerId, name } })
  return { modelId: data.model.id, tagId: data.deployment.modelTagId }
}

async function deployment(
  { client }: Running,
  { modelId, tagId }: { modelId: number; tagId: number },
): Promise<Deployment | undefined> {
  const { data } = await client.call(contract.models.deployment, { params: { id: modelId } })
  return data.deployments.find(({ modelTagId }) => modelTagId === tagId)
}

const pulls = () => server.stats().byPath['POST /api/pull'] ?? 0

// The embedded database has one process only.
test.skipIf(serverUrl)(
  'a download left by a killed process continues at the next start',
  { timeout: 60_000 },
  async () => {
    const place = { dataDir: await testDataDir(), databaseUrl: undefined }
    onTestFinished(() => rm(place.dataDir, { recursive: true, force: true }))
    const first = await start(place)
    const tag = await begin(first, 'resumed:1b')
    await expect.poll(async () => (await deployment(first, tag))?.percent).toBeGreaterThan(10)
    await first.app.close(0)
    await expect.poll(() => server.stats().open).toBe(0)
    const before = pulls()

    // The state left by a process that was just killed: the job still belongs to it.
    const db = await openDatabase({ ...place, log: openLog('silent') })
    const { rows } = await db.pool.query<{ done: number }>(
      `UPDATE deployments SET server_id = gen_random_uuid(), heartbeat = now() RETURNING done_bytes AS done`,
    )
    expect(rows[0]?.done).toBeGreaterThan(0)
    await db.close()

    const second = await start(place)
    expect((await deployment(second, tag))?.done).toBeGreaterThanOrEqual(rows[0]?.done ?? 0)
    await expect.poll(async () => (await deployment(second, tag))?.state).toBe('ready')
    expect(pulls()).toBe(before + 1)
    await second.app.close(0)
  },
)

describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  test('one downloads, the other reports and aborts it; a dead server’s download is taken over', async () => {
    await using db = await openTestDatabase()
    const place = { databaseUrl: db.databaseUrl }
    const first = await start({ ...place, dataDir: db.dataDir })
    const second = await start({ ...place, dataDir: db.dataDir })
    const before = pulls()
    const tag = await begin(first, 'shared:1b')
    await expect.poll(async () => (await deployment(second, tag))?.percent).toBeGreaterThan(5)
    await second.client.call(contract.models.deploy, {
      params: { id: tag.modelId },
      body: { modelTagId: tag.tagId },
    })
    expect(pulls()).toBe(before + 1)
    await second.client.call(contract.models.undeploy, {
      params: { id: tag.modelId },
      body: { modelTagId: tag.tagId },
    })
    await expect.poll(() => server.stats().open).toBe(0)
    await first.app.close(0)

    // The state left by a process that was killed long ago.
    await db.pool.query('UPDATE model_tags SET deployed = true, kept = true WHERE id = $1', [tag.tagId])
    await db.pool.query(
      `INSERT INTO deployments (tag_id, state, server_id, heartbeat)
       VALUES ($1, 'fetching', gen_random_uuid(), now() - interval '31 seconds')`,
      [tag.tagId],
    )
    await expect.poll(async () => (await deployment(second, tag))?.state).toBe('ready')
    expect(pulls()).toBe(before + 2)
    await second.app.close(0)
  })
})
