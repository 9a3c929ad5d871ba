-- Items in the recycle bin: when an item was deleted, and who deleted it (null: a removed account). Deferrable, because people have
-- contexts, too: a backup could not be restored in any order.
ALTER TABLE contexts ADD COLUMN deleted timestamptz;
ALTER TABLE contexts ADD COLUMN deleted_by bigint REFERENCES users ON DELETE SET NULL DEFERRABLE;
CREATE INDEX contexts_deleted ON contexts (deleted, id) WHERE deleted IS NOT NULL;
CREATE INDEX contexts_deleted_by ON contexts (deleted_by) WHERE deleted_by IS NOT NULL;
