// Data sources: documents that answers may use (SOURCE-*; decision 72).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { call } from './call.ts'
import {
  CHUNK_OVERLAP,
  CHUNK_SIZE,
  DATASOURCE_LIMITS,
  DATASOURCE_STATUS,
  RETRIEVED_CHUNKS,
} from './datasource-limits.ts'
import { BodyId, Id, Name, Nothing, Time, text } from './envelope.ts'
import { GivenLabel } from './labels.ts'
import { list } from './list.ts'
import { Address, FileName, MediaItem, MediaStatus, MimeType, RefreshSchema } from './media.ts'
import { Passage, SearchMeta } from './passages.ts'
import { routes } from './routes.ts'
import { DatasourceVectors } from './vectors.ts'

const { pending, failed } = DATASOURCE_STATUS

/** How confidential documents are; the configuration has the list. */
export const DatasourceLabel = z.object({
  name: z.string(),
  /** Whether only models on the organisation's machines get passages of these documents. */
  localOnly: z.boolean(),
})
export type DatasourceLabel = z.infer<typeof DatasourceLabel>

export const Datasource = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  summary: z.string(),
  /** 0 pending, 1 indexing, 2 ready, 3 failed. */
  status: MediaStatus,
  /** The name of its label, empty for none; and whether external models get nothing of it. */
  label: z.string(),
  localOnly: z.boolean(),
  categories: z.array(GivenLabel),
  tags: z.array(GivenLabel),
  assocContexts: z.array(AssocContext),
  context: ItemContext,
  ownerId: z.number().int(),
  /** Number of documents, and of those that are waiting or being read, or failed. */
  mediaCount: z.number().int(),
  mediaWaiting: z.number().int(),
  mediaFailed: z.number().int(),
  /** The documents, in the order of adding; empty in lists. */
  media: z.array(MediaItem),
  /** Names the list of documents, for `ifMedia`; empty in lists. */
  mediaEtag: z.string(),
  useContextual: z.boolean(),
  chunkSize: z.number().int(),
  chunkOverlap: z.number().int(),
  /** Whether its passages get vectors; and how far they are: null in lists, and when no embedding model is chosen. */
  useVectors: z.boolean(),
  vectors: DatasourceVectors.nullable(),
  /** Whether answers in chats that use it come only from its documents; without a passage no model is asked. */
  answersOnly: z.boolean(),
  /** The languages of its scans, as Tesseract names them (“deu”); empty for those of the installation. */
  recognitionLanguages: z.array(z.string()),
  /** The tag that reads scans before text recognition does; 0 for none. */
  recognitionModelTagId: z.number().int(),
  /** Passages that can be found, bytes of all documents, and the languages of their texts. */
  chunks: z.number().int(),
  size: z.number().int(),
  languages: z.array(z.string()),
  lastIndexed: Time.nullable(),
  created: Time,
  modified: Time,
})
export type Datasource = z.infer<typeof Datasource>

/**
 * A new file has content and no id (or a temporary one), an address has a `url`, an existing document has only its id.
 */
const SentMedia = z.union([
  z.object({
    url: Address,
    name: FileName.optional(),
    refresh: RefreshSchema.optional(),
    content: z.undefined().optional(),
  }),
  z.object({
    media_id: z.string().includes('temp').max(100).optional(),
    name: FileName,
    mime_type: MimeType.default(''),
    /** Base64, checked when it is decoded: an expression would keep the server busy for the longest files. */
    content: z.string(),
  }),
  z.object({ media_id: BodyId, content: z.undefined().optional() }),
])
export type SentMedia = z.infer<typeof SentMedia>

const LabelIds = list(BodyId, DATASOURCE_LIMITS.labels)

const RecognitionLanguage = z
  .string()
  .regex(/^[a-z]{3}(_[a-z]{3,4})?$/, 'must be a language of Tesseract, such as “deu”')

const Change = ItemChange.extend({
  name: Name.optional(),
  summary: text(DATASOURCE_LIMITS.summary)
    .transform((value) => value.trim())
    .optional(),
  /** A name of the list of labels, or empty. */
  label: text(100).optional(),
  categories: LabelIds.optional(),
  tags: LabelIds.optional(),
  useContextual: z.boolean().optional(),
  chunkSize: z.number().int().min(CHUNK_SIZE.min).max(CHUNK_SIZE.max).optional(),
  chunkOverlap: z.number().int().min(CHUNK_OVERLAP.min).max(CHUNK_OVERLAP.max).optional(),
  useVectors: z.boolean().optional(),
  answersOnly: z.boolean().optional(),
  /** Reads its scans again. */
  recognitionLanguages: list(RecognitionLanguage, DATASOURCE_LIMITS.recognitionLanguages).optional(),
  /** A deployed tag that sees pictures, or 0; a local one if external models get nothing of the documents. Reads scans again. */
  recognitionModelTagId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Replaces the documents: those that are not in the list are removed. */
  media: list(SentMedia, DATASOURCE_LIMITS.documents).optional(),
  /**
   * The `mediaEtag` with which the documents were read. Later ones of other people make the list stale, the caller's own later
   * ones are kept. Without it, a list that keeps documents was read with the newest of these.
   */
  ifMedia: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})

