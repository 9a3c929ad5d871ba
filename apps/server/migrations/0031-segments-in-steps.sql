-- A segment that this process is writing or deleting in steps: searches do not see it. Null for all others.
ALTER TABLE chunk_segments ADD COLUMN server_id uuid;
CREATE INDEX chunk_segments_in_steps ON chunk_segments (server_id) WHERE server_id IS NOT NULL;
