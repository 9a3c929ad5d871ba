-- Saved prompts of a replay, asked after its messages: [{"promptId", "prompt"}], filled in when the replay began.
ALTER TABLE replays ADD COLUMN saved_prompts jsonb NOT NULL DEFAULT '[]';
