// What happened to accounts, access and sign-ins: kept as configured, read by the super user, changed by nobody (quality bar S107, S108).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Page, PageMeta, Time } from './envelope.ts'
import { routes } from './routes.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Time,
  action: z.enum(AUDIT_ACTIONS),
  /** ok, or refused. */
  outcome: z.enum(['ok', 'refused']),
  /** Who; null for nobody signed in. The name is that of the time. */
  userId: z.number().int().nullable(),
  userName: z.string(),
  /** On what: a noun and its id, and its name at the time; empty for an item that is shared with nobody. */
  objectType: z.string(),
  objectId: z.number().int().nullable(),
  objectName: z.string(),
  /** From where. */
  address: z.string(),
  /** With which session; never a token. */
  sessionId: z.string().nullable(),
  requestId: z.string(),
  /** What changed, by names and ids; never a password, a token or a text that somebody wrote. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** What the people and groups are called now that `details` mention by id: `user 5`, `context 12`. Without those who are gone. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  outcome: z.enum(['ok', 'refused']).optional(),
  /** Who did it. */
  userId: Id.optional(),
  objectType: z.string().max(40).optional(),
  objectId: Id.optional(),
  /** Part of a name or an address. */
  q: z.string().trim().max(200).optional(),
  from: Time.optional(),
  until: Time.optional(),
})

export const audit = {
  list: call(routes.audit.list, {
    summary: 'The audit trail, the newest first: for the super user',
    query: Page.extend(Filter.shape),
    data: z.object({ Entries: z.array(AuditEntry) }),
    meta: PageMeta,
    problems: ['PERMISSION_DENIED'],
  }),
  export: call(routes.audit.export, {
    summary: 'The filtered audit trail as CSV (RFC 4180), 100,000 entries at most: for the super user',
    query: Filter,
    problems: ['PERMISSION_DENIED'],
  }),
} as const
