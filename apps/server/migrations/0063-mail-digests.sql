-- What each person’s last daily e-mail was, and the attempt to send one that is under way.
CREATE TABLE mail_digests (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The time at which it was due.
  slot timestamptz NOT NULL,
  ended boolean NOT NULL DEFAULT false,
  -- The place of the newest notification that was sent, and of the newest one of the attempt.
  up_to bigint NOT NULL DEFAULT 0,
  planned bigint NOT NULL DEFAULT 0,
  -- Until when the attempt belongs to the process that made it; null: to none.
  claimed_until timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  -- Attempts whose outcome nobody knows: the e-mail may have arrived.
  unsure smallint NOT NULL DEFAULT 0
);
CREATE INDEX user_settings_of_digests ON user_settings (user_id) WHERE setting_id = 56 AND value = 'true';
