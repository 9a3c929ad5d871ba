-- Fingerprint of what was imported as a project, so that the same file imported again is noticed (decision 102).
ALTER TABLE projects ADD COLUMN import_key text;
CREATE INDEX projects_import_key ON projects (owner_id, import_key) WHERE import_key IS NOT NULL;
