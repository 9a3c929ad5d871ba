// The data sources of the crawl.
import { vi, expect } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import type { TestApp, TestUser } from '../test-app.ts'

export interface DatasourceThings {
  readonly datasource: { id: number; context: { id: number } }
  /** A document of it with a passage, and one whose upload has begun. */
  readonly mediaId: number
  readonly chunkId: number
  readonly uploadId: number
  /** A test question of it, and a question that was reported to have found nothing. */
  readonly testQuestionId: number
  readonly unansweredId: number
  /** A document with an address, and a site map without pages. */
  readonly addressId: number
  readonly siteId: number
}

/**
 * Returns a data source whose document contains the canary. The standing one is indexed; a fresh document has no bytes and is
 * stored directly in the database, after deleting those of the previous row. No version is newer than the one with which it is
 * indexed, so the server never reads it again by itself.
 */
export async function datasourceOf(
  app: TestApp,
  owner: TestUser,
  { kind, canary }: { kind: 'standing' | 'fresh'; canary: string },
): Promise<DatasourceThings> {
  const { pool } = app.db
  await pool.query(`DELETE FROM datasources WHERE summary = 'fresh'`)
  const content = Buffer.from(`The word is ${canary}.`).toString('base64')
  const { data } = await owner.client.call(contract.datasources.create, {
    body: {
      name: `Source ${canary}`,
      summary: kind,
      media: kind === 'standing' ? [{ name: `${canary}.txt`, mime_type: 'text/plain', content }] : [],
    },
  })
  const { datasource } = data
  const begin = async () => {
    const body = { name: `${canary} begun.txt`, mime_type: 'text/plain', size: 10 }
    const begun = await owner.client.call(contract.media.begin, { params: { id: datasource.id }, body })
    return begun.data.media.media_id
  }
  const questions = async () => {
    const { rows } = await pool.query<{ testQuestionId: number; unansweredId: number }>(
      `WITH kept AS (INSERT INTO test_questions (datasource_id, user_id, q) VALUES ($1, $2, $3) RETURNING id),
        told AS (INSERT INTO unanswered_questions (datasource_id, user_id, q, same) VALUES ($1, $2, $3, '') RETURNING id)
        SELECT kept.id AS "testQuestionId", told.id AS "unansweredId" FROM kept, told`,
      [datasource.id, owner.id, `Question ${canary}`],
    )
    return rows[0] ?? { testQuestionId: 0, unansweredId: 0 }
  }
  const { rows: addresses } = await pool.query<{ id: number }>(
    `INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, status, reason, url)
      VALUES ($1, $2, $3, 'text/html', 0, 0, 3, 'unreachable', $4) RETURNING id`,
    [datasource.id, owner.id, `${canary} page`, `https://nowhere.invalid/${canary}`],
  )
  const { rows: sites } = await pool.query<{ id: number }>(
    `INSERT INTO media_sites (datasource_id, user_id, kind, url, host, page_limit)
      VALUES ($1, $2, 'sitemap', $3, 'nowhere.invalid', 5) RETURNING id`,
    [datasource.id, owner.id, `https://nowhere.invalid/${canary}.xml`],
  )
  const more = { addressId: addresses[0]?.id ?? 0, siteId: sites[0]?.id ?? 0 }
  if (kind === 'fresh') {
    const { rows } = await pool.query<{ mediaId: number; chunkId: number }>(
      `WITH document AS (INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, status, extraction, cutting)
          VALUES ($1, $2, $3, 'text/plain', 5, 5, 2, 32767, 32767) RETURNING id)
        INSERT INTO chunks (datasource_id, media_id, ordinal, heading, context, from_at, to_at, tokens, hash, text)
        SELECT $1, id, 0, '', '', 0, 5, 2, '', $3 FROM document RETURNING id AS "chunkId", media_id AS "mediaId"`,
      [datasource.id, owner.id, `${canary}.txt`],
    )
    const uploadId = await begin()
    await pool.query('UPDATE datasources SET status = $2 WHERE id = $1', [
      datasource.id,
      DATASOURCE_STATUS.ready,
    ])
    const { mediaId = 0, chunkId = 0 } = rows[0] ?? {}
    return { datasource, mediaId, chunkId, uploadId, ...(await questions()), ...more }
  }
  await vi.waitFor(async () => {
    const ready = await owner.client.call(contract.datasources.get, { params: { id: datasource.id } })
    expect(ready.data.datasource.status).toBe(DATASOURCE_STATUS.ready)
  }, 60_000)
  const mediaId = datasource.media[0]?.media_id ?? 0
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM chunks WHERE media_id = $1', [mediaId])
  return {
    datasource,
    mediaId,
    chunkId: rows[0]?.id ?? 0,
    uploadId: await begin(),
    ...(await questions()),
    ...more,
  }
}
