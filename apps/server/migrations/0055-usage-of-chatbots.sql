-- The chatbot whose visitor asked; answers to visitors have no user. No foreign key yet: chatbots come with the next migration.
ALTER TABLE usage ADD COLUMN chatbot_id bigint;
ALTER TABLE usage DROP CONSTRAINT usage_door_check;
ALTER TABLE usage ADD CONSTRAINT usage_door_check CHECK (door IN ('web', 'replay', 'api', 'v1', 'chatbot'));
CREATE INDEX usage_by_chatbot ON usage (chatbot_id, at) WHERE chatbot_id IS NOT NULL;
