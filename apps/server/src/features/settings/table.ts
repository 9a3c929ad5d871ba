import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, time } from '#platform/db/columns.ts'

export const userSettings = pgTable(
  'user_settings',
  {
    userId: id('user_id').notNull(),
    settingId: smallint('setting_id').notNull(),
    value: text('value').notNull(),
    validUntil: time('valid_until').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.settingId] })],
)
