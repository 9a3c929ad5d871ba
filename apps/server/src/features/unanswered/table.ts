/**
 * Selects what the questions may repeat that were reported to the data source `$1` and have the hash `$2`: whether they are
 * confidential, and the data sources that their messages used.
 */
export const EQUAL_REPORTS =
  'SELECT confidential, datasource_ids FROM unanswered_questions WHERE datasource_id = $1 AND same = $2'
