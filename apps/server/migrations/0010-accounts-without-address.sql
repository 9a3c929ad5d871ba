-- An account whose e-mail address was proven to be somebody else's has none.
DROP INDEX users_by_email;
CREATE UNIQUE INDEX users_by_email ON users (lower(email)) WHERE email <> '';
