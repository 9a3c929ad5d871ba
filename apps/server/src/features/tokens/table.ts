import { bigint, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ApiToken } from '@polylogue/contract'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const time = (name: string) => timestamp(name, { withTimezone: true })

/** Keys with which programs act as somebody. */
export const apiTokens = pgTable('api_tokens', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  /** Stands where a session's id stands. */
  uuid: uuid('uuid').notNull(),
  scope: text('scope').$type<ApiToken['scope']>().notNull(),
  /** As whom it acts. */
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** SHA-256 of the value, which is stored nowhere. */
  hash: bytea('hash').notNull(),
  prefix: text('prefix').notNull(),
  lastUsed: time('last_used'),
  expires: time('expires'),
  created: time('created').notNull().defaultNow(),
})
