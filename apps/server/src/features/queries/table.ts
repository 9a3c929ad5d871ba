// Messages, their attachments and the log of running answers.
import { integer, jsonb, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Source } from '@polylogue/contract'
import { id, key, time } from '#platform/db/columns.ts'

/** @writtenBy answers */
export const messages = pgTable('messages', {
  id: key(),
  uuid: uuid('uuid').notNull(),
  tabId: id('tab_id').notNull(),
  turnId: id('turn_id').notNull(),
  replacesId: id('replaces_id'),
  compareId: uuid('compare_id'),
  promptId: id('prompt_id').notNull().default(0),
  userId: id('user_id'),
  modelId: id('model_id').notNull(),
  modelTagId: id('model_tag_id').notNull(),
  modelName: text('model_name').notNull(),
  modelTagName: text('model_tag_name').notNull(),
  queryText: text('query_text').notNull(),
  responseText: text('response_text').notNull().default(''),
  reasoningText: text('reasoning_text').notNull().default(''),
  state: smallint('state').notNull().default(0),
  errorCode: text('error_code'),
  errorMessage: text('error_message'),
  rating: smallint('rating').notNull().default(0),
  options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
  sources: jsonb('sources').$type<Source[]>().notNull().default([]),
  statistics: jsonb('statistics').$type<Record<string, unknown>>().notNull().default({}),
  attachmentCount: smallint('attachment_count').notNull().default(0),
  tokensPrompt: integer('tokens_prompt'),
  tokensResponse: integer('tokens_response'),
  tokensPerSecond: real('tokens_per_second'),
  responseMs: integer('response_ms'),
  overallMs: integer('overall_ms'),
  lastSeq: integer('last_seq').notNull().default(0),
  serverId: uuid('server_id'),
  created: time('created').notNull().defaultNow(),
})

/** @writtenBy answers */
export const attachments = pgTable(
  'attachments',
  {
    messageId: id('message_id').notNull(),
    position: smallint('position').notNull(),
    name: text('name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: id('size').notNull(),
    blob: text('blob').notNull(),
    text: text('text'),
    /** Null: all of it. */
    readCharacters: integer('read_characters'),
    created: time('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
)

/** @writtenBy answers */
export const answerEvents = pgTable(
  'answer_events',
  {
    messageId: id('message_id').notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    events: text('events').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.firstSeq] })],
)
