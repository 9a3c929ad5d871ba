import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Check } from '@polylogue/contract'
import { itemColumns } from '../../access/items/index.ts'
import { id } from '../../platform/db/columns.ts'

/** Golden sets. The database computes the search column `words` itself. */
export const goldenSets = pgTable('golden_sets', {
  ...itemColumns(),
  description: text('description').notNull().default(''),
  edition: integer('edition').notNull().default(0),
})

/** The prompts of a set. */
export const goldenPrompts = pgTable('golden_prompts', {
  goldenSetId: id('golden_set_id').notNull(),
  position: smallint('position').notNull(),
  promptId: id('prompt_id').notNull(),
  title: text('title').notNull(),
  prompt: text('prompt').notNull(),
  checks: jsonb('checks').$type<Check[]>().notNull(),
})
