-- Null for an answer to a viewer without an account, such as a visitor of a chatbot (decision 123).
ALTER TABLE usage ALTER COLUMN user_id DROP NOT NULL;
