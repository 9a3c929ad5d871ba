import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ChatbotDraft, ChatbotRules, VisitorMessage, WidgetSettings } from '@polylogue/contract'
import { itemColumns } from '#access/items/index.ts'
import { bytea, id, key, time } from '#platform/db/columns.ts'

/** Chatbots (decision 158). The database computes the search column `words` itself. */
export const chatbots = pgTable('chatbots', {
  ...itemColumns(),
  description: text('description').notNull().default(''),
  validUntil: time('valid_until').notNull(),
  /** The tab that it came from; null when that was deleted. */
  tabId: id('tab_id'),
  /** Public, in the pages of web sites. */
  identifier: text('identifier').notNull(),
  /** Encrypted. */
  secret: text('secret').notNull(),
  /** What it answers with; 0 none. */
  modelTagId: id('model_tag_id').notNull(),
  datasourceId: id('datasource_id').notNull().default(0),
  amountOfChunks: smallint('amount_of_chunks').notNull(),
  custInstWhoId: id('cust_inst_who_id').notNull().default(0),
  custInstRespondId: id('cust_inst_respond_id').notNull().default(0),
  options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
  widget: jsonb('widget').$type<WidgetSettings>().notNull(),
  rules: jsonb('rules').$type<ChatbotRules>().notNull(),
  /** Changes that visitors do not see yet. */
  draft: jsonb('draft').$type<ChatbotDraft>(),
  published: time('published').notNull().defaultNow(),
  /** When its editors were last told of unanswered questions. */
  told: time('told'),
})

export type SessionKind = 'visitor' | 'server' | 'preview' | 'assistant'

/** What an editor tries in a test session. */
export interface PreviewSettings extends Answering {
  readonly rules: ChatbotRules
  readonly widget: WidgetSettings
}

/** What a chatbot answers with. */
export interface Answering {
  readonly modelTagId: number
  readonly datasourceId: number
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
  readonly options: Readonly<Record<string, unknown>>
}

/** Sessions of visitors, of programs with the secret, of editors who try a chatbot, and of the assistant. */
export const chatbotSessions = pgTable('chatbot_sessions', {
  id: key(),
  /** Null for the assistant that needs no chatbot. */
  chatbotId: id('chatbot_id'),
  kind: text('kind').$type<SessionKind>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  /** Whose rights count, for editors and the assistant; else those of the chatbot's owner. */
  userId: id('user_id'),
  /** The sign-in of that person with which it ends. */
  signIn: uuid('sign_in'),
  language: text('language').notNull(),
  settings: jsonb('settings').$type<PreviewSettings>(),
  created: time('created').notNull(),
  expires: time('expires').notNull(),
  seen: time('seen').notNull(),
  minute: time('minute').notNull(),
  inMinute: integer('in_minute').notNull().default(0),
  day: date('day').notNull(),
  inDay: integer('in_day').notNull().default(0),
})

/** The states of a message, by their numbers in the database. */
export const MESSAGE_STATES = ['answering', 'done', 'failed', 'stopped'] as const
export type StoredSource = VisitorMessage['sources'][number] & {
  /** The document that it comes from; 0 for none. Never sent. */
  readonly mediaId: number
  readonly datasourceId: number
}

export const chatbotMessages = pgTable('chatbot_messages', {
  id: key(),
  sessionId: id('session_id').notNull(),
  chatbotId: id('chatbot_id'),
  question: text('question').notNull(),
  answer: text('answer').notNull().default(''),
  /** An index of MESSAGE_STATES. */
  state: smallint('state').notNull().default(0),
  errorCode: text('error_code'),
  missed: boolean('missed').notNull().default(false),
  sources: jsonb('sources').$type<StoredSource[]>().notNull().default([]),
  confidential: boolean('confidential').notNull().default(false),
  datasourceIds: bigint('datasource_ids', { mode: 'number' }).array().notNull().default([]),
  datasourceId: id('datasource_id').notNull().default(0),
  modelId: id('model_id').notNull(),
  modelTagId: id('model_tag_id').notNull(),
  modelName: text('model_name').notNull(),
  modelTagName: text('model_tag_name').notNull(),
  rating: smallint('rating').notNull().default(0),
  contact: text('contact'),
  settled: boolean('settled').notNull().default(false),
  created: time('created').notNull(),
  alive: time('alive').notNull(),
})

/** Figures by day, which stay when messages are erased. */
export const chatbotDays = pgTable(
  'chatbot_days',
  {
    chatbotId: id('chatbot_id').notNull(),
    day: date('day').notNull(),
    visitors: integer('visitors').notNull().default(0),
    questions: integer('questions').notNull().default(0),
    missed: integer('missed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    up: integer('up').notNull().default(0),
    down: integer('down').notNull().default(0),
    tokens: id('tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chatbotId, table.day] })],
)
