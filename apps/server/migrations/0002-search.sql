-- Finding again (reading 5): words stemmed for English and for German, and as they stand, so that any language and any
-- exact word is found. Far between the three stands a sign that nobody can type: the last word of one reading must not be
-- the neighbour of the first of the next.
CREATE FUNCTION words_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple', body) || E'\x02:100'::tsvector || to_tsvector('english', body) || E'\x02:100'::tsvector
  || to_tsvector('german', body);

-- What a person typed as a query over words_of; it never fails, whatever was typed.
CREATE FUNCTION query_of(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN websearch_to_tsquery('simple', typed) || websearch_to_tsquery('english', typed)
  || websearch_to_tsquery('german', typed);

-- The words of messages, beside them: a message changes often while it is answered, its words twice.
-- Beside the words stand marks that nobody can type: whose and which project's message it is, and in which span of ids,
-- so that one look into the index finds the newest of one person's messages with a word, however many have it.
CREATE TABLE message_search (
  message_id bigint PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  owner_context_id bigint NOT NULL,
  -- Whether the answer's words are in; false: only the question's.
  answered boolean NOT NULL,
  words tsvector NOT NULL
);
-- Every search reads the pending list from end to end: it stays short.
CREATE INDEX message_search_by_words ON message_search USING gin (words) WITH (gin_pending_list_limit = 256);
CREATE INDEX message_search_by_owner ON message_search (owner_context_id, message_id);

-- Names are few for one person: their words are compared one by one, without an index.
ALTER TABLE projects ADD COLUMN words tsvector GENERATED ALWAYS AS (words_of(name || ' ' || description)) STORED;
ALTER TABLE tabs ADD COLUMN words tsvector GENERATED ALWAYS AS (words_of(name || ' ' || description)) STORED;
