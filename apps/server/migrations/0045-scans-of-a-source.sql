-- The languages of the scans of a data source, empty for those of the installation; and the tag of the model that reads them first,
-- 0 for none (decision 115).
ALTER TABLE datasources ADD COLUMN recognition_languages text[] NOT NULL DEFAULT '{}',
  ADD COLUMN recognition_tag_id bigint NOT NULL DEFAULT 0;
