// The SQL of indexing: every step is guarded by the id of the process that has taken the document.
import type { Refresh } from '@polylogue/contract'
import type { Runner } from '../../../platform/db/index.ts'
import type { ReadWarning } from '../../../platform/documents/index.ts'
import type { Validators } from '../../../platform/outbound/index.ts'
import type { TextLanguage } from '../retrieval/index.ts'

/** Number of attempts to read a document before it counts as failed (SOURCE-5). */
export const ATTEMPTS = 3
/** Number of attempts at a document that ends the thread of the index. */
export const ENDING_ATTEMPTS = 2

/** A document that this process reads, with the settings of its data source. */
export interface Taken {
  readonly id: number
  readonly datasourceId: number
  readonly userId: number
  readonly name: string
  readonly mimeType: string
  /** The encoding that a person chose, and the one that its server declares. */
  readonly encoding: string | null
  readonly declaredEncoding: string | null
  readonly size: number
  readonly url: string | null
  readonly host: string | null
  readonly siteId: number | null
  readonly attempts: number
  readonly extracted: string | null
  readonly extraction: number | null
  readonly characters: number
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
  /** Whether text recognition is due (0) or was tried (1). */
  readonly recognition: 0 | 1 | null
  readonly chunks: number
  readonly language: TextLanguage | null
  /** Counts the changes of the settings of its chunks. */
  readonly edition: number
  readonly failures: number
  readonly useContextual: boolean
  readonly chunkSize: number
  readonly chunkOverlap: number
  /** Its address is fetched again; its indexed text is found meanwhile. */
  readonly isRefresh: boolean
  /** The text of its pictures is recognised; its other text is found meanwhile. */
  readonly isRecognition: boolean
  /** Its text can be found. */
  readonly isReady: boolean
  /** The validators of its bytes; undefined for an unconditional fetch. */
  readonly known: Validators | undefined
  readonly contentHash: Buffer | undefined
}

interface TakenRow extends Omit<Taken, 'isRefresh' | 'isRecognition' | 'isReady' | 'known' | 'contentHash'> {
  readonly status: number
  readonly answeredUrl: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly hash: Buffer | null
}

function toTaken({ status, answeredUrl, etag, lastModified, hash, ...row }: TakenRow): Taken {
  const isReady = status === 2
  return {
    ...row,
    isRefresh: status !== 1,
    isRecognition: false,
    isReady,
    known: isReady && answeredUrl !== null ? { url: answeredUrl, etag, lastModified } : undefined,
    contentHash: isReady && hash ? hash : undefined,
  }
}

const WAITS = 'status = 0 AND received = size'
const WAITS_FOR_RECOGNITION = 'recognition = 0 AND status = 2 AND server_id IS NULL'
/** The address of an indexed or failed document that is to be fetched again. */
const isDue = (now: string) => `due <= ${now} AND server_id IS NULL AND status > 1`
const HOST_IS_FREE = '(host IS NULL OR host <> ALL ($1::text[]))'

/** Limits the work that can be taken now. */
export interface Takeable {
  /** Hosts to which no request may be sent now. */
  readonly busy: readonly string[]
  readonly now: Date
}

/** What a person waits for: documents whose bytes are stored, answers of web servers, or text recognition. */
export type Kind = 'read' | 'fetch' | 'recognize'

export interface WaitingPerson {
  /** 0 stands for deleted accounts. */
  readonly userId: number
  readonly kind: Kind
}

/** Returns the people with waiting documents, addresses or site maps. */
export async function waitingPeople(db: Runner, { busy, now }: Takeable): Promise<WaitingPerson[]> {
  const { rows } = await db.query<WaitingPerson>(
    `SELECT coalesce(user_id, 0) AS "userId", CASE WHEN size > 0 THEN 'read' ELSE 'fetch' END AS kind
        FROM media WHERE ${WAITS} AND (size > 0 OR ${HOST_IS_FREE})
      UNION SELECT coalesce(user_id, 0), 'fetch' FROM media WHERE ${isDue('$2')} AND ${HOST_IS_FREE}
      UNION SELECT coalesce(user_id, 0), 'fetch' FROM media_sites
        WHERE due <= $2 AND server_id IS NULL AND ${HOST_IS_FREE}
      UNION SELECT coalesce(user_id, 0), 'recognize' FROM media WHERE ${WAITS_FOR_RECOGNITION}`,
    [busy, now],
  )
  return rows
}

