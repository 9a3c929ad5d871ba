/**
 * Selects what the questions may repeat that were reported to the data source `$1` and have the hash `$2`: whether they are
 * confidential, and the data sources that their messages used.
 */
export const EQUAL_REPORTS =
  'SELECT confidential, datasource_ids FROM unanswered_questions WHERE datasource_id = $1 AND same = $2'

/** Selects the question that was reported to a data source with a message, by SQL expressions for both. */
export const reportedWith = (messageId: string, datasourceId: string): string =>
  `SELECT reported.q FROM unanswered_questions reported
    WHERE reported.message_id = ${messageId} AND reported.datasource_id = ${datasourceId}`
