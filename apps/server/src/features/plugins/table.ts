import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, time } from '#platform/db/columns.ts'

/** What people allowed the plugins of the installation. */
export const pluginConsents = pgTable(
  'plugin_consents',
  {
    userId: id('user_id').notNull(),
    pluginId: text('plugin_id').notNull(),
    scopes: text('scopes').array().notNull(),
    hash: text('hash').notNull(),
    given: time('given').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.pluginId] })],
)

/** The chats that a plugin began for a person. */
export const pluginChats = pgTable('plugin_chats', {
  projectId: id('project_id').primaryKey(),
  userId: id('user_id').notNull(),
  pluginId: text('plugin_id').notNull(),
})

/** The tabs that a plugin began: those that others add to its chats, or move there, are not its own. */
export const pluginTabs = pgTable('plugin_tabs', {
  tabId: id('tab_id').primaryKey(),
  userId: id('user_id').notNull(),
  pluginId: text('plugin_id').notNull(),
})
