-- "Home‑Office" with another hyphen is the word with the usual one, and soft hyphens and joiners without a width belong to no word.
-- A dash beside a digit stays: the database would read "2020-2023" as a negative number. platform/folded.ts does the same with what
-- a person types.
CREATE FUNCTION has_variants(body text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN octet_length(body) > length(body) AND body ~ U&'[\00AD\200C\200D\2060\FEFF\2010-\2013\2212]';

CREATE FUNCTION without_variants(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN has_variants(body) THEN regexp_replace(translate(body, U&'\00AD\200C\200D\2060\FEFF', ''),
    U&'(?<=[^[:space:][:punct:][:digit:]])[\2010-\2013\2212](?=[^[:space:][:punct:][:digit:]])', '-', 'g')
  ELSE body END;

CREATE OR REPLACE FUNCTION words_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN words_in(CASE WHEN octet_length(body) = length(body) THEN body
  ELSE spaced(translate(normalize(without_variants(body), NFC), 'ς', 'σ'), ' ') END);

-- Writes the generated columns again where they change; messages are indexed again after the start.
UPDATE projects SET name = name WHERE has_variants(name || description);
UPDATE tabs SET name = name WHERE has_variants(name || description);
UPDATE prompts SET name = name WHERE has_variants(concat(name, comment, prompt));
UPDATE custinsts SET name = name WHERE has_variants(concat(name, description, content));
UPDATE golden_sets SET name = name WHERE has_variants(name || description);
UPDATE datasources SET name = name WHERE has_variants(name || summary);
UPDATE message_search SET answered = false
WHERE answered AND message_id IN (SELECT id FROM messages WHERE has_variants(query_text) OR has_variants(response_text));
