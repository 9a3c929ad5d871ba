-- What the super user changed of the configuration while the server runs (decision 155). Keys of the file and the environment
-- are not here.
CREATE TABLE configuration_values (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  changed timestamptz NOT NULL DEFAULT now()
);
