// The documents of data sources (SOURCE-*; decision 72).
import { z } from 'zod'
import { call } from './call.ts'
import { chunkPreview } from './chunk-preview.ts'
import {
  DATASOURCE_LIMITS,
  DATASOURCE_STATUS,
  isDocumentAddress,
  MEDIA_REASONS,
  MEDIA_WARNINGS,
  NOT_SEEN_REASONS,
  REFRESHES,
} from './datasource-limits.ts'
import { ENCODINGS } from './encodings.ts'
import { Id, Nothing, Time, text } from './envelope.ts'
import { routes } from './routes.ts'

const { pending, indexing, ready, failed } = DATASOURCE_STATUS
export const MediaStatus = z.union([
  z.literal(pending),
  z.literal(indexing),
  z.literal(ready),
  z.literal(failed),
])

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
export const FileName = z.string().min(1).max(1_000)
export const MimeType = z.string().max(200)
export const Address = z
  .string()
  .trim()
  .max(DATASOURCE_LIMITS.url)
  .refine(isDocumentAddress, 'must be an http(s) address with a host such as example.org')

/** An encoding to read a text as. */
const ChosenEncoding = z.enum(['auto', ...ENCODINGS])

export const RefreshSchema = z.enum(REFRESHES)

export const MediaItem = z.object({
  media_id: z.number().int(),
  datasourceId: z.number().int(),
  name: z.string(),
  mime_type: z.string(),
  /** Bytes, and how many of them have arrived. */
  size: z.number().int(),
  received: z.number().int(),
  /** The address that it was fetched from; null for a file. */
  url: z.string().nullable(),
  /** The site map or folder of pages that it belongs to; null for others. */
  siteId: z.number().int().nullable(),
  /** How often the address is fetched again. */
  refresh: RefreshSchema,
  /** The encoding that somebody chose to read it as; null: it is told from the bytes. */
  encoding: z.string().nullable(),
  /** When it is fetched next, in the past while it waits for that; null for never. */
  due: Time.nullable(),
  /** When it was fetched last without an error, and when its content changed last; null for a file. */
  checked: Time.nullable(),
  changed: Time.nullable(),
  /** Why fetching or reading it again failed since then; its text from before can still be found. */
  lastFailure: z.enum(MEDIA_REASONS).nullable(),
  status: MediaStatus,
  /** Why it failed; null otherwise. */
  reason: z.enum(MEDIA_REASONS).nullable(),
  /** What was left out or is uncertain: the pages that it concerns, how many there are, and their names (at most 20). */
  warnings: z.array(
    z.object({
      code: z.enum(MEDIA_WARNINGS),
      pages: z.array(z.number().int()),
      count: z.number().int().optional(),
      names: z.array(z.string()).optional(),
      /** Of recognised text: how certain it is, 0 to 100. */
      confidence: z.number().int().optional(),
      /** Of pages that a model was to read: why it did not. */
      reason: z.enum(NOT_SEEN_REASONS).optional(),
    }),
  ),
  /** Whether text in its pictures waits to be recognised, or is; its other text can be found. */
  recognizing: z.boolean(),
  /** Pages, slides or sheets; null for formats without. */
  pages: z.number().int().nullable(),
  characters: z.number().int(),
  chunks: z.number().int(),
  /** en, de or bg, as detected; null before it is read. */
  language: z.string().nullable(),
  created: Time,
  /** When its text became searchable; null before. */
  indexed: Time.nullable(),
  /** Counts the changes of passages that were switched off, or got a note. */
  edition: z.number().int(),
})
export type MediaItem = z.infer<typeof MediaItem>

export const MediaChunk = z.object({
  chunkId: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  page: z.number().int().nullable(),
  heading: z.string(),
  /** Head rows of a table that began before it, in lines; empty for none. */
  head: z.string(),
  tokens: z.number().int(),
  /** It was switched off: searches and answers do not find it. */
  isOff: z.boolean(),
  /** Searched with its text, and no part of the document; empty for none. */
  note: z.string(),
})
export type MediaChunk = z.infer<typeof MediaChunk>

/** A document's text with the places of its chunks. */
export const MediaText = z.object({
  media_id: z.number().int(),
  datasourceId: z.number().int(),
  name: z.string(),
  text: z.string(),
  chunks: z.array(MediaChunk),
})
export type MediaText = z.infer<typeof MediaText>

/** A chunk that was switched off, with its document. */
export const SwitchedOffChunk = MediaChunk.pick({
  chunkId: true,
  from: true,
  to: true,
  page: true,
  heading: true,
  note: true,
}).extend({
  mediaId: z.number().int(),
  /** The document's name. */
  title: z.string(),
  /** Its place among the chunks of the document, from 1. */
  number: z.number().int(),
  /** The beginning of its text, and whether it goes on. */
  excerpt: z.string(),
  isExcerpt: z.boolean(),
})
export type SwitchedOffChunk = z.infer<typeof SwitchedOffChunk>

const ById = z.object({ id: Id })
const permission = 'can_use_datasources'

