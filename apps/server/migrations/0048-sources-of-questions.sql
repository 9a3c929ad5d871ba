-- The levels of the data sources that a question may repeat count as they are now, also when its message is gone.
ALTER TABLE unanswered_questions ADD COLUMN datasource_ids bigint[] NOT NULL DEFAULT '{}';
UPDATE unanswered_questions report SET datasource_ids = messages.datasource_ids
  FROM messages WHERE messages.id = report.message_id AND messages.datasource_ids <> '{}';

-- The hash with which reports find equal questions; null for older test questions, which are compared by their text.
ALTER TABLE test_questions ADD COLUMN datasource_ids bigint[] NOT NULL DEFAULT '{}', ADD COLUMN same bytea;
UPDATE test_questions question SET datasource_ids = ARRAY(
    SELECT DISTINCT unnest(report.datasource_ids) FROM unanswered_questions report
      WHERE report.datasource_id = question.datasource_id AND report.q = question.q ORDER BY 1)
  WHERE EXISTS (SELECT FROM unanswered_questions report
    WHERE report.datasource_id = question.datasource_id AND report.q = question.q AND report.datasource_ids <> '{}');
