-- Projects that a person put away: they leave that person's lists, and nobody else's.
CREATE TABLE archived_projects (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  PRIMARY KEY (user_id, project_id)
);
CREATE INDEX archived_projects_project ON archived_projects (project_id);