export const media = {
  begin: call(routes.media.begin, {
    summary:
      'Begin the upload of a document, whose bytes follow in pieces; or add an address, which is fetched when it is indexed',
    permission,
    params: ById,
    status: 201,
    bodySchema: z.union([
      z.object({ url: Address, name: FileName.optional(), refresh: RefreshSchema.default('none') }),
      z.object({
        name: FileName,
        mime_type: MimeType.default(''),
        size: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
      }),
    ]),
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MEDIA_REFUSED', 'ADDRESS_NOT_ALLOWED', 'TOO_MANY_MEDIA'],
  }),
  append: call(routes.media.append, {
    summary:
      'Add the next bytes to an upload, as they are (with `offset` in the query) or as base64. `offset` is the number of bytes that have arrived: GET returns it after an interruption. The last piece starts the indexing',
    permission,
    params: ById,
    query: z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
    octets: { most: DATASOURCE_LIMITS.piece },
    body: 'upload',
    bodySchema: z.object({
      offset: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      base64: Base64.min(1).max(DATASOURCE_LIMITS.pieceBase64),
    }),
    data: z.object({ media: MediaItem }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'CONFLICT',
      'MEDIA_REFUSED',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
  }),
  get: call(routes.media.get, {
    summary: 'A document of a data source',
    permission,
    params: ById,
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND'],
  }),
  text: call(routes.media.text, {
    summary: 'The text of a document as it was read, and the places of its chunks',
    large: 'stream',
    permission,
    params: ById,
    data: z.object({ document: MediaText }),
    problems: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  }),
  cut: chunkPreview,
  setChunk: call(routes.media.setChunk, {
    summary:
      'Switch a chunk off or on, or give it a note that is searched with its text. Kept by its text when the document is indexed again, and the same for chunks of the document with the same text; needs write access',
    large: 'page',
    permission,
    params: z.object({ id: Id, chunkId: Id }),
    bodySchema: z.object({
      isOff: z.boolean().optional(),
      note: text(DATASOURCE_LIMITS.note)
        .transform((value) => value.trim())
        .optional(),
    }),
    /** All chunks of the document with this text. */
    data: z.object({ chunks: z.array(MediaChunk), media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  }),
  switchedOff: call(routes.media.switchedOff, {
    summary: 'The chunks of a data source that were switched off, by document',
    large: 'page',
    permission,
    params: ById,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    data: z.object({ chunks: z.array(SwitchedOffChunk) }),
    /** Number of all of them. */
    meta: z.object({ total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
  base64: call(routes.media.base64, {
    summary: 'The bytes of a document of up to 20 MB, as base64',
    large: 'stream',
    permission,
    params: ById,
    data: z.object({ name: z.string(), mime_type: z.string(), base64: z.string() }),
    problems: ['NOT_FOUND', 'MEDIA_TOO_LARGE', 'MEDIA_INCOMPLETE', 'STORAGE_UNAVAILABLE'],
  }),
  binary: call(routes.media.binary, {
    summary: 'The bytes of a document',
    large: 'file',
    permission,
    params: ById,
    problems: ['NOT_FOUND', 'MEDIA_INCOMPLETE', 'STORAGE_UNAVAILABLE'],
  }),
  index: call(routes.media.index, {
    summary: 'Read and index a document again; needs write access to its data source',
    permission,
    params: ById,
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  indexFailed: call(routes.media.indexFailed, {
    summary:
      'Start all documents and site maps of a data source again whose indexing or fetching failed or was cancelled; needs write access. Pages that are gone stay as they are',
    permission,
    params: ById,
    /** Number of documents. */
    data: z.object({ started: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  cancel: call(routes.media.cancel, {
    summary:
      'Cancel the indexing or fetching of a document, whether it waits or runs. One with a text keeps it; needs write access. One that is done stays as it is',
    permission,
    params: ById,
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  cancelAll: call(routes.media.cancelAll, {
    summary:
      'Cancel the indexing and fetching of all documents and site maps of a data source, and the making of its vectors; needs write access. Uploads go on',
    permission,
    params: ById,
    /** Number of documents. */
    data: z.object({ cancelled: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  update: call(routes.media.update, {
    summary:
      'Change how often the address of a document is fetched again, or the encoding that a text is read as (“auto” tells it from the bytes), which reads it again; needs write access',
    permission,
    params: ById,
    bodySchema: z.object({ refresh: RefreshSchema.optional(), encoding: ChosenEncoding.optional() }),
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MEDIA_WITHOUT_ADDRESS', 'MEDIA_WITHOUT_ENCODING'],
  }),
  refresh: call(routes.media.refresh, {
    summary:
      'Fetch the address of a document now. Its text from before is found until the new one is indexed; needs write access',
    permission,
    params: ById,
    data: z.object({ media: MediaItem }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MEDIA_WITHOUT_ADDRESS'],
  }),
  remove: call(routes.media.remove, {
    summary: 'Remove a document from its data source; needs write access',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
