-- What an account could use when it was disabled: the page (1), the API (2) or both. Enabling it gives that back.
ALTER TABLE users ADD COLUMN enabled_as smallint;
