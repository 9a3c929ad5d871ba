// Chats of an export, as they are imported.
import { z } from 'zod'
import { Name, Time, text } from './envelope.ts'
import { ATTACHMENT_LIMITS } from './limits.ts'
import { list } from './list.ts'

/** Characters of the largest picture in base64. */
const BASE64_PICTURE = Math.ceil(ATTACHMENT_LIMITS.bytes / 3) * 4

const ImportedPicture = z.object({
  name: z.string().min(1).max(255),
  mime_type: z.string().max(200),
  base64: z.string().max(BASE64_PICTURE),
})

/** A turn of an imported chat: a question and its answer. Times are those of the export. */
const ImportedTurn = z.object({
  queryText: text(1_000_000),
  responseText: text(4_000_000),
  reasoningText: text(4_000_000).optional(),
  modelName: z.string().max(200).optional(),
  created: Time.optional(),
  rating: z.union([z.literal(1), z.literal(0), z.literal(-1)]).optional(),
  /** As the export says it: whether it is kept from external models. */
  confidential: z.boolean().optional(),
  /** Pictures of the question and its answer; they become files of the question. Others than pictures are left out. */
  pictures: list(ImportedPicture, ATTACHMENT_LIMITS.count).optional(),
})

export const ImportedChat = z.object({
  name: Name,
  turns: list(ImportedTurn, 10_000),
  /** When it was begun and last changed; without them the times of its turns count. */
  created: Time.optional(),
  modified: Time.optional(),
})
export type ImportedChat = z.infer<typeof ImportedChat>
