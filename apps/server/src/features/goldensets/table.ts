import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Check } from '@polylogue/contract'
import { itemColumns } from '#access/items/index.ts'
import { id, key, time } from '#platform/db/columns.ts'

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

// Of runs, the columns that other features read.

/** Runs of sets. */
export const goldenRuns = pgTable('golden_runs', { id: key(), created: time('created').notNull() })

/** The model tags that a run asks. */
export const goldenRunTags = pgTable('golden_run_tags', {
  runId: id('run_id').notNull(),
  position: smallint('position').notNull(),
  modelTagId: id('model_tag_id').notNull(),
  modelName: text('model_name').notNull(),
  modelTagName: text('model_tag_name').notNull(),
})

/** The prompts of a run as they were when it began. */
export const goldenRunPrompts = pgTable('golden_run_prompts', {
  runId: id('run_id').notNull(),
  position: smallint('position').notNull(),
  promptId: id('prompt_id').notNull(),
})

/** The answers of a run. */
export const goldenAnswers = pgTable('golden_answers', {
  runId: id('run_id').notNull(),
  modelTagId: id('model_tag_id').notNull(),
  position: smallint('position').notNull(),
  state: smallint('state').notNull(),
  checksFailed: smallint('checks_failed').notNull(),
  checksUnclear: smallint('checks_unclear').notNull(),
})
