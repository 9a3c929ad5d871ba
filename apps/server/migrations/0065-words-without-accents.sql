-- Words are found without their accents, as data sources find them: "cafe" finds "café", "lodz" finds "Łódź". The package
-- retrieval (folded.ts) does the same with what a person types. STRICT keeps the planner from computing the text for each use.
CREATE FUNCTION plain_letters(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN body ~ '[ßẞæÆœŒþÞłŁøØđĐðÐħĦıς]'
  THEN replace(replace(replace(replace(replace(replace(replace(replace(
    CASE WHEN body ~ '[łŁøØđĐðÐħĦıς]' THEN translate(body, 'łŁøØđĐðÐħĦıς', 'llooddddhhiσ') ELSE body END,
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
  ELSE body END;

CREATE OR REPLACE FUNCTION folded(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(body) = length(body) THEN lower(body)
  ELSE lower(plain_letters(normalize(regexp_replace(normalize(body, NFKD),
    U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\064B-\065F\0670\06D6-\06DC\06DF-\06E4\06E7\06E8\06EA-\06ED]+',
    '', 'g'), NFC))) END;

-- The words as they are written stand beside those without accents only where they differ: of two results, the one with the word
-- as it was typed ranks first. The length is bounded because one character can be eighteen without its form.
CREATE FUNCTION words_in(body text, plain text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN to_tsvector('simple', plain) || E'\x02:100'::tsvector || to_tsvector('english', plain) || E'\x02:100'::tsvector
  || to_tsvector('german', body)
  || CASE WHEN plain = lower(body) THEN ''::tsvector ELSE E'\x02:100'::tsvector || to_tsvector('simple', body) END;

CREATE FUNCTION words_both_ways(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN words_in(spaced(body, ' '), spaced(left(folded(body), length(body) + 1000), ' '));

CREATE OR REPLACE FUNCTION words_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(body) = length(body) THEN words_in(body)
  ELSE words_both_ways(translate(normalize(without_variants(body), NFC), 'ς', 'σ')) END;

CREATE OR REPLACE FUNCTION query_of(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN websearch_to_tsquery('simple', folded(typed)) || websearch_to_tsquery('english', folded(typed))
  || websearch_to_tsquery('german', typed)
  || CASE WHEN folded(typed) = lower(typed) THEN ''::tsquery ELSE websearch_to_tsquery('simple', typed) END;

-- Of the words of a text in one language, those with accents that are words of a query when they are without them: ts_headline
-- marks them as they are written.
CREATE FUNCTION accented(words tsvector, asked tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery, ''::tsquery)
  FROM unnest(words) WHERE octet_length(lexeme) > length(lexeme) AND words_in(folded(lexeme)) @@ asked);

-- Writes the generated columns again where they change; messages are indexed again after the start.
UPDATE users SET username = username WHERE octet_length(concat(first_name, last_name, username, email))
  > length(concat(first_name, last_name, username, email));
UPDATE projects SET name = name WHERE octet_length(name || description) > length(name || description);
UPDATE tabs SET name = name WHERE octet_length(name || description) > length(name || description);
UPDATE prompts SET name = name WHERE octet_length(concat(name, comment, prompt)) > length(concat(name, comment, prompt));
UPDATE custinsts SET name = name
  WHERE octet_length(concat(name, description, content)) > length(concat(name, description, content));
UPDATE golden_sets SET name = name WHERE octet_length(name || description) > length(name || description);
UPDATE datasources SET name = name WHERE octet_length(name || summary) > length(name || summary);
UPDATE chatbots SET name = name WHERE octet_length(name || description) > length(name || description);
UPDATE message_search SET answered = false WHERE answered AND message_id IN (SELECT id FROM messages
  WHERE octet_length(query_text) > length(query_text) OR octet_length(response_text) > length(response_text));
