// The SQL of searches: segments, the rows of a question's terms, and the chunks that were found.
import type { DatasourceStatus } from '@polylogue/contract'
import { SEARCHED_ANALYSES, type Marks, type TextLanguage } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { CHUNK_POSTINGS, CHUNK_SEGMENTS } from '#features/media/table.ts'

export interface SegmentRow {
  readonly id: number
  readonly buckets: number
  /** Counts the changes of its places. */
  readonly revision: number
}

/** Returns the segments of data sources without those that are being written, or are too old to be read. */
export async function segmentsOf(db: Runner, datasourceIds: readonly number[]): Promise<SegmentRow[]> {
  const { rows } = await db.query<SegmentRow>({
    name: 'search.segments',
    text: `SELECT id, buckets, revision FROM ${CHUNK_SEGMENTS} WHERE datasource_id = ANY ($1::bigint[]) AND analysis = ANY ($2::int[]) ORDER BY id`,
    values: [datasourceIds, SEARCHED_ANALYSES],
  })
  return rows
}

export interface PlacesRow {
  readonly id: number
  readonly revision: number
  readonly places: Buffer
}

/** Returns the places of segments. */
export async function placesOf(db: Runner, segmentIds: readonly number[]): Promise<PlacesRow[]> {
  const { rows } = await db.query<PlacesRow>({
    name: 'search.places',
    text: `SELECT id, revision, places FROM ${CHUNK_SEGMENTS} WHERE id = ANY ($1::bigint[])`,
    values: [segmentIds],
  })
  return rows
}

export interface Posting {
  readonly segmentId: number
  readonly bucket: number
  readonly data: Buffer
}

/** Returns the rows of buckets, given as pairs of segment and bucket. */
export async function postingsOf(
  db: Runner,
  segmentIds: readonly number[],
  buckets: readonly number[],
): Promise<Posting[]> {
  const { rows } = await db.query<Posting>({
    name: 'search.postings',
    text: `SELECT p.segment_id AS "segmentId", p.bucket, p.data
      FROM unnest($1::bigint[], $2::int[]) AS wanted (segment_id, bucket) JOIN ${CHUNK_POSTINGS} p USING (segment_id, bucket)`,
    values: [segmentIds, buckets],
  })
  return rows
}

export interface ChunkRow {
  readonly id: number
  readonly datasourceId: number
  readonly mediaId: number
  readonly title: string
  readonly language: TextLanguage | null
  readonly ordinal: number
  /** Page and heading of its beginning; the marks have those that follow. */
  readonly page: number | null
  readonly heading: string
  readonly marks: Marks | null
  readonly context: string
  /** The note of a person, indexed with the context; empty for none. */
  readonly note: string
  /** Switched off: only explanations name it. */
  readonly isOff: boolean
  readonly from: number
  readonly to: number
  readonly tokens: number
  readonly hash: Buffer
  readonly text: string
  /** Pages of the document that text recognition read; null for none. */
  readonly recognizedPages: readonly number[] | null
  /** Whether it has text that was recognised in pictures, in blocks that begin with 🖼. */
  readonly hasRecognizedPictures: boolean
}

