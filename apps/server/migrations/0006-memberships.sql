-- Which associations are memberships of groups. They are few beside the shares of items, and every look at access follows them.

ALTER TABLE associations ADD COLUMN membership boolean NOT NULL DEFAULT false;
UPDATE associations SET membership = true
  FROM contexts WHERE contexts.id = associations.context_id AND contexts.type_id IN (1, 2, 3, 6);
CREATE INDEX memberships_by_member ON associations (assoc_context_id, context_id) WHERE membership;

-- A group never becomes an item, nor an item a group: what holds when a row is made holds for good. A context that is not there
-- yet, while a backup is read in, leaves what the row says.
CREATE FUNCTION mark_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.membership := coalesce(
    (SELECT held.type_id IN (1, 2, 3, 6) FROM contexts held WHERE held.id = NEW.context_id), NEW.membership);
  RETURN NEW;
END $$;
CREATE TRIGGER mark_membership BEFORE INSERT ON associations FOR EACH ROW EXECUTE FUNCTION mark_membership();
