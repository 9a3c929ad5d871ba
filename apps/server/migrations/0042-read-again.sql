-- With which versions a document was last read again by itself, and how often that began.
ALTER TABLE media ADD COLUMN reread_as text, ADD COLUMN rereads smallint NOT NULL DEFAULT 0;
CREATE INDEX media_extraction ON media (extraction, user_id, id) WHERE status = 2;
