import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { key, time } from '#platform/db/columns.ts'

/**
 * Sources of models. `apiKey` is encrypted; `source` is built-in, environment, configured, or retired for a disconnected
 * provider: its row stays, so that it comes back with the same models.
 */
export const providers = pgTable('providers', {
  id: key(),
  typeId: smallint('type_id').notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  otherUrls: text('other_urls').array().notNull().default([]),
  apiKey: text('api_key'),
  isLocal: boolean('is_local').notNull(),
  oldServer: boolean('old_server').notNull().default(false),
  atOnce: integer('at_once'),
  source: text('source').notNull(),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})