/**
 * Takes the next document of a person: to read or to recognise, a waiting one; to fetch, a waiting address, else one that is due. Returns undefined
 * when there is none.
 */
export async function take(
  db: Runner,
  { userId, kind }: WaitingPerson,
  server: string,
  { busy, now }: Takeable,
): Promise<Taken | undefined> {
  const values = [busy, userId, server]
  // All statements have the same parameters.
  if (kind === 'read') return takeFirst(db, `${WAITS} AND size > 0 AND $1::text[] IS NOT NULL`, 'id', values)
  if (kind === 'recognize') {
    const taken = await takeFirst(db, `${WAITS_FOR_RECOGNITION} AND $1::text[] IS NOT NULL`, 'id', values)
    return taken && { ...taken, isRecognition: true }
  }
  return (
    (await takeFirst(db, `${WAITS} AND size = 0 AND ${HOST_IS_FREE}`, 'id', values)) ??
    (await takeFirst(db, `${isDue('$4')} AND ${HOST_IS_FREE}`, 'due, id', [...values, now]))
  )
}

async function takeFirst(
  db: Runner,
  condition: string,
  order: string,
  values: readonly unknown[],
): Promise<Taken | undefined> {
  const { rows } = await db.query<TakenRow>(
    `WITH taken AS (
        UPDATE media SET status = CASE status WHEN 0 THEN 1 ELSE status END, attempts = attempts + 1, server_id = $3,
          reason = CASE status WHEN 0 THEN NULL ELSE reason END
        WHERE id = (SELECT id FROM media WHERE ${condition} AND user_id IS NOT DISTINCT FROM nullif($2::bigint, 0)
          ORDER BY ${order} LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING *)
      SELECT taken.id, taken.datasource_id AS "datasourceId", coalesce(taken.user_id, 0) AS "userId", taken.name,
        taken.mime_type AS "mimeType", taken.encoding, taken.declared_encoding AS "declaredEncoding", taken.size, taken.url, taken.host, taken.site_id AS "siteId", taken.attempts,
        taken.extracted, taken.extraction, taken.characters, taken.pages, taken.warnings, taken.recognition, taken.chunks,
        taken.language,
        taken.edition, taken.failures, taken.status, taken.answered_url AS "answeredUrl", taken.etag,
        taken.last_modified AS "lastModified", taken.content_hash AS hash,
        datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap"
      FROM taken JOIN datasources ON datasources.id = taken.datasource_id`,
    [...values],
  )
  return rows[0] && toTaken(rows[0])
}

type Settings = Pick<Taken, 'useContextual' | 'chunkSize' | 'chunkOverlap' | 'edition'>

/** Locks a document if this process still reads it, and returns its current settings and those of its data source. */
export async function lockTaken(
  db: Runner,
  id: number,
  server: string,
): Promise<(Settings & { readonly refresh: Refresh }) | undefined> {
  const { rows } = await db.query<Settings & { readonly refresh: Refresh }>(
    `SELECT media.refresh, media.edition, datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap"
      FROM media JOIN datasources ON datasources.id = media.datasource_id
      WHERE media.id = $1 AND media.server_id = $2 FOR UPDATE OF media`,
    [id, server],
  )
  return rows[0]
}

export const sameSettings = (one: Settings, other: Settings): boolean =>
  one.useContextual === other.useContextual &&
  one.chunkSize === other.chunkSize &&
  one.chunkOverlap === other.chunkOverlap &&
  one.edition === other.edition

/** Returns which of these documents this process still reads. */
export async function stillHeld(db: Runner, ids: readonly number[], server: string): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM media WHERE id = ANY ($1::bigint[]) AND server_id = $2',
    [ids, server],
  )
  return rows.map(({ id }) => id)
}

/** Gives a document back, so that it waits or is due again, and subtracts `attempts` from its count. */
export async function release(db: Runner, id: number, server: string, attempts: 0 | 1): Promise<void> {
  await db.query(
    `UPDATE media SET status = CASE status WHEN 1 THEN 0 ELSE status END, server_id = NULL, attempts = attempts - $3
      WHERE id = $1 AND server_id = $2`,
    [id, server, attempts],
  )
}

/** Returns the data sources that have segments to rewrite, or many segments. */
export async function unmerged(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT datasource_id AS id FROM chunk_segments WHERE server_id IS NULL
      GROUP BY datasource_id HAVING bool_or(stale) OR count(*) >= 8`,
  )
  return rows.map(({ id }) => id)
}
