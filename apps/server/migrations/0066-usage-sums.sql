-- Sums of usage, so that a long period is read quickly (decision 169). A job adds the rows of usage up to an id; the rows above
-- it are read one by one. The first sums are made by the same job, in steps, after the start.
CREATE TABLE usage_summed (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  up_to bigint NOT NULL
);
INSERT INTO usage_summed (up_to) VALUES (0);

CREATE TABLE usage_by_model (
  -- In UTC.
  day date NOT NULL,
  model_name text NOT NULL,
  model_tag_name text NOT NULL,
  prompts integer NOT NULL,
  failed integer NOT NULL,
  stopped integer NOT NULL,
  tokens_prompt bigint NOT NULL,
  tokens_response bigint NOT NULL,
  ms bigint NOT NULL,
  PRIMARY KEY (day, model_name, model_tag_name)
);

-- Of so many days from this one; a year is read in a few long spans.
CREATE TABLE usage_by_person (
  span smallint NOT NULL,
  day date NOT NULL,
  -- 0: all viewers without an account. No reference: what deletes a person deletes their usage, which is subtracted.
  user_id bigint NOT NULL,
  prompts integer NOT NULL,
  failed integer NOT NULL,
  stopped integer NOT NULL,
  tokens_prompt bigint NOT NULL,
  tokens_response bigint NOT NULL,
  ms bigint NOT NULL,
  PRIMARY KEY (span, day, user_id)
);

-- Deleted rows of usage, until they are subtracted.
CREATE TABLE usage_removed (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id bigint,
  model_name text NOT NULL,
  model_tag_name text NOT NULL,
  state smallint NOT NULL,
  tokens_prompt integer,
  tokens_response integer,
  ms integer NOT NULL
);

-- Only adds rows, so that whoever deletes waits for nobody.
CREATE FUNCTION keep_removed_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_removed (id, at, user_id, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms)
    SELECT id, at, user_id, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms FROM removed;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_removed_usage AFTER DELETE ON usage
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_removed_usage();
