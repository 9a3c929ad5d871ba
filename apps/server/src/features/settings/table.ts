import { bigint, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'

export const userSettings = pgTable(
  'user_settings',
  {
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    settingId: smallint('setting_id').notNull(),
    value: text('value').notNull(),
    validUntil: timestamp('valid_until', { withTimezone: true }).notNull(),
    modified: timestamp('modified', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.settingId] })],
)
