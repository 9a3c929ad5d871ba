// The SQL of searching vectors.
import type { Runner } from '#platform/db/index.ts'
import { HAS_MODEL } from './table.ts'

export interface Searched {
  readonly id: number
  readonly label: string
  readonly tagId: number
}

/** Returns which of these data sources have vectors to search, and of which tag. */
export async function searchedTags(db: Runner, datasourceIds: readonly number[]): Promise<Searched[]> {
  const { rows } = await db.query<Searched>({
    name: 'vectors.searched',
    text: `SELECT id, label, vector_tag_id AS "tagId" FROM datasources
      WHERE id = ANY ($1::bigint[]) AND use_vectors AND vector_tag_id IS NOT NULL
        AND ${HAS_MODEL} ORDER BY id`,
    values: [datasourceIds],
  })
  return rows
}

/** The vectors of a data source that one model made. */
export interface VectorSet {
  readonly datasourceId: number
  readonly tagId: number
}

export interface VectorRow {
  readonly id: number
  readonly chunkId: number
  readonly embedding: Buffer
}

/** Returns the next vectors of a data source after a row. */
export async function vectorsAfter(
  db: Runner,
  { datasourceId, tagId }: VectorSet,
  after: number,
  limit: number,
): Promise<VectorRow[]> {
  const { rows } = await db.query<VectorRow>({
    name: 'vectors.after',
    text: `SELECT id, chunk_id AS "chunkId", embedding FROM chunk_vectors
      WHERE datasource_id = $1 AND model_tag_id = $2 AND id > $3 AND embedding IS NOT NULL ORDER BY id LIMIT $4`,
    values: [datasourceId, tagId, after, limit],
  })
  return rows
}

/** Returns the ids of the next vectors of a data source after a row. */
export async function rowIdsAfter(
  db: Runner,
  { datasourceId, tagId }: VectorSet,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'vectors.ids',
    text: `SELECT id FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    values: [datasourceId, tagId, after, limit],
  })
  return rows.map(({ id }) => id)
}

/** Returns the rows of the vectors that these chunks still have. */
export async function livingRows(
  db: Runner,
  chunkIds: readonly number[],
  tagId: number,
): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>({
    name: 'vectors.living',
    text: 'SELECT id FROM chunk_vectors WHERE chunk_id = ANY ($1::bigint[]) AND model_tag_id = $2',
    values: [chunkIds, tagId],
  })
  return new Set(rows.map(({ id }) => id))
}
