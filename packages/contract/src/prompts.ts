// Asking a model: streamed and not, resumed, stopped (chat specification, section 7; readings 5 and 6).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, IdOrNone, text } from './envelope.ts'
import { PromptOptionsInput } from './prompt-options.ts'
import { Attachment, Message } from './queries.ts'

/** How long a prompt may be, in characters. */
export const PROMPT_LIMIT = 1_000_000

/** What may be attached, by what becomes of it (chat specification, section 9). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'] as const
export const DOCUMENT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/rtf',
] as const

/** Bytes one attachment may have, and how many there may be in one message. */
export const ATTACHMENT_LIMITS = { bytes: 10_000_000, count: 10 } as const

const AttachmentUpload = z.object({
  name: z.string().min(1).max(255),
  size: z.number().int().nonnegative().optional(),
  mime_type: z.string().max(200),
  base64: z.string().max(14_000_000),
  timestamp: z.number().int().nonnegative().optional(),
})
export type AttachmentUpload = z.infer<typeof AttachmentUpload>

/** What is asked, of whom, in which tab. The streamed and the plain call take the same. */
export const PromptPayload = z.object({
  modelTagId: BodyId.optional(),
  prompt: text(PROMPT_LIMIT).refine((value) => value.trim() !== '', 'must not be empty'),
  verbose: z.boolean().optional(),
  options: PromptOptionsInput.nullish(),
  attachments: z.array(AttachmentUpload).max(ATTACHMENT_LIMITS.count).nullish(),
  projectId: BodyId.optional(),
  projectTabId: BodyId,
  datasourceId: IdOrNone.nullish(),
  amountOfChunks: z.number().int().min(1).max(10).nullish(),
  /** The message in whose place this one stands: edit-and-ask-again and regenerate. */
  replacesQueryId: BodyId.nullish(),
  /** Language the asker reads, for engines that answer in the product's own words. */
  language: z.string().max(10).nullish(),
})
export type PromptPayload = z.infer<typeof PromptPayload>

const ByQuery = z.object({ id: Id })

export const prompts = {
  ask: call({
    method: 'POST',
    path: 'models/{id}/prompt',
    summary: 'Ask a model and wait for the whole answer; `id` is the model’s',
    door: 'signed-in',
    permission: 'can_use_chat',
    licensed: true,
    body: 'upload',
    params: z.object({ id: Id }),
    bodySchema: PromptPayload,
    data: z.object({
      queryId: z.number().int(),
      responseText: z.string(),
      attachments: z.array(Attachment),
      query: Message,
    }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'MODEL_NOT_DEPLOYED',
      'ATTACHMENT_REFUSED',
      'TOO_MANY_STREAMS',
      'LICENSE_EXPIRED',
    ],
  }),
  stream: call({
    method: 'POST',
    path: 'prompts/{id}/stream',
    summary: 'Ask a model and follow its answer as server-sent events; `id` is the model tag’s',
    door: 'signed-in',
    permission: 'can_use_chat',
    licensed: true,
    reply: 'events',
    body: 'upload',
    params: z.object({ id: Id }),
    bodySchema: PromptPayload,
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'MODEL_NOT_DEPLOYED',
      'ATTACHMENT_REFUSED',
      'TOO_MANY_STREAMS',
      'LICENSE_EXPIRED',
    ],
  }),
  resume: call({
    method: 'GET',
    path: 'prompts/streams/{id}',
    summary: 'Follow an answer from the event after Last-Event-ID; `id` is the message’s',
    door: 'signed-in',
    reply: 'events',
    params: ByQuery,
    problems: ['NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
  stop: call({
    method: 'DELETE',
    path: 'prompts/streams/{id}',
    summary: 'Stop an answer; what came so far stays',
    door: 'signed-in',
    params: ByQuery,
    data: z.object({ query: Message }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
