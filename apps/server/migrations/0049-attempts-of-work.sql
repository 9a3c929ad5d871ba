-- How often processes began work without storing a step of it: after three times it has failed, because it may end them.
ALTER TABLE replays ADD COLUMN attempts smallint NOT NULL DEFAULT 1;
ALTER TABLE golden_runs ADD COLUMN attempts smallint NOT NULL DEFAULT 1;
-- A backup that a process began and gave back belongs to none.
ALTER TABLE backups ADD COLUMN attempts smallint NOT NULL DEFAULT 1, ALTER COLUMN server_id DROP NOT NULL;
ALTER TABLE datasources ADD COLUMN vector_attempts smallint NOT NULL DEFAULT 0;

-- 2: it has failed.
ALTER TABLE test_runs ADD COLUMN attempts smallint NOT NULL DEFAULT 1,
  DROP CONSTRAINT test_runs_state_check, ADD CONSTRAINT test_runs_state_check CHECK (state BETWEEN 0 AND 2);
