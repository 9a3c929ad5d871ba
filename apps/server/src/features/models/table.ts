import { bigint, boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const id = (name: string) => bigint(name, { mode: 'number' })
const key = () => id('id').primaryKey().generatedByDefaultAsIdentity()
const time = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

/** Where models come from. `apiKey` is encrypted; `source` is built-in, environment or configured. */
export const providers = pgTable('providers', {
  id: key(),
  typeId: smallint('type_id').notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  apiKey: text('api_key'),
  isLocal: boolean('is_local').notNull(),
  source: text('source').notNull(),
  created: time('created'),
  modified: time('modified'),
})

/** Model families. `type` 1 is multimodal, `state` 1 is active. */
export const models = pgTable('models', {
  id: key(),
  uuid: uuid('uuid').notNull(),
  providerId: id('provider_id').notNull(),
  name: text('name').notNull(),
  shortDescription: text('short_description').notNull().default(''),
  longDescription: text('long_description').notNull().default(''),
  type: smallint('type').notNull().default(0),
  state: smallint('state').notNull().default(1),
  position: integer('position').notNull().default(0),
  created: time('created'),
  modified: time('modified'),
})

/** Tags of families. `deployed` is what is wanted, `present` what the engine showed at the last look. */
export const modelTags = pgTable('model_tags', {
  id: key(),
  modelId: id('model_id').notNull(),
  name: text('name').notNull(),
  engineName: text('engine_name').notNull(),
  deployed: boolean('deployed').notNull().default(false),
  present: boolean('present').notNull().default(true),
  defaultTag: boolean('default_tag').notNull().default(false),
  type: smallint('type').notNull().default(0),
  isLocal: boolean('is_local').notNull().default(true),
  sizeBytes: id('size_bytes'),
  contextLength: integer('context_length'),
  capabilities: text('capabilities').array().notNull(),
  modified: time('modified'),
})
