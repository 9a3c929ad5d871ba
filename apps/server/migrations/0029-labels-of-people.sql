-- Who created a category or tag, for the limit a person, and since when no item has it. Unused ones are deleted after a week.
ALTER TABLE labels ADD COLUMN created_by bigint REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE labels ADD COLUMN unused_since timestamptz;
CREATE INDEX labels_by_creator ON labels (created_by);
