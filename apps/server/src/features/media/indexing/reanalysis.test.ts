// A new version of the analysis of words rewrites the index of stored data sources.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '@polylogue/contract'
import { ANALYSIS } from '@polylogue/retrieval'
import { readySource } from '#test/ready-source.ts'
import { testApp, type TestApp } from '#test/test-app.ts'
import type { IndexingDeps } from './deps.ts'
import { openMerging } from './merging.ts'
import { unmerged } from './steps-store.ts'
import { openIndexer } from '../indexer/index.ts'

const own = '00000000-0000-4000-8000-000000000011'
const indexer = openIndexer()
const silent = { error: () => undefined }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await indexer.close()
  await app.close()
})

test('a stored source is searched with its old index until that is rewritten, without its documents being read again', async () => {
  const anna = await app.deps.user()
  const { id } = await readySource(anna, { text: 'Die Taxis warten vor dem Haus, und das 猫が座る。' })
  const find = async (q: string) =>
    (await anna.client.call(contract.datasources.search, { params: { id }, body: { q, limit: 5 } })).data
      .Passages.length
  const analyses = async () =>
    (
      await app.db.pool.query<{ analysis: number }>(
        'SELECT analysis FROM chunk_segments WHERE datasource_id = $1 AND server_id IS NULL',
        [id],
      )
    ).rows.map(({ analysis }) => analysis)
  expect([await find('Taxi'), await find('猫'), await analyses()]).toEqual([1, 1, [ANALYSIS]])
  await app.db.pool.query('UPDATE chunk_segments SET analysis = 1 WHERE datasource_id = $1', [id])
  expect(await find('Taxi')).toBe(1)
  // The terms of the old version: none of those that are asked for.
  await app.db.pool.query(
    `UPDATE chunk_postings SET data = '' WHERE segment_id IN (SELECT id FROM chunk_segments WHERE datasource_id = $1)`,
    [id],
  )
  expect([await find('Taxi'), await find('猫')]).toEqual([0, 0])
  // As the queue does when the process starts.
  const sources = await unmerged(app.db.pool)
  expect(sources).toEqual([id])
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 11)', [own])
  const deps = { db: app.db, serverId: () => own, indexer, log: silent } as unknown as IndexingDeps
  const merging = openMerging(deps, new AbortController().signal)
  for (const source of sources) merging.add(source)
  await vi.waitFor(async () => expect(await analyses()).toEqual([ANALYSIS]), {
    timeout: 20_000,
    interval: 50,
  })
  expect([await find('Taxi'), await find('猫')]).toEqual([1, 1])
})
