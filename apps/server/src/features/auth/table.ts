import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, id, key, time } from '#platform/db/columns.ts'

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: id('user_id').notNull(),
  accessHash: bytea('access_hash').notNull(),
  accessUntil: time('access_until').notNull(),
  refreshHash: bytea('refresh_hash').notNull(),
  refreshUntil: time('refresh_until').notNull(),
  ends: time('ends').notNull(),
  /** In the form of `sourceOf`. */
  address: text('address').notNull(),
  agent: text('agent').notNull(),
  created: time('created').notNull(),
  /** When its tokens were last rotated. */
  lastUsed: time('last_used').notNull(),
  revoked: time('revoked'),
  /** Its user ended it on the device itself, which stays known (NOTIFY-9). */
  signedOut: boolean('signed_out').notNull().default(false),
})

export const spentRefreshTokens = pgTable('spent_refresh_tokens', {
  hash: bytea('hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  spent: time('spent').notNull(),
})

/** Failed sign-in attempts, and attempts whose password is being compared. */
export const signInFailures = pgTable('sign_in_failures', {
  id: key(),
  account: text('account').notNull(),
  address: text('address').notNull(),
  at: time('at').notNull(),
})

export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})

/** A user at an identity provider. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: id('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

/** States of single sign-ons that were used, until they expire. */
export const ssoSpentStates = pgTable('sso_spent_states', {
  /** SHA-256. */
  stateHash: bytea('state_hash').primaryKey(),
  until: time('until').notNull(),
})
