-- A reported question may repeat confidential documents: then no external model gets it, also when others test it.
ALTER TABLE unanswered_questions ADD COLUMN confidential boolean NOT NULL DEFAULT false;
-- Of a message that is gone, nobody knows whether it was.
UPDATE unanswered_questions report SET confidential = true
  WHERE NOT EXISTS (SELECT FROM messages WHERE id = report.message_id AND NOT confidential);

ALTER TABLE test_questions ADD COLUMN confidential boolean NOT NULL DEFAULT false;
UPDATE test_questions question SET confidential = true
  WHERE EXISTS (SELECT FROM unanswered_questions report
    WHERE report.datasource_id = question.datasource_id AND report.q = question.q AND report.confidential);
