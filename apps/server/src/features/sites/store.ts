import { DATASOURCE_STATUS, type MediaReason, type Refresh, type SiteKind } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'

const { failed, indexing, pending, ready } = DATASOURCE_STATUS

export interface SiteRow {
  readonly id: number
  readonly datasourceId: number
  readonly userId: number | null
  readonly kind: SiteKind
  readonly url: string
  readonly limit: number
  readonly refresh: Refresh
  readonly due: Date | null
  readonly checked: Date | null
  readonly lastFailure: MediaReason | null
  readonly created: Date
}

const COLUMNS = `id, datasource_id AS "datasourceId", user_id AS "userId", kind, url, page_limit AS "limit", refresh, due,
  checked, last_failure AS "lastFailure", created`

export async function find(db: Runner, id: number): Promise<SiteRow | undefined> {
  const { rows } = await db.query<SiteRow>(`SELECT ${COLUMNS} FROM media_sites WHERE id = $1`, [id])
  return rows[0]
}

export async function ofDatasource(db: Runner, datasourceId: number): Promise<SiteRow[]> {
  const { rows } = await db.query<SiteRow>(
    `SELECT ${COLUMNS} FROM media_sites WHERE datasource_id = $1 ORDER BY id`,
    [datasourceId],
  )
  return rows
}

export interface NewSite extends Pick<
  SiteRow,
  'datasourceId' | 'kind' | 'url' | 'limit' | 'refresh' | 'due'
> {
  readonly userId: number
  readonly host: string
}

export async function insert(db: Runner, site: NewSite): Promise<SiteRow> {
  const { datasourceId, userId, kind, url, host, limit, refresh, due } = site
  const { rows } = await db.query<SiteRow>(
    `INSERT INTO media_sites (datasource_id, user_id, kind, url, host, page_limit, refresh, due)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [datasourceId, userId, kind, url, host, limit, refresh, due],
  )
  if (!rows[0]) throw new Error('The database returned no row for a new site')
  return rows[0]
}

/** Stores the settings of a site; its pages get the same interval. Pages that left the site map return with it alone. */
export async function update(
  db: Runner,
  id: number,
  { limit, refresh, now }: { limit: number; refresh: Refresh; now: Date },
): Promise<void> {
  await db.query('UPDATE media_sites SET page_limit = $2, refresh = $3 WHERE id = $1', [id, limit, refresh])
  const next = `CASE WHEN due <= $3 THEN due
    WHEN $2 <> 'none' THEN coalesce(checked, $3::timestamptz) + CASE $2 WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END
    END`
  await db.query(
    `UPDATE media SET refresh = $2, due = CASE WHEN status < ${ready} OR (due IS NULL AND last_failure = 'gone'
        AND EXISTS (SELECT FROM media_sites WHERE id = $1 AND kind = 'sitemap')) THEN due ELSE ${next} END
      WHERE site_id = $1`,
    [id, refresh, now],
  )
  await db.query(`UPDATE media_sites SET due = ${next} WHERE id = $1 AND refresh = $2`, [id, refresh, now])
}

/** Makes a site and all of its pages due; pages that were never fetched wait like new ones. */
export async function makeDue(db: Runner, id: number, now: Date): Promise<void> {
  await db.query('UPDATE media_sites SET due = $2 WHERE id = $1', [id, now])
  await db.query(`UPDATE media SET due = $2 WHERE site_id = $1 AND status > ${indexing} AND size > 0`, [
    id,
    now,
  ])
  await db.query(
    `UPDATE media SET status = ${pending}, reason = NULL, attempts = 0, server_id = NULL
      WHERE site_id = $1 AND status = ${failed} AND size = 0`,
    [id],
  )
}

/** Makes the site map, or all pages, due for an unconditional fetch, to find pages that were above the old limit. */
export async function lookForPages(db: Runner, id: number, now: Date): Promise<void> {
  await db.query(`UPDATE media_sites SET due = $2 WHERE id = $1 AND kind = 'sitemap'`, [id, now])
  await db.query(
    `UPDATE media SET due = $2, answered_url = NULL, etag = NULL, last_modified = NULL
      WHERE site_id = $1 AND status > ${indexing} AND size > 0
        AND EXISTS (SELECT FROM media_sites WHERE id = $1 AND kind = 'below')`,
    [id, now],
  )
}

export async function remove(db: Runner, id: number): Promise<void> {
  await db.query('DELETE FROM media_sites WHERE id = $1', [id])
}

export async function pagesOf(db: Runner, id: number): Promise<{ id: number; url: string }[]> {
  const { rows } = await db.query<{ id: number; url: string }>(
    'SELECT id, url FROM media WHERE site_id = $1 ORDER BY id',
    [id],
  )
  return rows
}

/** Locks the pages of a site that are gone, and returns their ids. */
export async function goneOf(db: Runner, id: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM media WHERE site_id = $1 AND last_failure = 'gone' ORDER BY id FOR UPDATE`,
    [id],
  )
  return rows.map((row) => row.id)
}

export interface NewPage {
  readonly name: string
  readonly url: string
  readonly host: string | null
}

/** Adds pages as documents that wait to be fetched. */
export async function insertPages(
  db: Runner,
  { id, datasourceId, userId, refresh }: Pick<SiteRow, 'id' | 'datasourceId' | 'userId' | 'refresh'>,
  pages: readonly NewPage[],
): Promise<void> {
  await db.query(
    `INSERT INTO media (datasource_id, user_id, site_id, refresh, mime_type, size, received, name, url, host)
      SELECT $1::bigint, $2::bigint, $3::bigint, $4, 'text/html', 0, 0, page.*
      FROM unnest($5::text[], $6::text[], $7::text[]) AS page`,
    [
      datasourceId,
      userId,
      id,
      refresh,
      pages.map(({ name }) => name),
      pages.map(({ url }) => url),
      pages.map(({ host }) => host),
    ],
  )
}

/** Marks pages that the site map no longer names, and fetches pages again that it names again. `listed` are stored addresses. */
export async function markGone(
  db: Runner,
  siteId: number,
  { listed, now }: { readonly listed: readonly string[]; readonly now: Date },
): Promise<void> {
  await db.query(
    `UPDATE media SET last_failure = 'gone', due = NULL
      WHERE site_id = $1 AND status = ${ready} AND url <> ALL ($2::text[])`,
    [siteId, listed],
  )
  await db.query(
    `UPDATE media SET last_failure = NULL, due = $3
      WHERE site_id = $1 AND status = ${ready} AND last_failure = 'gone' AND due IS NULL AND url = ANY ($2::text[])`,
    [siteId, listed, now],
  )
}
