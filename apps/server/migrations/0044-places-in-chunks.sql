-- Pages, headings and tables inside a chunk; null for one that was cut before they were kept. The version of the cutting: a stored
-- document of an older one is cut again (decision 104).
ALTER TABLE chunks ADD COLUMN marks jsonb;
ALTER TABLE media ADD COLUMN cutting smallint NOT NULL DEFAULT 0;
CREATE INDEX media_cutting ON media (cutting, user_id, id) WHERE status = 2;
