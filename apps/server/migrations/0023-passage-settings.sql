-- Passages that people switched off or gave a note (decision 78).

-- By the text of a passage in its document, so that it survives indexing. No row for a passage that is on and has no note.
CREATE TABLE chunk_settings (
  media_id bigint NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  -- SHA-256 of the text without the blanks around it; and its length, so that few texts are hashed.
  hash bytea NOT NULL,
  length integer NOT NULL,
  is_off boolean NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (media_id, hash)
);

-- The setting of each chunk. One that is off is in no segment and has no vectors.
ALTER TABLE chunks
  ADD COLUMN is_off boolean NOT NULL DEFAULT false,
  -- Indexed after the context.
  ADD COLUMN note text NOT NULL DEFAULT '';

-- Counts the changes of the settings of its chunks.
ALTER TABLE media ADD COLUMN edition integer NOT NULL DEFAULT 0;
