// Replays, for other features.
import { getTableName } from 'drizzle-orm'
import { pgTable, smallint } from 'drizzle-orm/pg-core'
import { id } from '#platform/db/columns.ts'

/** One of a tab at a time. */
const replays = pgTable('replays', {
  tabId: id('tab_id').primaryKey(),
  state: smallint('state').notNull(),
})

/** Returns SQL for whether earlier questions are being asked again in the tab of a column. */
export const isReplayed = (tabId: string): string =>
  `EXISTS (SELECT FROM ${getTableName(replays)} running WHERE running.tab_id = ${tabId} AND running.state = 0)`
