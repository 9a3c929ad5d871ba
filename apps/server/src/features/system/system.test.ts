import { createClient } from '@polylogue/client'
import { contract, type System } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import {
  askAll,
  openStream,
  openTalk,
  queryIdOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const plain = scripted({ tokens: 9 })
const endless = scripted({ endless: 1, rate: 100 })
const refused = scripted({ status: 401 })
const FRESH_MS = 20

let talk: Talk
let operator: TestUser
beforeAll(async () => {
  talk = await openTalk([plain, endless, refused], {
    figuresFreshMs: FRESH_MS,
    databaseLog: true,
    file: { limits: { streamsPerUser: 1 } },
  })
  operator = await talk.app.deps.user({ roleId: 1 })
})
afterAll(() => talk[Symbol.asyncDispose]())

const system = async (client = operator.client): Promise<System> =>
  (await client.call(contract.system.get)).data.System
const metrics = async () => (await fetch(`${talk.app.url}/metrics`)).text()
/** The provider of the scripted models. */
const engine = async () => {
  const { engines } = await system()
  return engines.find(({ kind }) => kind === 'openai')
}
const ask = async (name: string) =>
  openStream(talk, talk.anna, {
    tagId: talk.tag(name).id,
    payload: { projectTabId: await talk.newTab(), prompt: 'Count.' },
  })

describe('the figures of the system', () => {
  test('count answers that run and wait, by provider', async () => {
    const running = await readStream(await ask(endless), (events) => textOf(events).length > 5)
    const waiting = await readStream(await ask(plain), (events) => events.length > 0)
    await expect.poll(engine).toMatchObject({ running: 1, waiting: 1 })
    expect((await engine())?.oldestMs).toBeGreaterThanOrEqual(0)
    const text = await metrics()
    expect(text).toMatch(/^polylogue_engine_running\{provider="[^"]+"\} 1$/m)
    expect(text).toMatch(/^polylogue_engine_waiting\{provider="[^"]+"\} 1$/m)
    for (const id of [waiting, running].map(queryIdOf))
      await talk.anna.client.call(contract.answers.stop, { params: { id } })
    await expect.poll(engine).toMatchObject({ running: 0, waiting: 0, oldestMs: null })
  })

  test('count failed answers by reason, beside those that ended well', async () => {
    const before = (await engine())?.lastHour.at(-1) ?? 0
    await askAll(talk, plain)
    await askAll(talk, refused)
    await askAll(talk, refused)
    await expect.poll(engine).toMatchObject({ failures: [{ code: 'ENGINE_AUTH', count: 2 }] })
    const hour = (await engine())?.lastHour ?? []
    expect(hour.reduce((sum, value) => sum + value, 0)).toBeGreaterThanOrEqual(before + 3)
    expect(await metrics()).toMatch(
      /^polylogue_engine_failures_total\{provider="[^"]+",reason="ENGINE_AUTH"\} 2$/m,
    )
  })

  test('name the work that is left and what failed', async () => {
    const { pool } = talk.app.db
    const { rows } = await pool.query<{ id: number }>(
      `WITH context AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 9, '', 1) RETURNING id),
        source AS (INSERT INTO datasources (uuid, context_id, owner_id, name) SELECT gen_random_uuid(), id, $1, 'Norms' FROM context RETURNING id)
      INSERT INTO media (datasource_id, name, mime_type, size, received, status)
      SELECT source.id, 'a.pdf', 'application/pdf', 1, 1, 3 FROM source, generate_series(1, 3) RETURNING datasource_id AS id`,
      [talk.anna.id],
    )
    await expect.poll(async () => (await system()).documents).toMatchObject({ failed: 3 })
    expect(await metrics()).toMatch(/^polylogue_work_failed\{kind="documents"\} 3$/m)
    await pool.query(
      `INSERT INTO jobs.job (name, state, created_on, retry_count, start_after)
        VALUES ('search.remark', 'retry', now() - interval '2 hours', 3, now() + interval '1 hour'),
          ('search.remark', 'failed', now() - interval '3 hours', 200, now()),
          ('search.remark', 'completed', now() - interval '4 hours', 0, now())`,
    )
    const moved = async () => (await system()).work.find(({ kind }) => kind === 'search.remark')
    await expect.poll(moved).toMatchObject({ running: 0, waiting: 1, failed: 2 })
    const age = Date.now() - Date.parse((await moved())?.oldest ?? '')
    expect(Math.round(age / 3_600_000)).toBe(2)
    await pool.query('DELETE FROM datasources WHERE id = $1', [rows[0]?.id])
  })

  test('describe the database, the disk, the version and the schema', async () => {
    const { disk, database, version, migration, servers, serverId } = await system()
    expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes)
    expect(disk.freeBytes).toBeGreaterThan(disk.reserveBytes)
    expect(database).toMatchObject({ kind: talk.app.db.kind, waiting: expect.any(Number) as number })
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(database.statementMs).toBeGreaterThan(0)
    expect(version).toBe('1.0.0-test')
    expect(migration.number).toBeGreaterThanOrEqual(30)
    expect(servers).toMatchObject([{ id: serverId, version, running: 0, waiting: 0 }])
    expect(await metrics()).toContain(
      `polylogue_info{version="1.0.0-test",migration="${migration.number}"} 1`,
    )
  })

  test('are read from the database once for all who ask in the same seconds', async () => {
    await using calm = await openTalk([])
    const superUser = await calm.app.deps.user({ roleId: 1 })
    const asked = () => calm.app.db.metrics().statements
    await system(superUser.client)
    const before = asked()
    const scrapes = Array.from({ length: 20 }, () =>
      fetch(`${calm.app.url}/metrics`).then((reply) => reply.text()),
    )
    for (const text of await Promise.all(scrapes))
      expect(text).toContain('polylogue_work_waiting{kind="documents"} 0')
    expect(asked() - before).toBeLessThan(5)
  })
})

test('a slow statement is logged with its request, and without the values in its text', async () => {
  const { pool } = talk.app.db
  await pool.query(
    `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.1); RETURN new; END $$;
    CREATE TRIGGER slow BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION slowly()`,
  )
  const before = talk.app.db.metrics().slow
  const reply = await fetch(`${talk.app.url}/api/v1/projects/${talk.projectId}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${talk.anna.token}`,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Slow enough' }),
  })
  await pool.query('DROP TRIGGER slow ON projects')
  expect(reply.status).toBe(200)
  const requestId = reply.headers.get('x-request-id') ?? ''
  const line = talk.app
    .logged()
    .split('\n')
    .find((text) => text.includes('a statement was slow'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    requestId,
    statement: expect.stringContaining('projects') as string,
  })
  expect(line).not.toContain('Slow enough')
  expect(talk.app.db.metrics().slow).toBeGreaterThan(before)
  expect(await metrics()).toMatch(/^polylogue_database_slow_statements_total [1-9]/m)
})

describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  test('show the sum of what both count, and each by name', async () => {
    const other = await anotherServer({
      of: talk.app.db,
      openaiBaseUrl: talk.server.url,
      figuresFreshMs: FRESH_MS,
    })
    try {
      const stream = await openStream(other, talk.anna, {
        tagId: talk.tag(endless).id,
        payload: { projectTabId: await talk.newTab(), prompt: 'Count.' },
      })
      await readStream(stream, (events) => textOf(events).length > 5)
      await expect.poll(async () => (await system()).servers.length).toBe(2)
      await expect.poll(engine).toMatchObject({ running: 1 })
      const { servers, serverId } = await system()
      expect(servers.find(({ id }) => id !== serverId)).toMatchObject({ version: 'other', running: 1 })
      const through = createClient({ baseUrl: other.url, token: () => operator.token })
      expect((await system(through)).serverId).not.toBe(serverId)
    } finally {
      await other.app.close(0)
    }
    await expect.poll(async () => (await system()).servers.length).toBe(1)
  })
})
