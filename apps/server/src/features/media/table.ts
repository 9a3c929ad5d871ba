import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, key } from '#platform/db/columns.ts'

/**
 * The documents of data sources, as other features read them.
 * @writtenBy sites
 */
export const media = pgTable('media', {
  id: key(),
  datasourceId: id('datasource_id').notNull(),
  name: text('name').notNull(),
})

/** The bytes of documents, in the pieces of their upload. */
export const MEDIA_PIECES = 'media_pieces'

/** The passages of documents. */
export const CHUNKS = 'chunks'

/** The index of the passages: its segments, and the places of the words in them. */
export const CHUNK_SEGMENTS = 'chunk_segments'
export const CHUNK_POSTINGS = 'chunk_postings'

/** Whether text recognition of a document is due or was tried; null where it is not needed. */
export const RECOGNITION = { due: 0, tried: 1 } as const

export type Recognition = (typeof RECOGNITION)[keyof typeof RECOGNITION] | null
