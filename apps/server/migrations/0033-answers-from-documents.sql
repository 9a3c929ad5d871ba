-- Whether answers in chats that use a data source come only from its documents.
ALTER TABLE datasources ADD COLUMN answers_only boolean NOT NULL DEFAULT false;
-- Passages that each question gets from the data source of its tab; of a project: of its new tabs.
ALTER TABLE projects ADD COLUMN amount_of_chunks smallint NOT NULL DEFAULT 5 CHECK (amount_of_chunks BETWEEN 1 AND 10);
ALTER TABLE tabs ADD COLUMN amount_of_chunks smallint NOT NULL DEFAULT 5 CHECK (amount_of_chunks BETWEEN 1 AND 10);
