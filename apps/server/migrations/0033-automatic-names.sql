-- Whether a name was not typed by a person: a title that a model writes may replace it, once (decision 96).
ALTER TABLE projects ADD COLUMN auto_named boolean NOT NULL DEFAULT false;
ALTER TABLE tabs ADD COLUMN auto_named boolean NOT NULL DEFAULT false;
