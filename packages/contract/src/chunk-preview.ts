// How a document would be cut with other settings, before anything is indexed (decision 76).
import { z } from 'zod'
import { call } from './call.ts'
import { CHUNK_OVERLAP, CHUNK_SIZE } from './datasource-limits.ts'
import { Id } from './envelope.ts'
import { routes } from './routes.ts'

export const ChunkPreview = z.object({
  /** Of the document's text: a document that was read again has others. */
  characters: z.number().int(),
  chunks: z.array(
    z.object({
      from: z.number().int(),
      to: z.number().int(),
      page: z.number().int().nullable(),
      heading: z.string(),
      /** Head rows of a table that began before it, in lines; empty for none. */
      head: z.string(),
      tokens: z.number().int(),
      /** Whether there is a chunk with this context and text already. */
      isStored: z.boolean(),
    }),
  ),
  /** Tokens of the shortest, the middle and the longest chunk; 0 without chunks. */
  tokens: z.object({ least: z.number().int(), median: z.number().int(), most: z.number().int() }),
  /** Chunks that the document has, and how many of them would be gone. */
  stored: z.number().int(),
  changed: z.number().int(),
  /** Documents of the data source that would be cut again: none for the settings that it has. */
  documents: z.number().int(),
})
export type ChunkPreview = z.infer<typeof ChunkPreview>

export const chunkPreview = call(routes.media.cut, {
  summary:
    'How the document would be cut with these settings. Nothing is stored: PUT of the data source changes its settings',
  large: 'own',
  permission: 'can_use_datasources',
  params: z.object({ id: Id }),
  bodySchema: z
    .object({
      chunkSize: z.number().int().min(CHUNK_SIZE.min).max(CHUNK_SIZE.max),
      chunkOverlap: z.number().int().min(CHUNK_OVERLAP.min).max(CHUNK_OVERLAP.max),
      useContextual: z.boolean(),
    })
    .refine(({ chunkSize, chunkOverlap }) => chunkOverlap < chunkSize, {
      path: ['chunkOverlap'],
      message: 'must be less than chunkSize',
    }),
  data: z.object({ preview: ChunkPreview }),
  problems: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
})
