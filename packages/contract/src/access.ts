// Contexts, shares and access as the API sends them (ACCESS-*).
import { z } from 'zod'
import { IdOrNone, Time } from './envelope.ts'
import { list } from './list.ts'

/** One entry of `assocContexts`: first the caller's effective access, then one entry per share. */
export const AssocContext = z.object({
  contextId: IdOrNone,
  hasReadAccess: z.boolean().default(true),
  hasWriteAccess: z.boolean().default(false),
  hasAdminAccess: z.boolean().default(false),
})
export type AssocContext = z.infer<typeof AssocContext>

export const ItemContext = z.object({ id: z.number().int(), ownerContextId: z.number().int() })

/** The fields of a change that every kind of item has. */
export const ItemChange = z.object({
  assocContexts: list(AssocContext, 1_000).optional(),
  ownerId: z.number().int().optional(),
  /** The `modified` on which the change is based; refused with CONFLICT when the item has changed since. */
  ifModified: Time.optional(),
})
