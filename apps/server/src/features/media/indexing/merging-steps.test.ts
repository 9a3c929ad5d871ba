import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp } from '#test/test-app.ts'
import { openMerging } from './merging.ts'
import type { IndexingDeps } from './deps.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('segments that a dead process wrote or deleted in steps are deleted; those of others stay', async () => {
  const anna = await app.deps.user()
  const { data } = await anna.client.call(contract.datasources.create, { body: { name: 'Source' } })
  const { pool } = app.db
  const own = '00000000-0000-4000-8000-000000000011'
  const other = '00000000-0000-4000-8000-000000000012'
  const dead = '00000000-0000-4000-8000-000000000013'
  await pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 11), ($2, 12)', [own, other])
  const insert = async (server: string | null) => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO chunk_segments (datasource_id, size, buckets, words, places, analysis, media_ids, server_id)
        VALUES ($1, 1, 1, 1, '', 0, '{}', $2) RETURNING id`,
      [data.datasource.id, server],
    )
    const id = rows[0]?.id ?? 0
    await pool.query(`INSERT INTO chunk_postings SELECT $1, n, '' FROM generate_series(1, 1100) n`, [id])
    return id
  }
  const [, byOther] = [await insert(dead), await insert(other), await insert(own)]
  const deps = { db: app.db, serverId: () => own } as unknown as IndexingDeps
  await openMerging(deps, new AbortController().signal).takeUp()
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM chunk_segments WHERE datasource_id = $1',
    [data.datasource.id],
  )
  expect(rows).toEqual([{ id: byOther }])
  const left = await pool.query('SELECT DISTINCT segment_id AS id FROM chunk_postings')
  expect(left.rows).toEqual([{ id: byOther }])
})
