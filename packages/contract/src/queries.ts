// Messages: questions and their answers (MESSAGE-*).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Nothing, Page, PageMeta, Time } from './envelope.ts'
import { routes } from './routes.ts'

/** An attachment without its bytes, which `queries/{id}/attachments/{index}` returns. */
export const Attachment = z.object({
  name: z.string(),
  size: z.number().int(),
  mime_type: z.string(),
  /** Seconds since 1970. */
  timestamp: z.number().int(),
  /** Number of characters read from the beginning, when the text of the question's files was too long; else omitted. */
  readCharacters: z.number().int().min(0).optional(),
  /** How certain its recognised text is, 0 to 100; omitted for other files. */
  confidence: z.number().int().optional(),
})
export type Attachment = z.infer<typeof Attachment>

export const SourceSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  uri: z.string(),
  /** Heading and page of its best sentence, for display. */
  place: z.string().optional(),
  quote: z.string(),
  /** The best sentence, in UTF-16 offsets of `quote`. */
  sentence: z.object({ from: z.number().int(), to: z.number().int() }).optional(),
})

/** A notice of an engine about an answer: a code, and the values for its sentence. */
export const NoticeSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The caller's permissions for a message besides reading it. */
export const MessageCan = z.object({ rate: z.boolean(), remove: z.boolean(), stop: z.boolean() })
export type MessageCan = z.infer<typeof MessageCan>

export const Message = z.object({
  id: z.number().int(),
  queryId: z.number().int(),
  uuId: z.string(),
  projectTabId: z.number().int(),
  /** The message whose turn this is a version of; its own id when it replaces none. */
  turnId: z.number().int(),
  replacesQueryId: z.number().int().nullable(),
  /** Shared id when it was asked in several tabs at once; null when it was asked alone. */
  compareId: z.uuid().nullable(),
  /** Earlier versions that were shown and sent with this question; of all other turns the newest was sent. */
  shownQueryIds: z.array(z.number().int()),
  queryText: z.string(),
  responseText: z.string(),
  reasoningText: z.string(),
  /** 0 pending, 1 streaming, 2 done, 3 failed, 4 aborted. */
  state: z.number().int().min(0).max(4),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  rating: z.number().int().min(-1).max(1),
  options: z.record(z.string(), z.unknown()),
  attachments: z.array(Attachment),
  sources: z.array(SourceSchema),
  notices: z.array(NoticeSchema),
  /**
   * Whether it, or an earlier message that it was answered with, used a data source for local models only. External models
   * get neither its question nor its answer.
   */
  confidential: z.boolean(),
  userId: z.number().int().nullable(),
  modelId: z.number().int(),
  modelTagId: z.number().int(),
  modelName: z.string(),
  modelTagName: z.string(),
  created: Time,
  tokenPerSeconds: z.number().nullable(),
  numTokPrompt: z.number().int().nullable(),
  numTokResponse: z.number().int().nullable(),
  /** Milliseconds from the first token to the end. */
  responseTime: z.number().nullable(),
  /** Milliseconds from the prompt to the end. */
  overallResponseTime: z.number().nullable(),
  statistics: z.array(z.object({ key: z.string(), value: z.union([z.string(), z.number()]) })),
  can: MessageCan,
})
export type Message = z.infer<typeof Message>

/** An earlier prompt of the user, as the prompt history lists it. */
export const EarlierPrompt = z.object({
  id: z.number().int(),
  queryText: z.string(),
  created: Time,
  projectId: z.number().int(),
  projectName: z.string(),
  projectTabId: z.number().int(),
  tabName: z.string(),
})
export type EarlierPrompt = z.infer<typeof EarlierPrompt>

/** A question asked in several tabs at once, as listed under a project's comparisons. */
export const Comparison = z.object({
  compareId: z.uuid(),
  /** The beginning of its text. */
  queryText: z.string(),
  created: Time,
})
export type Comparison = z.infer<typeof Comparison>

export const queries = {
  list: call(routes.queries.list, {
    summary: 'A tab’s messages: the newest page in ascending order, older ones by the cursor',
    large: 'page',
    params: z.object({ id: Id }),
    query: Page,
    data: z.object({ Queries: z.array(Message) }),
    meta: PageMeta,
    problems: ['NOT_FOUND'],
  }),
  history: call(routes.queries.history, {
    summary: 'One’s own earlier prompts, newest first, the same text once; `q` is part of it in any case',
    large: 'page',
    query: Page.extend({
      q: z.string().trim().max(500).optional(),
      projectTabId: Id.optional(),
      projectId: Id.optional(),
    }),
    data: z.object({ Queries: z.array(EarlierPrompt) }),
    meta: PageMeta,
  }),
  comparisons: call(routes.queries.comparisons, {
    summary: 'The questions that were asked in several tabs of a project at once, newest first',
    large: 'page',
    query: Page.extend({ projectId: Id }),
    data: z.object({ Comparisons: z.array(Comparison) }),
    meta: PageMeta,
  }),
  compared: call(routes.queries.compared, {
    summary: 'What one question asked in several tabs at once came to: the messages one may read, by tab',
    large: 'page',
    params: z.object({ compareId: z.uuid() }),
    data: z.object({ Queries: z.array(Message) }),
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.queries.remove, {
    summary: 'Delete a message; with `versions=all` all its versions',
    params: z.object({ id: Id }),
    query: z.object({ versions: z.enum(['one', 'all']).default('one') }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'STILL_ANSWERING'],
  }),
  rate: call(routes.queries.rate, {
    summary: 'Rate an answer: 1, 0 or -1',
    params: z.object({ id: Id }),
    bodySchema: z.object({ rating: z.union([z.literal(1), z.literal(0), z.literal(-1)]) }),
    data: z.object({ query: Message }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  attachment: call(routes.queries.attachment, {
    summary: 'The bytes of an attachment; `index` counts from 0',
    large: 'file',
    params: z.object({ id: Id, index: z.coerce.number().int().min(0).max(1_000) }),
    problems: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  }),
} as const
