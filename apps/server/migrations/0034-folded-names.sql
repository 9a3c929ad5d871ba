-- Names without case and accents: "weiss", "Weiß" and "WEISS" are one word, as are "muller", "mueller" and "Müller".
-- platform/folded.ts does the same with what a person types. Most names are ASCII and take the first branch.
CREATE FUNCTION folded(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(body) = length(body) THEN lower(body)
  ELSE lower(replace(replace(replace(replace(replace(replace(translate(
    regexp_replace(normalize(body, NFKD), U&'[\0300-\036F]', '', 'g'), 'łŁøØđĐðÐıİ', 'llooddddii'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe')) END;

-- What a name is found by: folded, and for German umlauts also as they are written without them.
CREATE FUNCTION findable(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN body ~ '[äöüÄÖÜ]'
  THEN folded(body) || ' ' || folded(replace(replace(replace(replace(replace(replace(
    body, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'))
  ELSE folded(body) END;

ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users
  -- Begins with the first name and the last name.
  ADD COLUMN search_name text GENERATED ALWAYS AS (findable(first_name || ' ' || last_name || ' ' || username)) STORED,
  -- Only for those who may read addresses.
  ADD COLUMN search_email text GENERATED ALWAYS AS (folded(email)) STORED,
  -- The last use of the sessions that were deleted since.
  ADD COLUMN last_seen timestamptz;
