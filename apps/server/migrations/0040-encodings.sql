-- The encoding that a person chose for a document, and the one that its web server declares (decision 103).
ALTER TABLE media ADD COLUMN encoding text, ADD COLUMN declared_encoding text;
