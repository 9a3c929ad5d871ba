-- What the workspace needs beside asking: options of a tab, questions asked in several tabs at once, earlier prompts,
-- projects by their last use, and replays.

-- A UUID of version 7 for a time, for rows that are made in the database (RFC 9562).
CREATE FUNCTION uuid_v7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;

-- The prompt options that go with every prompt of the tab that brings none.
ALTER TABLE tabs ADD COLUMN options jsonb NOT NULL DEFAULT '{}';

-- One id for a question that was sent to several tabs at once.
ALTER TABLE messages ADD COLUMN compare_id uuid;
CREATE INDEX messages_compared ON messages (compare_id) WHERE compare_id IS NOT NULL;

-- One's own earlier prompts, newest first, and whether the same text was asked later.
CREATE INDEX messages_by_asker ON messages (user_id, id);
CREATE INDEX messages_by_text ON messages (user_id, hashtextextended(query_text, 0), id);
-- The newest question of a tab, whatever it replaces.
CREATE INDEX messages_newest ON messages (tab_id, id);

-- Several messages may share the bytes of an attachment: a copied tab does. They go with the last of them.
CREATE INDEX attachments_by_blob ON attachments (blob);

-- When something was last asked or changed in a project, in whole milliseconds: a list's cursor carries it.
ALTER TABLE projects ADD COLUMN last_used timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now());
UPDATE projects SET last_used = date_trunc('milliseconds', greatest(modified, (
  SELECT max(message.created) FROM tabs tab JOIN messages message ON message.tab_id = tab.id
  WHERE tab.project_id = projects.id)));
CREATE INDEX projects_by_use ON projects (last_used DESC, id DESC);

-- Earlier prompts that are asked again, one after the other, in a new tab.
CREATE TABLE replays (
  tab_id bigint PRIMARY KEY REFERENCES tabs (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  model_tag_id bigint NOT NULL,
  language text,
  -- Messages whose questions are asked, in this order.
  prompt_ids bigint[] NOT NULL,
  done integer NOT NULL DEFAULT 0,
  -- 0 running, 1 done, 2 cancelled, 3 failed
  state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
  error_code text,
  -- The message being asked: known before it is stored, so that a crash between the two asks nothing twice.
  asking uuid,
  message_id bigint,
  -- The process that asks.
  server_id uuid,
  created timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX replays_running ON replays (server_id) WHERE state = 0;
CREATE INDEX replays_by_user ON replays (user_id);
