import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { itemColumns } from '#access/items/index.ts'
import { id, time } from '#platform/db/columns.ts'

type Options = Record<string, unknown>
const idOrNone = (name: string) => id(name).notNull().default(0)

/** Saved prompts; `name` is the title. The database computes the search column `words` itself. */
export const prompts = pgTable('prompts', {
  ...itemColumns(),
  comment: text('comment').notNull().default(''),
  prompt: text('prompt').notNull(),
  type: smallint('type').notNull().default(1),
  state: smallint('state').notNull().default(1),
  outputFormId: id('output_form_id').notNull(),
  modelId: idOrNone('model_id'),
  modelName: text('model_name').notNull().default(''),
  mediaId: idOrNone('media_id'),
  options: jsonb('options').$type<Options>().notNull().default({}),
  custInstWhoId: idOrNone('cust_inst_who_id'),
  custInstRespondId: idOrNone('cust_inst_respond_id'),
})

/** The fields whose change makes a version. */
export const VERSIONED = ['name', 'comment', 'prompt', 'outputFormId', 'modelId', 'options'] as const

/** What can be asked for as an answer's form. */
export const promptOutputs = pgTable('prompt_outputs', {
  id: id('id').notNull(),
  name: text('name').notNull(),
  label: text('label').notNull(),
})

/** Every version of a prompt's texts, the current one included. */
export const promptVersions = pgTable('prompt_versions', {
  promptId: id('prompt_id').notNull(),
  version: integer('version').notNull(),
  name: text('name').notNull(),
  comment: text('comment').notNull(),
  prompt: text('prompt').notNull(),
  outputFormId: id('output_form_id').notNull(),
  modelId: id('model_id').notNull(),
  modelName: text('model_name').notNull(),
  options: jsonb('options').$type<Options>().notNull(),
  changedBy: id('changed_by'),
  changed: time('changed').notNull(),
  /** The people and groups that could read it when the next version replaced it; not known of the current one. */
  shownTo: id('shown_to').array().notNull().default([]),
})
