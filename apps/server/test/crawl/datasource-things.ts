// The data sources of the crawl.
import { vi, expect } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import type { TestApp, TestUser } from '../test-app.ts'

export interface DatasourceThings {
  readonly datasource: { id: number; context: { id: number } }
  /** A document of it, and one whose upload has begun. */
  readonly mediaId: number
  readonly uploadId: number
}

/**
 * Returns a data source whose document contains the canary. The standing one is indexed; a fresh document has no bytes and is
 * stored directly in the database, after deleting those of the previous row.
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
  if (kind === 'fresh') {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, status)
        VALUES ($1, $2, $3, 'text/plain', 5, 5, 2) RETURNING id`,
      [datasource.id, owner.id, `${canary}.txt`],
    )
    return { datasource, mediaId: rows[0]?.id ?? 0, uploadId: await begin() }
  }
  await vi.waitFor(async () => {
    const ready = await owner.client.call(contract.datasources.get, { params: { id: datasource.id } })
    expect(ready.data.datasource.status).toBe(DATASOURCE_STATUS.ready)
  }, 20_000)
  return { datasource, mediaId: datasource.media[0]?.media_id ?? 0, uploadId: await begin() }
}
