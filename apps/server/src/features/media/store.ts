import { DATASOURCE_STATUS, type MediaReason, type Refresh } from '@polylogue/contract'
import { tableHead } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import { recheckVectors } from '#features/datasources/index.ts'
import { REMOVED_PAGES } from '#features/sites/table.ts'
import { hostOf, type MediaRow } from './rules.ts'
import { RECOGNITION } from './table.ts'

const { failed, pending, ready } = DATASOURCE_STATUS

const COLUMNS = `media.id, media.datasource_id AS "datasourceId", media.user_id AS "userId", media.name, media.mime_type AS "mimeType", media.size,
  media.received, media.url, media.status, media.reason, media.warnings, media.pages, media.characters, media.chunks,
  media.language, media.extracted, media.created, media.indexed, media.site_id AS "siteId", media.refresh, media.due,
  media.checked, media.changed, media.last_failure AS "lastFailure", media.edition,
  media.encoding, coalesce(media.recognition = ${RECOGNITION.due}, false) AS recognizing`

export async function find(db: Runner, id: number): Promise<MediaRow | undefined> {
  const { rows } = await db.query<MediaRow>(`SELECT ${COLUMNS} FROM media WHERE id = $1`, [id])
  return rows[0]
}

/** Locks a document. Lock its data source first. */
export async function lock(db: Runner, id: number): Promise<MediaRow | undefined> {
  const { rows } = await db.query<MediaRow>(`SELECT ${COLUMNS} FROM media WHERE id = $1 FOR UPDATE`, [id])
  return rows[0]
}

export async function ofDatasource(db: Runner, datasourceId: number): Promise<MediaRow[]> {
  const { rows } = await db.query<MediaRow>(
    `SELECT ${COLUMNS} FROM media WHERE datasource_id = $1 ORDER BY id`,
    [datasourceId],
  )
  return rows
}

export async function count(db: Runner, datasourceId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM media WHERE datasource_id = $1',
    [datasourceId],
  )
  return rows[0]?.count ?? 0
}

export interface NewMedia {
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly received: number
  readonly url: string | null
  readonly refresh?: Refresh | undefined
  readonly siteId?: number | undefined
  /** Why it is not read. */
  readonly failed?: MediaReason | undefined
}

export async function insert(
  db: Runner,
  datasourceId: number,
  userId: number,
  { name, mimeType, size, received, url, refresh = 'none', siteId, failed: reason }: NewMedia,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, url, host, refresh, site_id, status, reason)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      datasourceId,
      userId,
      name,
      mimeType,
      size,
      received,
      url,
      hostOf(url),
      refresh,
      siteId ?? null,
      reason ? failed : pending,
      reason ?? null,
    ],
  )
  if (!rows[0]) throw new Error('The database returned no row for a new document')
  return rows[0].id
}

/** Adds a piece of an upload. The document is locked. */
export async function addPiece(
  db: Runner,
  { id, received }: Pick<MediaRow, 'id' | 'received'>,
  piece: { readonly blob: string; readonly size: number },
): Promise<void> {
  await db.query(
    `INSERT INTO media_pieces (media_id, position, blob, size)
      SELECT $1, coalesce(max(position) + 1, 0), $2, $3 FROM media_pieces WHERE media_id = $1`,
    [id, piece.blob, piece.size],
  )
  await db.query('UPDATE media SET received = $2, arrived = now() WHERE id = $1', [id, received + piece.size])
}

/** Stores the type that the bytes of an upload tell. */
export async function setType(db: Runner, id: number, mimeType: string): Promise<void> {
  await db.query('UPDATE media SET mime_type = $2 WHERE id = $1', [id, mimeType])
}

/** Returns the keys of a document's pieces in their order. */
export async function pieces(db: Runner, id: number): Promise<string[]> {
  const { rows } = await db.query<{ blob: string }>(
    'SELECT blob FROM media_pieces WHERE media_id = $1 ORDER BY position',
    [id],
  )
  return rows.map(({ blob }) => blob)
}

/** Makes documents wait for indexing again. Incomplete uploads continue. */
export async function reopen(
  db: Runner,
  datasourceId: number,
  ids: readonly number[] | undefined,
): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE media SET status = ${pending}, reason = NULL, attempts = 0, server_id = NULL
      WHERE datasource_id = $1 AND received = size AND ($2::bigint[] IS NULL OR id = ANY ($2::bigint[]))`,
    [datasourceId, ids ?? null],
  )
  return rowCount ?? 0
}

export async function fail(db: Runner, id: number, reason: string): Promise<void> {
  await db.query(`UPDATE media SET status = ${failed}, reason = $2, server_id = NULL WHERE id = $1`, [
    id,
    reason,
  ])
}

/** Deletes documents with their chunks. Returns the keys of their bytes. The data source is locked. */
export async function remove(db: Runner, datasourceId: number, ids: readonly number[]): Promise<string[]> {
  const blobs = await blobsOf(db, ids)
  await setStale(db, ids)
  await keepGone(db, datasourceId, ids)
  await db.query('DELETE FROM media WHERE datasource_id = $1 AND id = ANY ($2::bigint[])', [
    datasourceId,
    ids,
  ])
  await recheckVectors(db, datasourceId)
  return blobs
}

/** Stores the gone pages that are removed from their site, so that links do not add them again. */
async function keepGone(db: Runner, datasourceId: number, ids: readonly number[]): Promise<void> {
  await db.query(
    `INSERT INTO ${REMOVED_PAGES} (site_id, url) SELECT site_id, url FROM media
      WHERE datasource_id = $1 AND id = ANY ($2::bigint[]) AND site_id IS NOT NULL AND 'gone' IN (reason, last_failure)
      ON CONFLICT DO NOTHING`,
    [datasourceId, ids],
  )
}

/** Marks the segments that have chunks of these documents, so that they are rewritten without them. */
export async function setStale(db: Runner, mediaIds: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE chunk_segments SET stale = true, revision = revision + 1
      WHERE datasource_id IN (SELECT datasource_id FROM media WHERE id = ANY ($1::bigint[]))
      AND media_ids && $1::bigint[]`,
    [mediaIds],
  )
}

