-- A session that its user ended on the device itself: the device stays known, and a new sign-in there is told to nobody.
-- Earlier ends are taken for such, because most are.
ALTER TABLE sessions ADD COLUMN signed_out boolean NOT NULL DEFAULT false;
UPDATE sessions SET signed_out = true WHERE revoked IS NOT NULL;
