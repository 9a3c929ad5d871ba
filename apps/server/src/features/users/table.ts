import { bigint, boolean, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** People. `username` and `email` are stored in the form of `canonicalName`, so that they compare alike everywhere. */
export const users = pgTable('users', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  uuid: uuid('uuid').notNull(),
  contextId: bigint('context_id', { mode: 'number' }).notNull(),
  tenantContextId: bigint('tenant_context_id', { mode: 'number' }),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  roleId: smallint('role_id').notNull(),
  canUseUi: boolean('can_use_ui').notNull().default(true),
  canUseApi: boolean('can_use_api').notNull().default(true),
  created: timestamp('created', { withTimezone: true }).notNull().defaultNow(),
  modified: timestamp('modified', { withTimezone: true }).notNull().defaultNow(),
})
