-- Whether an e-mail address is known to be its person's: an administrator gave it, or the identity provider verified it. A person
-- who signed up typed theirs, and nobody has checked it.
ALTER TABLE users ADD COLUMN email_proven boolean NOT NULL DEFAULT false;
UPDATE users SET email_proven = true WHERE EXISTS (
  SELECT 1 FROM audit_entries given WHERE given.object_type = 'user' AND given.object_id = users.id AND given.outcome = 'ok'
    AND (given.action = 'user.created' OR (given.action = 'user.updated' AND given.details ->> 'fields' LIKE '%email%')));

-- One subject of a provider for an account. Where there are several, nobody knows whose the account is: each is linked anew, under
-- today's rules.
DELETE FROM sso_identities WHERE (issuer, user_id) IN (
  SELECT issuer, user_id FROM sso_identities GROUP BY issuer, user_id HAVING count(*) > 1);
CREATE UNIQUE INDEX sso_identities_one_subject ON sso_identities (issuer, user_id);
