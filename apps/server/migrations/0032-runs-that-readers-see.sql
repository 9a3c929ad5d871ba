-- The people and groups that a golden set was shared with when a run of it began: readers see only runs that have one of theirs.
ALTER TABLE golden_runs ADD COLUMN shown_to bigint[] NOT NULL DEFAULT '{}';
UPDATE golden_runs SET shown_to = ARRAY(
  SELECT share.assoc_context_id FROM golden_sets JOIN associations share ON share.context_id = golden_sets.context_id
  WHERE golden_sets.id = golden_runs.golden_set_id AND share.created <= golden_runs.created);
