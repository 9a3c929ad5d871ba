import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { itemColumns } from '#access/items/index.ts'
import { id, time } from '#platform/db/columns.ts'

/** Projects. The database computes the search column `words` itself. */
export const projects = pgTable('projects', {
  ...itemColumns(),
  description: text('description').notNull().default(''),
  type: smallint('type').notNull().default(0),
  defaultModelId: id('default_model_id').notNull().default(1),
  defaultModelTagId: id('default_model_tag_id').notNull().default(1),
  defaultDatasourceId: id('default_datasource_id').notNull().default(0),
  amountOfChunks: smallint('amount_of_chunks').notNull().default(5),
  custInstWhoId: id('cust_inst_who_id').notNull().default(0),
  custInstRespondId: id('cust_inst_respond_id').notNull().default(0),
  /** Whether no person typed the name; a title replaces it (decision 100). */
  autoNamed: boolean('auto_named').notNull().default(false),
  /** Fingerprint of the import that made it (decision 102). */
  importKey: text('import_key'),
  lastUsed: time('last_used')
    .notNull()
    .default(sql`date_trunc('milliseconds', now())`),
})

/** Projects that a person put away: they leave that person's lists only. */
export const archivedProjects = pgTable(
  'archived_projects',
  { userId: id('user_id').notNull(), projectId: id('project_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.projectId] })],
)
