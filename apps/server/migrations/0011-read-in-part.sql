-- How many characters of a document were read; null: all of them.
ALTER TABLE attachments ADD COLUMN read_characters integer CHECK (read_characters >= 0);