/** Returns the keys of the bytes and texts of documents. */
export async function blobsOf(db: Runner, ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ blob: string }>(
    `SELECT blob FROM media_pieces WHERE media_id = ANY ($1::bigint[])
      UNION ALL SELECT extracted FROM media WHERE id = ANY ($1::bigint[]) AND extracted IS NOT NULL`,
    [ids],
  )
  return rows.map(({ blob }) => blob)
}

/** Returns the hashes of a document's chunks, one after the other. */
export async function hashesOf(db: Runner, id: number): Promise<Buffer> {
  const { rows } = await db.query<{ hash: Buffer }>('SELECT hash FROM chunks WHERE media_id = $1', [id])
  return Buffer.concat(rows.map(({ hash }) => hash))
}

/**
 * Returns how many documents of a data source would be cut again with these settings; 0 if they are its current ones. Addresses
 * that were never fetched have no text to cut.
 */
export async function countCutAgain(
  db: Runner,
  datasourceId: number,
  { chunkSize, chunkOverlap, useContextual }: ChunkChoice,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM media JOIN datasources ON datasources.id = media.datasource_id
      WHERE datasource_id = $1 AND received = media.size AND media.size > 0
        AND (chunk_size, chunk_overlap, use_contextual) IS DISTINCT FROM ($2::int, $3::int, $4::boolean)`,
    [datasourceId, chunkSize, chunkOverlap, useContextual],
  )
  return rows[0]?.count ?? 0
}

/** The chunk settings, with the names of the API. */
export interface ChunkChoice {
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly useContextual: boolean
}

export interface PlacedChunk {
  readonly chunkId: number
  readonly from: number
  readonly to: number
  readonly page: number | null
  readonly heading: string
  readonly head: string
  readonly tokens: number
  readonly isOff: boolean
  readonly note: string
}

/** Chunks that are read at once. */
const BATCH = 1_000

/** Yields the chunks of a document in their order, in batches. */
export async function* chunksOf(
  db: Runner,
  { id, title }: { readonly id: number; readonly title: string },
): AsyncGenerator<PlacedChunk[]> {
  for (let last = -1; ;) {
    const { rows } = await db.query<
      Omit<PlacedChunk, 'head'> & { readonly ordinal: number; readonly context: string }
    >(
      `SELECT id AS "chunkId", from_at AS "from", to_at AS "to", page, heading, context, tokens, is_off AS "isOff", note, ordinal
        FROM chunks
        WHERE media_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT $3`,
      [id, last, BATCH],
    )
    yield rows.map(({ ordinal, context, ...chunk }) => {
      last = ordinal
      return { ...chunk, head: tableHead({ title, heading: chunk.heading, context }) }
    })
    if (rows.length < BATCH) return
  }
}

/** Stores the interval of an address and its next fetch; an address that waits to be fetched still waits. */
export async function setRefresh(
  db: Runner,
  id: number,
  { refresh, due, now }: { readonly refresh: Refresh; readonly due: Date | null; readonly now: Date },
): Promise<void> {
  await db.query(
    `UPDATE media SET refresh = $2, due = CASE WHEN status < ${ready} OR due <= $4 THEN due ELSE $3 END WHERE id = $1`,
    [id, refresh, due, now],
  )
}

/** Stores the encoding that a document is read as. Its text is read again when it is indexed. */
export async function setEncoding(db: Runner, id: number, encoding: string | null): Promise<void> {
  await db.query('UPDATE media SET encoding = $2, extraction = NULL WHERE id = $1', [id, encoding])
}

export async function setDue(db: Runner, ids: readonly number[], due: Date): Promise<void> {
  await db.query('UPDATE media SET due = $2 WHERE id = ANY ($1::bigint[])', [ids, due])
}

/** Returns the data sources with incomplete uploads that got no piece since then. */
export async function sourcesWithUnfinished(db: Runner, before: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT DISTINCT datasource_id AS id FROM media WHERE received < size AND arrived < $1',
    [before],
  )
  return rows.map(({ id }) => id)
}

export async function unfinished(db: Runner, datasourceId: number, before: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM media WHERE datasource_id = $1 AND received < size AND arrived < $2 ORDER BY id FOR UPDATE',
    [datasourceId, before],
  )
  return rows.map(({ id }) => id)
}
