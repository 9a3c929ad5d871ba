// Columns that many tables have, for drizzle.
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A number that names a row, here or in another table. */
export const id = (name: string) => bigint(name, { mode: 'number' })

/** The primary key of a table whose rows the database numbers. */
export const key = () => id('id').primaryKey().generatedByDefaultAsIdentity()

/** A moment; the database keeps microseconds, code reads milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
