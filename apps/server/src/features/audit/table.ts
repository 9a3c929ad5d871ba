import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntry } from '@polylogue/contract'

export const auditEntries = pgTable('audit_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  action: text('action').$type<AuditAction>().notNull(),
  outcome: text('outcome').$type<AuditEntry['outcome']>().notNull(),
  userId: bigint('user_id', { mode: 'number' }),
  userName: text('user_name').notNull().default(''),
  objectType: text('object_type').notNull().default(''),
  objectId: bigint('object_id', { mode: 'number' }),
  objectName: text('object_name').notNull().default(''),
  address: text('address').notNull().default(''),
  sessionId: uuid('session_id'),
  requestId: text('request_id').notNull().default(''),
  details: jsonb('details').$type<AuditEntry['details']>().notNull().default({}),
})
