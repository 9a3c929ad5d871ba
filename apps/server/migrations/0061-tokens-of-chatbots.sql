-- What the answers of a chatbot may cost a day.
UPDATE chatbots SET rules = '{"tokensPerDay": 5000000}'::jsonb || rules,
  draft = CASE WHEN draft ? 'rules' THEN jsonb_set(draft, '{rules}', '{"tokensPerDay": 5000000}'::jsonb || (draft -> 'rules')) ELSE draft END;
