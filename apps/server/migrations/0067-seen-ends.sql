-- Ends of long work that its person saw as they came: of an answer, a replay or a golden run, by the id of its message, tab or run.
-- Without references: rows are deleted within a day, and what is told of an end is told within seconds.
CREATE TABLE ends_seen (
  kind text NOT NULL,
  thing_id bigint NOT NULL,
  seen timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, thing_id)
);
DROP TABLE answers_seen;
