import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiToken } from '@polylogue/contract'
import { bytea, id, key, time } from '../../platform/db/columns.ts'

/** Keys with which programs act as somebody. */
export const apiTokens = pgTable('api_tokens', {
  id: key(),
  /** Stands where a session's id stands. */
  uuid: uuid('uuid').notNull(),
  scope: text('scope').$type<ApiToken['scope']>().notNull(),
  /** As whom it acts. */
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** SHA-256 of the value, which is stored nowhere. */
  hash: bytea('hash').notNull(),
  prefix: text('prefix').notNull(),
  lastUsed: time('last_used'),
  expires: time('expires'),
  created: time('created').notNull().defaultNow(),
})
