-- Chinese, Japanese and Thai have no spaces between words, Korean few: each of their letters becomes a word, and what a person types
-- a phrase of them. platform/folded.ts does the same with what a person types.
CREATE FUNCTION has_unspaced(body text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN octet_length(body) > length(body)
  AND body ~ U&'[\0E01-\0E4E\3040-\30FF\31F0-\31FF\3400-\9FFF\AC00-\D7A3\F900-\FAFF\FF66-\FF9F\+020000-\+03FFFF]';

CREATE FUNCTION spaced(body text, mark text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN has_unspaced(body) THEN regexp_replace(body,
    U&'([\0E01-\0E4E\3001-\303F\3040-\30FF\31F0-\31FF\3400-\9FFF\AC00-\D7A3\F900-\FAFF\FF01-\FF9F\+020000-\+03FFFF])',
    mark || '\1' || mark, 'g')
  ELSE body END;

CREATE OR REPLACE FUNCTION words_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN words_in(CASE WHEN octet_length(body) = length(body) THEN body
  ELSE spaced(translate(normalize(body, NFC), 'ς', 'σ'), ' ') END);

-- Writes the generated columns again where they change; messages are indexed again after the start.
UPDATE projects SET name = name WHERE has_unspaced(name || description);
UPDATE tabs SET name = name WHERE has_unspaced(name || description);
UPDATE prompts SET name = name WHERE has_unspaced(concat(name, comment, prompt));
UPDATE custinsts SET name = name WHERE has_unspaced(concat(name, description, content));
UPDATE golden_sets SET name = name WHERE has_unspaced(name || description);
UPDATE datasources SET name = name WHERE has_unspaced(name || summary);
UPDATE message_search SET answered = false
WHERE answered AND message_id IN (SELECT id FROM messages WHERE has_unspaced(query_text) OR has_unspaced(response_text));
