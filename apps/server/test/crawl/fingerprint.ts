import type { TestApp } from '../test-app.ts'

const TABLES = [
  'projects',
  'custinsts',
  'custinst_likes',
  'prompts',
  'prompt_versions',
  'prompt_likes',
  'golden_sets',
  'golden_prompts',
  'golden_runs',
  'golden_answers',
  'golden_votes',
  'ideas',
  'datasources',
  'media',
  'media_pieces',
  'chunks',
  'chunk_settings',
  'test_questions',
  'unanswered_questions',
  'labels',
  'item_labels',
  'tabs',
  'messages',
  'associations',
  'hidden_contexts',
  'contexts',
  'publications',
  'share_links',
  'announcements',
  'announcements_put_away',
  'chatbots',
  'chatbot_sessions',
  'chatbot_messages',
  'approved_texts',
  'users',
  'user_settings',
  'user_pictures',
  'plugin_consents',
  'plugin_chats',
  'plugin_tabs',
  'replays',
  'api_tokens',
  'notification_readers',
  'notifications',
  'providers',
  'models',
  'model_tags',
]

// The product itself updates their last use, sign-in and views later, so their other fields are compared.
const USED = new Set(['projects', 'users', 'api_tokens', 'share_links'])

// A change makes a new version of its row, with a greater xmin than all before: the sum grows unless rows are only deleted.
const VERSIONS = 'sum(xmin::text::bigint)'
// A sum needs no order: sorting long texts takes most of the time. Words are derived from other fields.
const FIELDS = `sum(hashtextextended((to_jsonb(row_) - '{last_used,last_sign_in,views,last_opened,words}'::text[])::text, 0))`

/** A number for the rows of each table, by its name. */
export type Fingerprint = Readonly<Record<string, string>>

/** Returns the state of the stored data: equal states before and after a call show that it changed nothing. */
export async function fingerprint(app: TestApp): Promise<Fingerprint> {
  const parts = TABLES.map(
    (table) =>
      `(SELECT concat(count(*), '/', ${USED.has(table) ? FIELDS : VERSIONS}) FROM ${table} row_) AS ${table}`,
  )
  const { rows } = await app.db.pool.query<Fingerprint>(`SELECT ${parts.join(', ')}`)
  return rows[0] ?? {}
}
