import { boolean, pgTable, smallint } from 'drizzle-orm/pg-core'
import { id, time } from '#platform/db/columns.ts'

/** The last daily e-mail of each person, and the attempt that is under way (decision 160). */
export const mailDigests = pgTable('mail_digests', {
  userId: id('user_id').primaryKey(),
  slot: time('slot').notNull(),
  ended: boolean('ended').notNull().default(false),
  upTo: id('up_to').notNull(),
  planned: id('planned').notNull(),
  claimedUntil: time('claimed_until'),
  attempts: smallint('attempts').notNull().default(0),
  unsure: smallint('unsure').notNull().default(0),
})
