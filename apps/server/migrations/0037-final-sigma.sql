-- "Γιώργος" and "ΓΙΩΡΓΟΣ" are one word, as are letters with their accents in one and in two characters. platform/folded.ts does
-- the same with what a person types.
CREATE OR REPLACE FUNCTION folded(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(body) = length(body) THEN lower(body)
  ELSE lower(replace(replace(replace(replace(replace(replace(translate(
    regexp_replace(normalize(body, NFKD), U&'[\0300-\036F]', '', 'g'), 'łŁøØđĐðÐıİς', 'llooddddiiσ'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe')) END;

CREATE OR REPLACE FUNCTION findable(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN body ~ U&'[äöüÄÖÜ]|[aouAOU]\0308'
  THEN folded(body) || ' ' || folded(replace(replace(replace(replace(replace(replace(
    normalize(body, NFC), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'))
  ELSE folded(body) END;

CREATE FUNCTION words_in(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple', body) || E'\x02:100'::tsvector || to_tsvector('english', body) || E'\x02:100'::tsvector
  || to_tsvector('german', body);

CREATE OR REPLACE FUNCTION words_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN words_in(CASE WHEN octet_length(body) = length(body) THEN body ELSE translate(normalize(body, NFC), 'ς', 'σ') END);

-- Writes the generated columns again where they change. Messages are many, and keep their words until they change.
UPDATE users SET username = username
  WHERE concat(first_name, last_name, username, email) ~ U&'[ς\0300-\036F]';
UPDATE projects SET name = name WHERE concat(name, description) ~ U&'[ς\0300-\036F]';
UPDATE tabs SET name = name WHERE concat(name, description) ~ U&'[ς\0300-\036F]';
UPDATE prompts SET name = name WHERE concat(name, comment, prompt) ~ U&'[ς\0300-\036F]';
UPDATE custinsts SET name = name WHERE concat(name, description, content) ~ U&'[ς\0300-\036F]';
UPDATE golden_sets SET name = name WHERE concat(name, description) ~ U&'[ς\0300-\036F]';
UPDATE datasources SET name = name WHERE concat(name, summary) ~ U&'[ς\0300-\036F]';
