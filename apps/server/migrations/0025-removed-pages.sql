-- Pages of sites that people removed because they are gone (decision 74).

CREATE TABLE media_removed_pages (
  site_id bigint NOT NULL REFERENCES media_sites (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- When it was asked last whether it answers again.
  checked timestamptz,
  PRIMARY KEY (site_id, url)
);

-- Folders of pages have an interval, too: their removed pages are asked again.
UPDATE media_sites SET due = now() + CASE refresh WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END
  WHERE kind = 'below' AND refresh <> 'none';
