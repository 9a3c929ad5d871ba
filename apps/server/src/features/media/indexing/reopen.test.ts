import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp } from '#test/test-app.ts'
import { reopenAbandoned } from './reopen-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('documents abandoned by a dead process or by this one are queued again, or fail the third time', async () => {
  const anna = await app.deps.user()
  const { data } = await anna.client.call(contract.datasources.create, { body: { name: 'Source' } })
  const own = '00000000-0000-4000-8000-000000000001'
  const other = '00000000-0000-4000-8000-000000000002'
  const dead = '00000000-0000-4000-8000-000000000003'
  const { pool } = app.db
  await pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 1), ($2, 2)', [own, other])
  // Incomplete: the queue of this server would take what waits again before it is looked at.
  const insert = async (name: string, server: string, attempts = 1) => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO media (datasource_id, name, mime_type, size, received, status, server_id, attempts)
        VALUES ($1, $2, 'text/plain', 6, 5, 1, $3, $4) RETURNING id`,
      [data.datasource.id, name, server, attempts],
    )
    return rows[0]?.id ?? 0
  }
  const running = await insert('running', own)
  await insert('left', own)
  await insert('of another', other)
  await insert('of a dead one', dead)
  await insert('killed three', dead, 3)
  await reopenAbandoned(app.db, { server: own, running: [running] })
  const { rows } = await pool.query<{ name: string; status: number }>(
    'SELECT name, status FROM media ORDER BY id',
  )
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['running', 1],
    ['left', 0],
    ['of another', 1],
    ['of a dead one', 0],
    ['killed three', 3],
  ])
})

test('an address abandoned by a dead process is due again, and fails the third time', async () => {
  const anna = await app.deps.user()
  const { data } = await anna.client.call(contract.datasources.create, { body: { name: 'Addresses' } })
  const dead = '00000000-0000-4000-8000-000000000004'
  const own = '00000000-0000-4000-8000-000000000005'
  const { pool } = app.db
  await pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 5)', [own])
  const now = new Date('2030-01-02T00:00:00Z')
  const insert = async (name: string, server: string, attempts: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO media (datasource_id, name, mime_type, size, received, status, server_id, attempts, refresh, due)
        VALUES ($1, $2, 'text/plain', 5, 5, 2, $3, $4, 'daily', '2030-01-01T00:00:00Z') RETURNING id`,
      [data.datasource.id, name, server, attempts],
    )
    return rows[0]?.id ?? 0
  }
  await pool.query(
    `INSERT INTO media_sites (datasource_id, kind, url, host, page_limit, due, server_id, attempts)
      VALUES ($1, 'sitemap', 'x', 'x', 5, '2030-01-01T00:00:00Z', $2, 1)`,
    [data.datasource.id, dead],
  )
  const running = await insert('running', own, 1)
  await insert('of a dead one', dead, 1)
  await insert('killed three', dead, 3)
  await reopenAbandoned(app.db, { server: own, running: [running], now })
  const { rows } = await pool.query<{ server: string | null; due: Date; failure: string | null }>(
    `SELECT server_id AS server, due, last_failure AS failure FROM media WHERE datasource_id = $1 ORDER BY id`,
    [data.datasource.id],
  )
  expect(rows.map((row) => [row.server, row.failure])).toEqual([
    [own, null],
    [null, null],
    [null, 'damaged'],
  ])
  expect(rows[1]?.due).toEqual(new Date('2030-01-01T00:00:00Z'))
  expect(rows[2]?.due).toEqual(new Date('2030-01-03T00:00:00Z'))
  const sites = await pool.query('SELECT server_id FROM media_sites WHERE datasource_id = $1', [
    data.datasource.id,
  ])
  expect(sites.rows).toEqual([{ server_id: null }])
})
