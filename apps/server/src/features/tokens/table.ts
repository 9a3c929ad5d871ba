import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiToken } from '@polylogue/contract'
import { bytea, id, key, time } from '#platform/db/columns.ts'

/** API tokens, with which programs act as a user. */
export const apiTokens = pgTable('api_tokens', {
  id: key(),
  /** Used in place of a session's id. */
  uuid: uuid('uuid').notNull(),
  scope: text('scope').$type<ApiToken['scope']>().notNull(),
  /** The user it acts as. */
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** SHA-256 of the value. The value itself is not stored. */
  hash: bytea('hash').notNull(),
  prefix: text('prefix').notNull(),
  lastUsed: time('last_used'),
  expires: time('expires'),
  created: time('created').notNull().defaultNow(),
})
