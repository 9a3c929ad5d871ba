import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { DatasourceStatus } from '@polylogue/contract'
import { itemColumns } from '#access/items/index.ts'

/** Data sources. The database computes the search column `words` itself. */
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
