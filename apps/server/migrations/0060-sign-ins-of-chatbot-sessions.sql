-- The sign-in that opened a test session or one of the assistant: they end with it. No reference, because either may be deleted first.
ALTER TABLE chatbot_sessions ADD COLUMN sign_in uuid;
