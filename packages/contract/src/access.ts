// Contexts, shares and access as the API sends them (reading 4).
import { z } from 'zod'
import { IdOrNone } from './envelope.ts'

/** One entry of `assocContexts`: first the caller's effective access, then one entry per share. */
export const AssocContext = z.object({
  contextId: IdOrNone,
  hasReadAccess: z.boolean().default(true),
  hasWriteAccess: z.boolean().default(false),
  hasAdminAccess: z.boolean().default(false),
})
export type AssocContext = z.infer<typeof AssocContext>

export const ItemContext = z.object({ id: z.number().int(), ownerContextId: z.number().int() })
