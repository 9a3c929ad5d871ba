import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { DatasourceStatus } from '@polylogue/contract'
import { itemColumns } from '#access/items/index.ts'
import { CHUNKS } from '#features/media/table.ts'

/**
 * Data sources. The database computes the search column `words` itself.
 * @writtenBy vectors
 */
export const datasources = pgTable('datasources', {
  ...itemColumns(),
  summary: text('summary').notNull().default(''),
  label: text('label').notNull().default(''),
  useContextual: boolean('use_contextual').notNull().default(true),
  chunkSize: integer('chunk_size').notNull().default(1_024),
  chunkOverlap: integer('chunk_overlap').notNull().default(20),
  useVectors: boolean('use_vectors').notNull().default(true),
  answersOnly: boolean('answers_only').notNull().default(false),
  recognitionLanguages: text('recognition_languages').array().notNull().default([]),
  recognitionModelTagId: bigint('recognition_tag_id', { mode: 'number' }).notNull().default(0),
  status: smallint('status').$type<DatasourceStatus>().notNull().default(0),
})

/**
 * Selects the `version`, the number of `documents` and of switched-on `chunks` of the data source `$1`. The version changes with
 * every document that is added, removed or indexed again, and when passages are switched off or get a note.
 */
export const DOCUMENT_FACTS = `SELECT coalesce(md5(string_agg(id || ' ' || extract(epoch FROM indexed)
      || CASE edition WHEN 0 THEN '' ELSE ' ' || edition END, ',' ORDER BY id)), '') AS version,
    count(*)::int AS documents, coalesce(sum(chunks), 0)::int
      - (SELECT count(*)::int FROM ${CHUNKS} WHERE datasource_id = $1 AND is_off) AS chunks
  FROM media WHERE datasource_id = $1 AND chunks > 0`

/** Returns a condition: the data source with the id in `column` is not in the recycle bin, so its addresses are fetched again. */
export const isInUse = (column: string): string =>
  `NOT EXISTS (SELECT FROM datasources used JOIN contexts binned ON binned.id = used.context_id
    WHERE used.id = ${column} AND binned.deleted IS NOT NULL)`
