import { sql, type SQL } from 'drizzle-orm'
import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, id, key, time } from '#platform/db/columns.ts'

/**
 * Users. `username` and `email` are stored in the form of `canonicalName`, so that they compare the same everywhere.
 * `search_name` and `search_email` are generated columns: what people type finds them without case and accents.
 * @writtenBy auth
 */
export const users = pgTable('users', {
  id: key(),
  uuid: uuid('uuid').notNull(),
  contextId: id('context_id').notNull(),
  tenantContextId: id('tenant_context_id'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  username: text('username').notNull(),
  /** Unique, except for the empty address of an account that lost its own. */
  email: text('email').notNull(),
  /** An administrator entered the address, or the identity provider verified it (decision 19). */
  emailProven: boolean('email_proven').notNull().default(false),
  passwordHash: text('password_hash').notNull(),
  roleId: smallint('role_id').notNull(),
  canUseUi: boolean('can_use_ui').notNull().default(true),
  canUseApi: boolean('can_use_api').notNull().default(true),
  /** What it could use when it was disabled: the page (1), the API (2) or both; null: both. */
  enabledAs: smallint('enabled_as'),
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  lastSignIn: time('last_sign_in'),
  /** The last use of the sessions that were deleted since. */
  lastSeen: time('last_seen'),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})

/** Everything that a user is found by, for those who may read addresses. */
export const SEARCHED_PERSON: SQL = sql.raw(`(users.search_name || ' ' || users.search_email)`)

/** Compares with the canonical form of an e-mail address, using the unique index. */
export const hasEmail = (email: string): SQL =>
  sql`(lower(${users.email}) = lower(${email}) AND ${users.email} <> '')`

export const userPictures = pgTable('user_pictures', {
  userId: id('user_id').primaryKey(),
  version: uuid('version').notNull(),
  name: text('name').notNull(),
  mimeType: text('mime_type').$type<'image/jpeg' | 'image/png'>().notNull(),
  bytes: bytea('bytes').notNull(),
  modified: time('modified').notNull().defaultNow(),
})
