import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'

/** SQL for the names of a project and its tab on one line; `placeName` of the contract has the same rule. */
export const placeName = (project: string, tab: string): string =>
  `CASE WHEN ${saysNothing(project, tab)} THEN ${project}.name ELSE ${project}.name || ' · ' || ${tab}.name END`

/** SQL for whether the name of a tab says nothing besides the name of its project. */
export const saysNothing = (project: string, tab: string): string =>
  `(${tab}.name = ${project}.name OR ${tab}.name ~ '^Tab [0-9]{1,9}$')`

/** SQL for the project of a tab. A join would read all tabs where a statement was planned for many rows. */
export const projectOf = (tab: string): string => `(SELECT project_id FROM tabs WHERE tabs.id = ${tab})`

/** Tabs. The database computes the search column `words` itself. */
export const tabs = pgTable('tabs', {
  id: key(),
  uuid: uuid('uuid').notNull(),
  projectId: id('project_id').notNull(),
  tabIndex: integer('tab_index').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  defaultModelId: id('default_model_id').notNull().default(1),
  defaultModelTagId: id('default_model_tag_id').notNull().default(1),
  defaultDatasourceId: id('default_datasource_id').notNull().default(0),
  amountOfChunks: smallint('amount_of_chunks').notNull().default(5),
  custInstWhoId: id('cust_inst_who_id').notNull().default(0),
  custInstRespondId: id('cust_inst_respond_id').notNull().default(0),
  type: smallint('type').notNull().default(0),
  state: smallint('state').notNull().default(1),
  options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
  /** Whether no person typed the name; a title replaces it (decision 100). */
  autoNamed: boolean('auto_named').notNull().default(false),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})
