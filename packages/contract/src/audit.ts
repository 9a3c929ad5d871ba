// The audit trail of accounts, access and sign-ins: kept as configured, readable by the super user, never changed
// (SECRET-2, SECRET-3).
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
  /** The acting user; null when not signed in. The name is the one at that time. */
  userId: z.number().int().nullable(),
  userName: z.string(),
  /** The target: a noun, its id and its name at that time; empty for an item that is shared with nobody. */
  objectType: z.string(),
  objectId: z.number().int().nullable(),
  objectName: z.string(),
  /** IP address. */
  address: z.string(),
  /** The session id; never a token. */
  sessionId: z.string().nullable(),
  requestId: z.string(),
  /** The changes, by names and ids; never a password, a token or a user's text. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Current names of the users and groups whose ids `details` mentions: `user 5`, `context 12`. Omits deleted ones. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  outcome: z.enum(['ok', 'refused']).optional(),
  /** Filters by the acting user. */
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
    large: 'page',
    query: Page.extend(Filter.shape),
    data: z.object({ Entries: z.array(AuditEntry) }),
    meta: PageMeta,
    problems: ['PERMISSION_DENIED'],
  }),
  export: call(routes.audit.export, {
    summary: 'The filtered audit trail as CSV (RFC 4180), 100,000 entries at most: for the super user',
    large: 'file',
    query: Filter,
    problems: ['PERMISSION_DENIED'],
  }),
} as const
