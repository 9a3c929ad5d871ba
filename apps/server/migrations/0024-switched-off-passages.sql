-- Lists the passages of a data source that are switched off without reading the others.
CREATE INDEX chunks_off ON chunks (datasource_id, media_id, ordinal) WHERE is_off;
