import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { CUTTING } from '@polylogue/retrieval'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { EXTRACTION } from './read.ts'
import { reopenAbandoned } from './reopen-store.ts'
import { peopleToReread, REREADING, takeToReread } from './reread-store.ts'
import { lockTaken } from './steps-store.ts'

const SERVER = '00000000-0000-4000-8000-000000000001'

let app: TestApp
let anna: TestUser
let datasourceId: number
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  const { data } = await anna.client.call(contract.datasources.create, { body: { name: 'Source' } })
  datasourceId = data.datasource.id
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 1)', [SERVER])
})
afterAll(() => app.close())

/** Inserts a document that an older version read. */
const insert = async (more: Readonly<Record<string, unknown>> = {}) => {
  const old = { status: 2, extraction: EXTRACTION - 1, cutting: CUTTING }
  const row = { ...old, recognition: null, warnings: '[]', ...more }
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, status, extraction, recognition, warnings,
        cutting)
      VALUES ($1, $2, 'x', 'application/pdf', 5, 5, $3, $4, $5, $6, $7) RETURNING id`,
    [datasourceId, anna.id, row.status, row.extraction, row.recognition, row.warnings, row.cutting],
  )
  return rows[0]?.id ?? 0
}
const clear = () => app.db.pool.query('DELETE FROM media')
const take = (kind: 'reread' | 'rerecognize' = 'reread') =>
  takeToReread(app.db.pool, { userId: anna.id, kind }, SERVER)

test('what a person begins meanwhile counts, also when the same process takes it', async () => {
  const { pool } = app.db
  const id = await insert()
  const old = await take()
  expect(old).toMatchObject({ id, status: 2, isReread: true, isRefresh: false, isRecognition: false })
  if (!old) return
  expect(await lockTaken(pool, old, SERVER)).toBeDefined()
  await pool.query('UPDATE media SET status = 1 WHERE id = $1', [id])
  expect(await lockTaken(pool, old, SERVER)).toBeUndefined()
  expect(await lockTaken(pool, { id, status: 1 }, SERVER)).toBeDefined()
  await clear()
})

test('a document that ends three processes keeps its text, and is tried again by the next version', async () => {
  const { pool } = app.db
  const id = await insert()
  expect(await take()).toMatchObject({ id })
  const next = await insert()
  await reopenAbandoned(app.db, { server: SERVER, running: [] })
  expect(await take()).toMatchObject({ id: next })
  await pool.query('DELETE FROM media WHERE id = $1', [next])
  await pool.query('UPDATE media SET rereads = 0 WHERE id = $1', [id])
  for (const rereads of [1, 2, 3]) {
    expect(await take()).toMatchObject({ id })
    await reopenAbandoned(app.db, { server: SERVER, running: [] })
    const { rows } = await pool.query(
      'SELECT rereads, attempts, status, last_failure AS failure, server_id AS server FROM media WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ rereads, attempts: 0, status: 2, failure: null, server: null }])
  }
  expect(await take()).toBeUndefined()
  expect(await peopleToReread(pool)).toEqual([])
  expect((await pool.query(REREADING.query)).rows[0]).toMatchObject({ running: 0, waiting: 0, failed: 1 })
  await pool.query(`UPDATE media SET reread_as = 'extraction 1' WHERE id = $1`, [id])
  expect((await pool.query(REREADING.query)).rows[0]).toMatchObject({ waiting: 1, failed: 0 })
  expect(await take()).toMatchObject({ id })
  await clear()
})

test('recognised documents are recognised again, and what is new or waits anyway is left alone', async () => {
  const { pool } = app.db
  const recognized = await insert({ recognition: 1, warnings: '[{"code": "recognized", "pages": [1]}]' })
  await insert({ recognition: 0 })
  await insert({ extraction: EXTRACTION })
  await insert({ extraction: EXTRACTION + 1 })
  await insert({ extraction: null })
  await insert({ status: 3 })
  expect(await peopleToReread(pool)).toEqual([{ userId: anna.id, kind: 'rerecognize' }])
  expect(await take()).toBeUndefined()
  expect(await take('rerecognize')).toMatchObject({ id: recognized, isReread: true, isRecognition: true })
  expect((await pool.query(REREADING.query)).rows[0]).toMatchObject({ running: 1, waiting: 0 })
  await clear()
})

test('scans that a chosen model read wait for a person, because it may cost money', async () => {
  const { pool } = app.db
  const chosen = (tagId: number) =>
    pool.query('UPDATE datasources SET recognition_tag_id = $2 WHERE id = $1', [datasourceId, tagId])
  await chosen(7)
  await insert({ recognition: 1, warnings: '[{"code": "recognized", "pages": [1]}]' })
  const plain = await insert()
  expect(await take('rerecognize')).toBeUndefined()
  expect(await take()).toMatchObject({ id: plain })
  expect((await pool.query(REREADING.query)).rows[0]).toMatchObject({ running: 1, waiting: 0 })
  await chosen(0)
  expect(await take('rerecognize')).toBeDefined()
  await clear()
})

test('a document that an older version cut is read again, recognised or not', async () => {
  const current = { extraction: EXTRACTION, cutting: CUTTING - 1 }
  const plain = await insert(current)
  const recognized = await insert({
    ...current,
    recognition: 1,
    warnings: '[{"code": "recognized", "pages": [1]}]',
  })
  expect(await peopleToReread(app.db.pool)).toEqual([{ userId: anna.id, kind: 'reread' }])
  expect(await take()).toMatchObject({ id: plain, isRecognition: false })
  expect(await take()).toMatchObject({ id: recognized, isRecognition: false })
  await clear()
})
