// The SQL of indexing: every step is guarded by the id of the process that has taken the document.
import { DATASOURCE_STATUS, type Refresh } from '@polylogue/contract'
import { ANALYSIS, type TextLanguage } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import type { ReadWarning } from '#platform/documents/index.ts'
import type { Validators } from '#platform/outbound/index.ts'
import { isInUse } from '#features/datasources/table.ts'
import { RECOGNITION, type Recognition } from '../table.ts'
import { documents, IN_USE } from './claimed-store.ts'

const { indexing, pending, ready } = DATASOURCE_STATUS

/** Number of attempts at a document that ends the thread of the index. */
export const ENDING_ATTEMPTS = 2

/** A document that this process reads, with the settings of its data source. */
export interface Taken {
  readonly id: number
  readonly status: number
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
  readonly recognition: Recognition
  readonly chunks: number
  readonly language: TextLanguage | null
  /** Counts the changes of the settings of its chunks. */
  readonly edition: number
  readonly failures: number
  readonly useContextual: boolean
  readonly chunkSize: number
  readonly chunkOverlap: number
  /** How its data source has scans read. */
  readonly recognitionLanguages: readonly string[]
  readonly recognitionTagId: number
  /** Its address is fetched again; its indexed text is found meanwhile. */
  readonly isRefresh: boolean
  /** The text of its pictures is recognised; its other text is found meanwhile. */
  readonly isRecognition: boolean
  /** An older version read it; its text is found meanwhile, and stays when reading fails. */
  readonly isReread: boolean
  /** Its text can be found. */
  readonly isReady: boolean
  /** The validators of its bytes; undefined for an unconditional fetch. */
  readonly known: Validators | undefined
  readonly contentHash: Buffer | undefined
}

type Told = 'isRefresh' | 'isRecognition' | 'isReread' | 'isReady' | 'known' | 'contentHash'

interface TakenRow extends Omit<Taken, Told> {
  readonly answeredUrl: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly hash: Buffer | null
}

function toTaken({ answeredUrl, etag, lastModified, hash, ...row }: TakenRow): Taken {
  const isReady = row.status === ready
  return {
    ...row,
    isRefresh: row.status !== indexing,
    isRecognition: false,
    isReread: false,
    isReady,
    known: isReady && answeredUrl !== null ? { url: answeredUrl, etag, lastModified } : undefined,
    contentHash: isReady && hash ? hash : undefined,
  }
}

const WAITS = `status = ${pending} AND received = size AND ${IN_USE}`
const WAITS_FOR_RECOGNITION = `recognition = ${RECOGNITION.due} AND status = ${ready} AND server_id IS NULL AND ${IN_USE}`
/** The address of an indexed or failed document that is to be fetched again. */
const isDue = (now: string) => `due <= ${now} AND server_id IS NULL AND status > ${indexing} AND ${IN_USE}`
const HOST_IS_FREE = '(host IS NULL OR host <> ALL ($1::text[]))'

/** Limits the work that can be taken now. */
export interface Takeable {
  /** Hosts to which no request may be sent now. */
  readonly busy: readonly string[]
  readonly now: Date
  /** Data sources whose documents were taken, the last one at the end: the others come first. */
  readonly sources?: readonly number[]
}

/** What a person waits for: documents whose bytes are stored, answers of web servers, or text recognition. */
export type Kind = 'read' | 'fetch' | 'recognize'

/** Documents that older versions read, and those of them whose text was recognised. */
export const REREAD_KINDS = ['reread', 'rerecognize'] as const
export type RereadKind = (typeof REREAD_KINDS)[number]

interface Person<K extends Kind | RereadKind> {
  /** 0 stands for deleted accounts. */
  readonly userId: number
  readonly kind: K
}

export type WaitingPerson = Person<Kind>
export type Rereader = Person<RereadKind>

export const isRereader = (one: WaitingPerson | Rereader): one is Rereader =>
  REREAD_KINDS.some((kind) => kind === one.kind)

/** Returns the people with waiting documents, addresses or site maps. */
export async function waitingPeople(db: Runner, { busy, now }: Takeable): Promise<WaitingPerson[]> {
  const { rows } = await db.query<WaitingPerson>(
    `SELECT coalesce(user_id, 0) AS "userId", CASE WHEN size > 0 THEN 'read' ELSE 'fetch' END AS kind
        FROM media WHERE ${WAITS} AND (size > 0 OR ${HOST_IS_FREE})
      UNION SELECT coalesce(user_id, 0), 'fetch' FROM media WHERE ${isDue('$2')} AND ${HOST_IS_FREE}
      UNION SELECT coalesce(user_id, 0), 'fetch' FROM media_sites
        WHERE due <= $2 AND server_id IS NULL AND ${HOST_IS_FREE} AND ${isInUse('media_sites.datasource_id')}
      UNION SELECT coalesce(user_id, 0), 'recognize' FROM media WHERE ${WAITS_FOR_RECOGNITION}`,
    [busy, now],
  )
  return rows
}

/**
 * Takes the next document of a person: to read or to recognise, a waiting one; to fetch, a waiting address, else one that is due.
 * Their data sources take turns. Returns undefined when there is none.
 */
