import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, time } from '#platform/db/columns.ts'

/**
 * Ends of long work that its person saw as they came, by the id of a message, of a replay's tab, or of a golden run.
 * @writtenBy answers
 */
export const endsSeen = pgTable('ends_seen', {
  kind: text('kind').notNull(),
  thingId: id('thing_id').notNull(),
  seen: time('seen').notNull().defaultNow(),
})
