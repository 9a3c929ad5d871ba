-- A single sign-on that is at the identity provider is sealed into the key that its browser keeps. Stored is which ones came back:
-- each serves once.
DROP TABLE sso_requests;
CREATE TABLE sso_spent_states (
  -- SHA-256 of the state that the provider sent back.
  state_hash bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
