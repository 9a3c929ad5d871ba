-- The tabs that a plugin began for a person: it may ask in these only.
CREATE TABLE plugin_tabs (
  tab_id bigint PRIMARY KEY REFERENCES tabs (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  plugin_id text NOT NULL
);
CREATE INDEX plugin_tabs_of_user ON plugin_tabs (user_id);
INSERT INTO plugin_tabs (tab_id, user_id, plugin_id)
  SELECT tabs.id, begun.user_id, begun.plugin_id FROM plugin_chats begun JOIN tabs ON tabs.project_id = begun.project_id;
