/**
 * Returns the statement that inserts a row per answer of `answers`: SQL of a relation named `answer` with the columns user_id,
 * token_id, door, chatbot_id, model_tag_id, model_name, model_tag_name, state, tokens_prompt, tokens_response and ms. A viewer
 * without an account has no user_id. Skips deleted users; of a deleted model or token only the name is stored.
 */
export const counting = (answers: string): string =>
  `INSERT INTO usage (user_id, token_id, door, chatbot_id, model_tag_id, model_name, model_tag_name, state, tokens_prompt,
      tokens_response, ms)
    SELECT asker.id, token.id, door, chatbot_id, tag.id, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms
    FROM ${answers}
    LEFT JOIN users asker ON asker.id = answer.user_id
    LEFT JOIN api_tokens token ON token.id = answer.token_id
    LEFT JOIN model_tags tag ON tag.id = answer.model_tag_id
    WHERE (asker.id IS NOT NULL OR answer.user_id IS NULL)`

/** The columns of every sum. */
export const SUMMED = ['prompts', 'failed', 'stopped', 'tokens_prompt', 'tokens_response', 'ms'] as const

/** Returns the columns of a row of usage as part of a sum; with the sign -1 it is subtracted. `user_id` 0 is nobody's account. */
export const asPart = (sign: 1 | -1): string =>
  `(at AT TIME ZONE 'UTC')::date AS day, coalesce(user_id, 0) AS user_id, model_name, model_tag_name,
    ${sign} AS prompts, ${sign} * (state = 3)::int AS failed, ${sign} * (state = 4)::int AS stopped,
    ${sign} * coalesce(tokens_prompt, 0)::bigint AS tokens_prompt,
    ${sign} * coalesce(tokens_response, 0)::bigint AS tokens_response, ${sign} * ms::bigint AS ms`

/** The days of a sum by person: each day is in one span of every length. A longer one consists of shorter ones. */
export const SPANS = [1, 8, 64] as const

/** Returns SQL for the first day of the span that contains a day. */
export const spanStart = (day: string, span: string): string =>
  `${day} - (${day} - date '0001-01-01') % ${span}`
