import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'

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
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})

/**
 * Tags of families. `deployed` is the wanted state; `present` and `memoryBytes` are the result of the last check. A `kept`
 * tag was deployed by a user here, and is redeployed when it vanishes.
 */
export const modelTags = pgTable('model_tags', {
  id: key(),
  modelId: id('model_id').notNull(),
  name: text('name').notNull(),
  engineName: text('engine_name').notNull(),
  deployed: boolean('deployed').notNull().default(false),
  kept: boolean('kept').notNull().default(false),
  present: boolean('present').notNull().default(true),
  defaultTag: boolean('default_tag').notNull().default(false),
  type: smallint('type').notNull().default(0),
  isLocal: boolean('is_local').notNull().default(true),
  sizeBytes: id('size_bytes'),
  memoryBytes: id('memory_bytes'),
  contextLength: integer('context_length'),
  capabilities: text('capabilities').array().notNull(),
  setContextLength: integer('set_context_length'),
  setImages: boolean('set_images'),
  setTools: boolean('set_tools'),
  modified: time('modified').notNull().defaultNow(),
})

/**
 * Selects `TagRow`s from `tag`, `model` and `provider`. The context length and the capabilities are the engine's report,
 * overridden by users' settings. Tags of disconnected providers are included and are not present.
 */
export const TAGS = `SELECT tag.id AS "tagId", tag.name AS "tagName", model.name || ':' || tag.name AS "fullName",
    tag.engine_name AS "engineName", tag.deployed, tag.present AND provider.source <> 'retired' AS present,
    tag.is_local AND provider.is_local AS "isLocal",
    coalesce(tag.set_context_length, tag.context_length) AS "contextLength",
    capabilities_of(tag.capabilities, tag.set_images, tag.set_tools) AS capabilities, tag.set_tools AS "setTools",
    model.id AS "modelId", model.name AS "modelName", model.state, model.created,
    provider.id AS "providerId", provider.type_id AS "providerTypeId", provider.name AS "providerName", provider.kind,
    provider.at_once AS "atOnce", 1 + cardinality(provider.other_urls) AS hosts
  FROM model_tags tag
  JOIN models model ON model.id = tag.model_id
  JOIN providers provider ON provider.id = model.provider_id`

/** A tag with the data needed to ask it. */
export interface TagRow {
  readonly tagId: number
  readonly tagName: string
  /** `family:tag`. */
  readonly fullName: string
  /** The model's name at its engine. */
  readonly engineName: string
  readonly deployed: boolean
  /** Available at its engine. */
  readonly present: boolean
  /** False when prompts leave the organisation's machines. */
  readonly isLocal: boolean
  /** In tokens; null when the engine does not report it. */
  readonly contextLength: number | null
  readonly capabilities: readonly string[]
  /** Whether it supports tools, if an administrator set it; null: the engine reports it. */
  readonly setTools: boolean | null
  readonly modelId: number
  readonly modelName: string
  /** State of its model; 1 is active. */
  readonly state: number
  /** When its model was found. */
  readonly created: Date
  readonly providerId: number
  readonly providerTypeId: number
  readonly providerName: string
  readonly kind: string
  /** Concurrent answers of the provider; null for the default of its kind. */
  readonly atOnce: number | null
  /** Number of addresses that serve it. */
  readonly hosts: number
}

/** The deployment job of a tag, and the process that owns it. */
export const deployments = pgTable('deployments', {
  tagId: id('tag_id').primaryKey(),
  state: text('state').notNull(),
  doneBytes: id('done_bytes').notNull().default(0),
  totalBytes: id('total_bytes').notNull().default(0),
  errorCode: text('error_code'),
  errorMessage: text('error_message'),
  serverId: uuid('server_id'),
  heartbeat: time('heartbeat').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  againAt: time('again_at'),
  began: time('began').notNull().defaultNow(),
})

/** A `TagRow` alone or as JSON, whose times are text. */
export type FoundTag = Omit<TagRow, 'created'> & { readonly created: Date | string }
