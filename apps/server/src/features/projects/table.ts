import { sql } from 'drizzle-orm'
import { bigint, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const id = (name: string) => bigint(name, { mode: 'number' })
const time = (name: string) => timestamp(name, { withTimezone: true }).notNull()

/** Projects. What they hold beside these columns (`words`) the database makes itself, for search. */
export const projects = pgTable('projects', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  uuid: uuid('uuid').notNull(),
  contextId: id('context_id').notNull(),
  ownerId: id('owner_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  type: smallint('type').notNull().default(0),
  defaultModelId: id('default_model_id').notNull().default(1),
  defaultModelTagId: id('default_model_tag_id').notNull().default(1),
  defaultDatasourceId: id('default_datasource_id').notNull().default(0),
  custInstWhoId: id('cust_inst_who_id').notNull().default(0),
  custInstRespondId: id('cust_inst_respond_id').notNull().default(0),
  created: time('created').defaultNow(),
  modified: time('modified').defaultNow(),
  lastUsed: time('last_used').default(sql`date_trunc('milliseconds', now())`),
})
