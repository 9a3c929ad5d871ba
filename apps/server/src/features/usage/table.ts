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
