-- Whether text in the pictures of a document is to be recognised (0) or that was tried (1).
ALTER TABLE media ADD COLUMN recognition smallint CHECK (recognition IN (0, 1));
CREATE INDEX media_recognition ON media (user_id, id) WHERE recognition = 0;
