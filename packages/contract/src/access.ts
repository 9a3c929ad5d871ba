// Contexts, shares and access as they cross the wire (reading 4).
import { z } from 'zod'
import { IdOrNone } from './envelope.ts'

export const CONTEXT_TYPES = {
  company: 1,
  orgUnit: 2,
  team: 3,
  project: 4,
  user: 5,
  tenant: 6,
  prompt: 7,
  datasource: 8,
  media: 9,
  custinst: 10,
} as const

export type ContextTypeId = (typeof CONTEXT_TYPES)[keyof typeof CONTEXT_TYPES]

export const COMPANY_CONTEXT = 1

/** One entry of `assocContexts`: first the caller's effective access, then one entry per share. */
export const AssocContext = z.object({
  contextId: IdOrNone,
  hasReadAccess: z.boolean().default(true),
  hasWriteAccess: z.boolean().default(false),
  hasAdminAccess: z.boolean().default(false),
})
export type AssocContext = z.infer<typeof AssocContext>

export const ItemContext = z.object({ id: z.number().int(), ownerContextId: z.number().int() })
