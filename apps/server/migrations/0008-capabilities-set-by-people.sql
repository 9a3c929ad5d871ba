-- What somebody set of a tag because its engine does not tell it, or tells it wrongly; null: as the engine tells.
ALTER TABLE model_tags
  ADD COLUMN set_context_length integer CHECK (set_context_length > 0),
  ADD COLUMN set_images boolean,
  ADD COLUMN set_tools boolean;

-- What a tag can: as its engine tells, but for what was set. An engine that tells nothing answers in words.
CREATE FUNCTION capabilities_of(told text[], images boolean, tools boolean) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN told = '{}' AND (images OR tools) THEN ARRAY['chat'] ELSE '{}'::text[] END
    || array_remove(array_remove(told, CASE WHEN images IS NOT NULL THEN 'images' END),
      CASE WHEN tools IS NOT NULL THEN 'tools' END)
    || CASE WHEN images THEN ARRAY['images'] ELSE '{}'::text[] END
    || CASE WHEN tools THEN ARRAY['tools'] ELSE '{}'::text[] END
$$;
