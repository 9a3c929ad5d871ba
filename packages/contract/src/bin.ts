// The recycle bin: deleted items of every noun, which can be taken back (ACCESS-16).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Nothing, Page, PageMeta, Time } from './envelope.ts'
import { routes } from './routes.ts'

/** An item in the recycle bin. */
export const DeletedItem = z.object({
  /** The id of the item's context. */
  id: z.number().int(),
  /** The kind of item, such as `project`, and the item's id. */
  noun: z.string(),
  itemId: z.number().int(),
  /** The name under which such items are counted: `chats` for a project that is a single chat. */
  kind: z.string(),
  name: z.string(),
  deleted: Time,
  /** Who deleted it; null for a removed account. */
  deletedBy: z.string().nullable(),
  isOwn: z.boolean(),
  /** How many people and groups have it back when it is restored. */
  shares: z.number().int(),
  /** When it is deleted for good. */
  ends: Time,
})
export type DeletedItem = z.infer<typeof DeletedItem>

const ById = z.object({ id: Id })

export const bin = {
  list: call(routes.bin.list, {
    summary:
      'The deleted items that one may take back, those deleted last first: one’s own, and those of others to which one had admin access',
    query: Page.extend({ q: z.string().trim().max(200).optional() }),
    data: z.object({
      DeletedItems: z.array(DeletedItem),
      /** Days that deleted items are kept; 0: they are deleted at once. */
      keepDays: z.number().int(),
    }),
    meta: PageMeta,
  }),
  restore: call(routes.bin.restore, {
    summary: 'Take an item out of the recycle bin, with its contents and shares',
    params: ById,
    data: z.object({
      noun: z.string(),
      itemId: z.number().int(),
      uri: z.string(),
      /** How many share links open again with it. */
      links: z.number().int(),
    }),
    problems: [
      'NOT_FOUND',
      'TOO_MANY_CHATBOTS',
      'TOO_MANY_CUSTINSTS',
      'TOO_MANY_DATASOURCES',
      'TOO_MANY_GOLDENSETS',
      'TOO_MANY_PROMPTS',
    ],
  }),
  erase: call(routes.bin.erase, {
    summary: 'Delete an item in the recycle bin for good',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  empty: call(routes.bin.empty, {
    summary: 'Delete all of one’s own items in the recycle bin for good',
    data: z.object({ count: z.number().int() }),
  }),
} as const
