-- Whether a name was not typed by a person: a title that a model writes may replace it, once (decision 100).
ALTER TABLE projects ADD COLUMN auto_named boolean NOT NULL DEFAULT false;
ALTER TABLE tabs ADD COLUMN auto_named boolean NOT NULL DEFAULT false;
-- The names that the page and the server gave until now.
UPDATE projects SET auto_named = true WHERE type = 0 AND name IN ('Default', 'New chat', 'Neuer Chat', 'Нов чат');
UPDATE tabs SET auto_named = true WHERE name ~ '^Tab [0-9]{1,9}$';