/** Returns chunks of these data sources, without those that were removed meanwhile. */
export async function chunksOf(
  db: Runner,
  ids: readonly number[],
  datasourceIds: readonly number[],
): Promise<Map<number, ChunkRow>> {
  const { rows } = await db.query<ChunkRow>({
    name: 'search.chunks',
    text: `SELECT c.id, c.datasource_id AS "datasourceId", c.media_id AS "mediaId", m.name AS title, m.language, c.ordinal,
        c.page, c.heading, c.marks, c.context, c.note, c.is_off AS "isOff", c.from_at AS "from", c.to_at AS "to", c.tokens, c.hash, c.text,
        (SELECT coalesce(jsonb_agg(p.number) FILTER (WHERE p.number IS NOT NULL), '[]')
          FROM jsonb_array_elements(m.warnings) w LEFT JOIN LATERAL jsonb_array_elements(w -> 'pages') AS p (number) ON true
          WHERE w ->> 'code' IN ('recognized', 'recognized_by_model') HAVING count(*) > 0) AS "recognizedPages",
        EXISTS (SELECT FROM jsonb_array_elements(m.warnings) w
          WHERE w ->> 'code' = 'recognized_pictures' AND position('🖼' in c.text) > 0) AS "hasRecognizedPictures"
      FROM chunks c JOIN media m ON m.id = c.media_id
      WHERE c.id = ANY ($1::bigint[]) AND c.datasource_id = ANY ($2::bigint[])`,
    values: [ids, datasourceIds],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

interface SwitchedOffRow extends Pick<ChunkRow, 'context' | 'note' | 'text' | 'language'> {}

/** Returns the beginnings of passages that are switched off, the newest first. */
export async function switchedOffOf(db: Runner, datasourceId: number): Promise<SwitchedOffRow[]> {
  const { rows } = await db.query<SwitchedOffRow>({
    name: 'search.switched-off',
    text: `SELECT c.context, c.note, left(c.text, 20000) AS text, m.language
      FROM chunks c JOIN media m ON m.id = c.media_id
      WHERE c.datasource_id = $1 AND c.is_off ORDER BY c.id DESC LIMIT 50`,
    values: [datasourceId],
  })
  return rows
}

/** Returns the chunks of a document of one of these data sources, those that are switched off last. */
export async function chunkIdsOf(
  db: Runner,
  mediaId: number,
  datasourceIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'search.chunk-ids',
    text: `SELECT id FROM chunks WHERE media_id = $1 AND datasource_id = ANY ($2::bigint[]) ORDER BY is_off, ordinal`,
    values: [mediaId, datasourceIds],
  })
  return rows.map(({ id }) => id)
}

export interface LanguageRow {
  readonly language: TextLanguage
  readonly documents: number
  readonly chunks: number
  /** Chunks of all languages that are switched off. */
  readonly switchedOff: number
}

/** Returns the languages of the documents that can be found, with the number of documents, the most frequent first. */
export async function languagesOf(db: Runner, datasourceIds: readonly number[]): Promise<LanguageRow[]> {
  const { rows } = await db.query<LanguageRow>({
    name: 'search.languages',
    text: `SELECT language, count(*)::int AS documents, sum(chunks)::int AS chunks,
        (SELECT count(*)::int FROM chunks WHERE datasource_id = ANY ($1::bigint[]) AND is_off) AS "switchedOff"
      FROM media
      WHERE datasource_id = ANY ($1::bigint[]) AND chunks > 0 AND language IS NOT NULL
      GROUP BY language ORDER BY sum(chunks) DESC, language`,
    values: [datasourceIds],
  })
  return rows
}

/** The messages of the tab $1 before the question that is asked now, or before the message $2 that it replaces. */
const BEFORE = `tab_id = $1 AND ($2::bigint IS NULL OR turn_id < (SELECT turn_id FROM messages WHERE id = $2)) AND state >= 2`

/**
 * Returns the newest question of a tab before the one that is asked now, and whether any message before it is confidential:
 * the question may repeat it.
 */
export async function questionBefore(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { tabId, replacesId }: { tabId: number; replacesId: number | null },
): Promise<{ question: string | undefined; isConfidential: boolean }> {
  const { rows } = await db.query<{ question: string | null; isConfidential: boolean }>({
    name: 'search.question-before',
    text: `SELECT (SELECT right(query_text, 4000) FROM messages WHERE ${BEFORE}
          ORDER BY turn_id DESC, id DESC LIMIT 1) AS question,
        EXISTS (SELECT FROM messages WHERE ${BEFORE} AND (confidential OR datasource_ids <> '{}')
          AND ${confidentiality.ofMessage('messages')}) AS "isConfidential"`,
    values: [tabId, replacesId],
  })
  return { question: rows[0]?.question ?? undefined, isConfidential: rows[0]?.isConfidential ?? false }
}

/** The messages from which the text of a question may come. */
interface FromMessages {
  readonly tabId: number
  readonly replacesId: number | null
  readonly repeatsId?: number | undefined
}

/** Returns whether the message is confidential that a question replaces or repeats: its text is that of the message. */
export async function isQuestionConfidential(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { replacesId, repeatsId }: FromMessages,
): Promise<boolean> {
  const id = replacesId ?? repeatsId
  if (id === undefined) return false
  const { rows } = await db.query({
    name: 'search.confidential-question',
    text: `SELECT FROM messages WHERE id = $1 AND ${confidentiality.ofMessage('messages')}`,
    values: [id],
  })
  return rows.length > 0
}

/** Returns whether a message before the question that is asked now is confidential, or the one that it replaces or repeats. */
export async function isAnyConfidential(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { tabId, replacesId, repeatsId }: FromMessages,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'search.confidential-before',
    text: `SELECT FROM messages WHERE (${BEFORE} OR tab_id = $1 AND id = $2 OR id = $3)
        AND (confidential OR datasource_ids <> '{}') AND ${confidentiality.ofMessage('messages')} LIMIT 1`,
    values: [tabId, replacesId, repeatsId ?? null],
  })
  return rows.length > 0
}

/** Returns the status of a document; undefined if the data source does not have it. */
export async function statusOf(
  db: Runner,
  datasourceId: number,
  mediaId: number,
): Promise<DatasourceStatus | undefined> {
  const { rows } = await db.query<{ status: DatasourceStatus }>(
    'SELECT status FROM media WHERE datasource_id = $1 AND id = $2',
    [datasourceId, mediaId],
  )
  return rows[0]?.status
}
