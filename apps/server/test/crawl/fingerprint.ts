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
  'users',
  'user_settings',
  'user_pictures',
  'replays',
  'api_tokens',
  'providers',
  'models',
  'model_tags',
]

// Fields that the product itself updates later: last use and last sign-in; and what a database derives from other fields.
const WITHOUT = `- 'last_used' - 'last_sign_in' - 'words'`

/** Returns a hash of the stored data: equal hashes before and after a call show that it changed nothing. */
export async function fingerprint(app: TestApp): Promise<string> {
  const parts = TABLES.map(
    (table) =>
      // A sum needs no order: sorting long texts takes most of the time.
      `(SELECT concat(count(*), '/', sum(hashtextextended((to_jsonb(row_) ${WITHOUT})::text, 0))) FROM ${table} row_)`,
  )
  const { rows } = await app.db.pool.query<{ print: string }>(
    `SELECT concat_ws(' ', ${parts.join(', ')}) AS print`,
  )
  return rows[0]?.print ?? ''
}
