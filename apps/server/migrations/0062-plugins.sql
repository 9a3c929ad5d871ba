-- What a person allowed a plugin that the installation ships (decision 162). `hash` is that of the scopes with their calls.
CREATE TABLE plugin_consents (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id text NOT NULL,
  scopes text[] NOT NULL,
  hash text NOT NULL,
  given timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, plugin_id)
);

-- Chats that a plugin began for a person: it may ask in these only.
CREATE TABLE plugin_chats (
  project_id bigint PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id text NOT NULL
);
CREATE INDEX plugin_chats_of_user ON plugin_chats (user_id);
