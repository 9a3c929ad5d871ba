// Asking a model: streamed and not, resumed, stopped (STREAM-*).
import { z } from 'zod'
import { AmountOfChunks } from './amount-of-chunks.ts'
import { call } from './call.ts'
import { BodyId, Id, IdOrNone, text } from './envelope.ts'
import { list } from './list.ts'
import { PromptOptionsInput } from './prompt-options.ts'
import { Attachment, Message } from './queries.ts'
import { RecognizedText } from './recognized-text.ts'
import { routes } from './routes.ts'
import { ATTACHMENT_LIMITS, PROMPT_LIMIT, SHOWN_LIMIT } from './limits.ts'

const AttachmentUpload = z.object({
  // Longer names are cut.
  name: z.string().min(1).max(1_000),
  size: z.number().int().nonnegative().optional(),
  mime_type: z.string().max(200),
  base64: z.string().max(1_400_000_000),
  timestamp: z.number().int().nonnegative().optional(),
  /** Of a scan or picture that `prompts/files/text` has read: the model gets this text instead. */
  recognized: RecognizedText.nullish(),
})
export type AttachmentUpload = z.infer<typeof AttachmentUpload>

/** What a model gets of a file. */
export const FileText = z.object({
  /** False for a file without any text, such as a scan. */
  hasText: z.boolean(),
  /** Numbers of the pages without text, if others have some. */
  pagesWithoutText: z.array(z.number().int()),
  /** Whether its pictures may have text that `prompts/files/text` reads. */
  hasScans: z.boolean(),
})
export type FileText = z.infer<typeof FileText>

/** A question with its model and tab, for the streamed and the plain call. */
export const PromptPayload = z.object({
  modelTagId: BodyId.optional(),
  prompt: text(PROMPT_LIMIT).refine((value) => value.trim() !== '', 'must not be empty'),
  verbose: z.boolean().optional(),
  options: PromptOptionsInput.nullish(),
  attachments: list(AttachmentUpload, ATTACHMENT_LIMITS.count).nullish(),
  /** Refuses the question before it is stored if a file, or some of its pages, have no text (ATTACHMENT_WITHOUT_TEXT). */
  requiresText: z.boolean().nullish(),
  projectId: BodyId.optional(),
  projectTabId: BodyId,
  datasourceId: IdOrNone.nullish(),
  /** Overrides that of the tab. */
  amountOfChunks: AmountOfChunks.nullish(),
  /** The message that this one replaces: edit and ask again, or regenerate. */
  replacesQueryId: BodyId.nullish(),
  /** With `replacesQueryId`: the answer continues that message's text (`canContinue` of the model). */
  continues: z.boolean().nullish(),
  /** Earlier versions shown instead of the newest; they are sent to the model. When omitted, the last question's apply. */
  shownQueryIds: list(BodyId, SHOWN_LIMIT).nullish(),
  /** Shared id of a question sent to several tabs at once, to group their answers. */
  compareId: z.uuid().nullish(),
  /** The saved prompt that was filled in: it counts the question and its rating. */
  promptId: IdOrNone.nullish(),
  /** It has text of confidential documents: no external model gets it, now or later. */
  confidential: z.boolean().nullish(),
  /** Language of the user, for engines that answer with the product's own texts. */
  language: z.string().max(10).nullish(),
})
export type PromptPayload = z.infer<typeof PromptPayload>

const ByQuery = z.object({ id: Id })

export const answers = {
  ask: call(routes.answers.ask, {
    summary: 'Ask a model and wait for the whole answer; `id` is the model’s',
    large: 'own',
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
      'CONFIDENTIAL_TURN',
      'ATTACHMENT_REFUSED',
      'ATTACHMENT_WITHOUT_TEXT',
      'TOO_MANY_DOCUMENTS',
      'TOO_MANY_STREAMS',
      'QUEUE_FULL',
      'SERVER_BUSY',
      'STORAGE_UNAVAILABLE',
      'LICENSE_EXPIRED',
    ],
  }),
  stream: call(routes.answers.stream, {
    summary: 'Ask a model and follow its answer as server-sent events; `id` is the model tag’s',
    permission: 'can_use_chat',
    licensed: true,
    body: 'upload',
    params: z.object({ id: Id }),
    bodySchema: PromptPayload,
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'MODEL_NOT_DEPLOYED',
      'CONFIDENTIAL_TURN',
      'ATTACHMENT_REFUSED',
      'ATTACHMENT_WITHOUT_TEXT',
      'TOO_MANY_DOCUMENTS',
      'TOO_MANY_STREAMS',
      'QUEUE_FULL',
      'SERVER_BUSY',
      'STORAGE_UNAVAILABLE',
      'LICENSE_EXPIRED',
    ],
  }),
  readFile: call(routes.answers.readFile, {
    summary:
      'Read a file as for a question: whether a model gets text of it, and which pages have none. Nothing is stored',
    permission: 'can_use_chat',
    body: 'upload',
    bodySchema: AttachmentUpload,
    data: z.object({ file: FileText }),
    problems: ['ATTACHMENT_REFUSED', 'TOO_MANY_DOCUMENTS', 'SERVER_BUSY'],
  }),
  readText: call(routes.answers.readText, {
    summary:
      'Recognise the text of a scan or picture, as server-sent events: `progress` {done, of} before each page, then `text` {recognized, pagesWithoutText} or `error` {errorCode, errorMessage}. One file at a time, people take turns; it ends with the connection. Nothing is stored: send `recognized` with the attachment',
    permission: 'can_use_chat',
    body: 'upload',
    bodySchema: AttachmentUpload,
    problems: ['ATTACHMENT_REFUSED', 'RECOGNITION_UNAVAILABLE', 'TOO_MANY_DOCUMENTS', 'SERVER_BUSY'],
  }),
  resume: call(routes.answers.resume, {
    summary: 'Follow an answer from the event after Last-Event-ID; `id` is the message’s',
    params: ByQuery,
    problems: ['NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
  stop: call(routes.answers.stop, {
    summary: 'Stop an answer; what came so far stays',
    params: ByQuery,
    data: z.object({ query: Message }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
