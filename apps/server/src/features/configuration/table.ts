import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '#platform/db/columns.ts'

/** Values of the configuration that the super user changed in the page (decision 155). */
export const configurationValues = pgTable('configuration_values', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  changed: time('changed').notNull(),
})
