import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { key, time } from '../../platform/db/columns.ts'

/** The figures of each server process, which the others read. */
export const serverFigures = pgTable('server_figures', {
  serverId: uuid('server_id').primaryKey(),
  figures: jsonb('figures').notNull(),
  at: time('at').notNull().defaultNow(),
})

/** Scheduled backups. */
export const backups = pgTable('backups', {
  id: key(),
  due: time('due').notNull().unique(),
  serverId: uuid('server_id').notNull(),
  file: text('file').notNull(),
  began: time('began').notNull().defaultNow(),
  ended: time('ended'),
  bytes: bigint('bytes', { mode: 'number' }),
  failure: text('failure'),
})