const ById = z.object({ id: Id })
const permission = 'can_use_datasources'
const Ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
  .optional()

export const datasources = {
  list: call(routes.datasources.list, {
    summary:
      'The data sources one may read, the last changed first. `q` is part of the name or summary, `categories` and `tags` are ids of which a source has at least one each, `status` is one of the four states',
    permission,
    large: 'page',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      q: z.string().trim().max(500).optional(),
      categories: Ids,
      tags: Ids,
      status: z.coerce.number().int().min(pending).max(failed).optional(),
    }),
    data: z.object({ datasources: z.array(Datasource) }),
    /** Number of all data sources that match. */
    meta: z.object({ total: z.number().int() }),
  }),
  get: call(routes.datasources.get, {
    summary: 'A data source with its documents',
    large: 'page',
    permission,
    params: ById,
    data: z.object({ datasource: Datasource }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.datasources.create, {
    summary:
      'Create a data source, also with documents; their reading and indexing follow in the background. A file that is not taken becomes a failed document with its reason, and does not affect the others',
    large: 'page',
    permission,
    status: 201,
    body: 'upload',
    bodySchema: Change.extend({ name: Name }),
    data: z.object({ datasource: Datasource }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'TOO_MANY_DATASOURCES',
      'RECOGNITION_LANGUAGE_MISSING',
      'RECOGNITION_MODEL_UNFIT',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'TOO_MANY_NEW_MEDIA',
      'TOO_MANY_MEDIA',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
  }),
  update: call(routes.datasources.update, {
    summary:
      'Change a data source. Write access changes its documents and how they are cut; a new file that is not taken becomes a failed document with its reason. Name, summary, label, `answersOnly`, `recognitionModelTagId` and shares need admin access',
    large: 'page',
    permission,
    params: ById,
    body: 'upload',
    bodySchema: Change,
    data: z.object({ datasource: Datasource }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'CONFLICT',
      'MEDIA_LIST_STALE',
      'RECOGNITION_LANGUAGE_MISSING',
      'RECOGNITION_MODEL_UNFIT',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'TOO_MANY_NEW_MEDIA',
      'TOO_MANY_MEDIA',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
  }),
  remove: call(routes.datasources.remove, {
    summary:
      'Delete a data source with its documents; needs admin access. Chats that use it will answer without it',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  search: call(routes.datasources.search, {
    summary:
      'The passages that a question finds, the best first, with the reasons. `about` is a chunk, `aboutMedia` a document: the response says whether an answer gets it. `before` is the question before this one in a chat, which follow-ups lean on, `translation` what an answer searched with in other languages of the documents, and `budget` the tokens that an answer has for passages',
    permission,
    params: ById,
    bodySchema: z.object({
      q: text(DATASOURCE_LIMITS.question)
        .transform((value) => value.trim())
        .refine((value) => value !== '', 'must not be empty'),
      limit: z
        .number()
        .int()
        .min(RETRIEVED_CHUNKS.min)
        .max(RETRIEVED_CHUNKS.max)
        .default(RETRIEVED_CHUNKS.default),
      before: text(DATASOURCE_LIMITS.question).optional(),
      translation: text(DATASOURCE_LIMITS.question)
        .transform((value) => value.trim())
        .optional(),
      budget: z.number().int().min(0).max(100_000_000).optional(),
      /** The question of a confidential message: no external model makes its vector. */
      confidential: z.boolean().optional(),
      about: BodyId.optional(),
      aboutMedia: BodyId.optional(),
    }),
    data: z.object({ Passages: z.array(Passage) }),
    meta: SearchMeta,
    problems: ['NOT_FOUND', 'DATASOURCE_NOT_READY'],
  }),
  labels: call(routes.datasources.labels, {
    summary: 'The labels that data sources can have, from the configuration',
    permission,
    data: z.object({ DatasourceLabels: z.array(DatasourceLabel) }),
  }),
} as const
