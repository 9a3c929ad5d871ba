-- Whether answers in chats that use a data source come only from its documents.
ALTER TABLE datasources ADD COLUMN answers_only boolean NOT NULL DEFAULT false;
