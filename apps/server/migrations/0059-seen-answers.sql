-- Long answers whose asker read their end as it came. Rows are deleted within the hour: what is told of an answer is told sooner.
CREATE TABLE answers_seen (
  message_id bigint PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  seen timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answers_seen_by_time ON answers_seen (seen);
