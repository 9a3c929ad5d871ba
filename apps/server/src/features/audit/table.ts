import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntry } from '@polylogue/contract'
import { id, key, time } from '#platform/db/columns.ts'

export const auditEntries = pgTable('audit_entries', {
  id: key(),
  at: time('at').notNull().defaultNow(),
  action: text('action').$type<AuditAction>().notNull(),
  outcome: text('outcome').$type<AuditEntry['outcome']>().notNull(),
  userId: id('user_id'),
  userName: text('user_name').notNull().default(''),
  objectType: text('object_type').notNull().default(''),
  objectId: id('object_id'),
  objectName: text('object_name').notNull().default(''),
  address: text('address').notNull().default(''),
  sessionId: uuid('session_id'),
  requestId: text('request_id').notNull().default(''),
  details: jsonb('details').$type<AuditEntry['details']>().notNull().default({}),
})
