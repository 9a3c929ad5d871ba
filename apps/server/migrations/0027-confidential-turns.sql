-- A turn that used a data source for local models only is sent to no other model (decision 86).
ALTER TABLE messages
  -- The data sources whose text its question, its history or its answer may repeat; ids of deleted ones stay.
  ADD COLUMN datasource_ids bigint[] NOT NULL DEFAULT '{}',
  -- Whether one of them was for local models only when it was used.
  ADD COLUMN confidential boolean NOT NULL DEFAULT false;
CREATE INDEX messages_with_datasources ON messages (tab_id) WHERE confidential OR datasource_ids <> '{}';

-- Deleted data sources that were for local models only at that moment.
CREATE TABLE removed_confidential_datasources (datasource_id bigint PRIMARY KEY);

-- Prompts that were not sent, because the model is not local.
ALTER TABLE replays ADD COLUMN left_out smallint NOT NULL DEFAULT 0;

-- Every turn was answered with the earlier ones of its tab, so it may repeat what they used. The label of a data source that
-- is deleted already is not known and counts as strict.
UPDATE messages SET datasource_ids = known.ids, confidential = known.is_gone
FROM (
  SELECT message.id, array_agg(first.datasource_id ORDER BY first.datasource_id) AS ids,
    bool_or(source.id IS NULL) AS is_gone
  FROM (
    SELECT tab_id, datasource_id, min(turn_id) AS turn_id FROM (
      SELECT tab_id, turn_id, (statistics->>'datasourceId')::bigint AS datasource_id
      FROM messages WHERE statistics->>'datasourceId' ~ '^[0-9]{1,15}$'
      UNION
      SELECT tab_id, turn_id, substring(cited->>'uri' FROM '^/datasources/([0-9]{1,15})/')::bigint
      FROM messages, jsonb_array_elements(CASE jsonb_typeof(sources) WHEN 'array' THEN sources ELSE '[]' END) AS cited
    ) used WHERE datasource_id IS NOT NULL GROUP BY tab_id, datasource_id
  ) first
  JOIN messages message ON message.tab_id = first.tab_id AND message.turn_id >= first.turn_id
  LEFT JOIN datasources source ON source.id = first.datasource_id
  GROUP BY message.id
) known
WHERE messages.id = known.id;