export async function take(
  db: Runner,
  { userId, kind }: WaitingPerson,
  server: string,
  takeable: Takeable,
): Promise<Taken | undefined> {
  const first = (condition: string, order = 'id') =>
    takeFirst(
      db,
      { claimed: documents, condition, order: `${SOURCE_TURN}, ${order}` },
      { userId, server, ...takeable },
    )
  if (kind === 'read') return first(`${WAITS} AND size > 0`)
  if (kind === 'recognize') {
    const taken = await first(WAITS_FOR_RECOGNITION)
    return taken && { ...taken, isRefresh: false, isRecognition: true }
  }
  return (
    (await first(`${WAITS} AND size = 0 AND ${HOST_IS_FREE}`)) ??
    (await first(`${isDue('$2')} AND ${HOST_IS_FREE}`, 'due, id'))
  )
}

/** Data sources take turns, so that a small one does not wait for a large one of the same person. */
const SOURCE_TURN = 'coalesce(array_position($5, datasource_id), 0)'

interface Choice {
  /** As what it is taken: this counts the attempt. */
  readonly claimed: Pick<typeof documents, 'takeNext'>
  readonly condition: string
  readonly order: string
}

/** Takes the first document of a person that meets the condition; $1 are busy hosts, $2 is the time, $5 are data sources. */
export async function takeFirst(
  db: Runner,
  { claimed, condition, order }: Choice,
  {
    userId,
    server,
    busy = [],
    now = new Date(),
    sources = [],
  }: Partial<Takeable> & { readonly userId: number; readonly server: string },
): Promise<Taken | undefined> {
  const where = `${condition} AND user_id ${userId === 0 ? 'IS NULL AND $4 = 0' : '= $4'}`
  const { rows } = await db.query<TakenRow>(
    `WITH given AS (SELECT $1::text[] AS busy, $2::timestamptz AS now, $5::bigint[] AS sources),
        taken AS (${claimed.takeNext({ server: '$3', where, order })} RETURNING *)
      SELECT taken.id, taken.status, taken.datasource_id AS "datasourceId", coalesce(taken.user_id, 0) AS "userId", taken.name,
        taken.mime_type AS "mimeType", taken.encoding, taken.declared_encoding AS "declaredEncoding", taken.size, taken.url, taken.host, taken.site_id AS "siteId", taken.attempts,
        taken.extracted, taken.extraction, taken.characters, taken.pages, taken.warnings, taken.recognition, taken.chunks,
        taken.language,
        taken.edition, taken.failures, taken.answered_url AS "answeredUrl", taken.etag,
        taken.last_modified AS "lastModified", taken.content_hash AS hash,
        datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap", datasources.recognition_languages AS "recognitionLanguages",
        datasources.recognition_tag_id AS "recognitionTagId"
      FROM taken JOIN datasources ON datasources.id = taken.datasource_id`,
    [busy, now, server, userId, sources],
  )
  return rows[0] && toTaken(rows[0])
}

/** Returns whether the address of a document is fetched before it is read. */
export const isFetched = ({ url, size, status, isRefresh }: Taken): boolean =>
  url !== null && (isRefresh || (status === indexing && size === 0))

type Settings = Pick<
  Taken,
  'useContextual' | 'chunkSize' | 'chunkOverlap' | 'edition' | 'recognitionLanguages' | 'recognitionTagId'
>

/**
 * Locks a document if this process still works on it, and returns its current settings and those of its data source. The same
 * process may have taken it for something else meanwhile, in another state.
 */
export async function lockTaken(
  db: Runner,
  { id, status }: Pick<Taken, 'id' | 'status'>,
  server: string,
): Promise<(Settings & { readonly refresh: Refresh }) | undefined> {
  const { rows } = await db.query<Settings & { readonly refresh: Refresh }>(
    `SELECT media.refresh, media.edition, datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap", datasources.recognition_languages AS "recognitionLanguages",
        datasources.recognition_tag_id AS "recognitionTagId"
      FROM media JOIN datasources ON datasources.id = media.datasource_id
      WHERE ${documents.isHeld()} AND media.status = $3 FOR UPDATE OF media`,
    [id, server, status],
  )
  return rows[0]
}

export const sameSettings = (one: Settings, other: Settings): boolean =>
  one.useContextual === other.useContextual &&
  one.chunkSize === other.chunkSize &&
  one.chunkOverlap === other.chunkOverlap &&
  one.edition === other.edition

/** Whether scans are read as they would be now. */
export const recognizesSame = (one: Settings, other: Settings): boolean =>
  one.recognitionTagId === other.recognitionTagId &&
  one.recognitionLanguages.join() === other.recognitionLanguages.join()

/** Returns the data sources that have segments to rewrite, also those of another analysis, or many segments. */
export async function unmerged(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT datasource_id AS id FROM chunk_segments WHERE server_id IS NULL
      GROUP BY datasource_id HAVING bool_or(stale OR analysis <> $1) OR count(*) >= 8`,
    [ANALYSIS],
  )
  return rows.map(({ id }) => id)
}
