// The SQL of questions that equal one: those that were reported, and the test questions made from them.
import type { Runner } from '#platform/db/index.ts'
import { NONE_USED, type Confidentiality, type UsedSources } from '#features/confidentiality/index.ts'
import { EQUAL_REPORTS } from '#features/unanswered/table.ts'

export interface EqualTo {
  readonly datasourceId: number
  readonly q: string
  /** The hash by which equal questions are found. */
  readonly same: Buffer
}

/** Equal questions to a data source, as `question`; for $1 to $3 of `valuesOf`. */
const EQUAL = `(${EQUAL_REPORTS}
  UNION ALL SELECT confidential, datasource_ids FROM test_questions
    WHERE datasource_id = $1 AND (same = $2 OR same IS NULL AND q = $3)) question`
const valuesOf = ({ datasourceId, same, q }: EqualTo) => [datasourceId, same, q]

/**
 * Returns whether a question to a data source was reported from a confidential message, or was made a test question from such a
 * report: then it is confidential for everybody, whatever they say.
 */
export async function isReportedConfidential(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  question: EqualTo,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM ${EQUAL} WHERE ${confidentiality.ofMessage('question')} LIMIT 1`,
    valuesOf(question),
  )
  return rowCount === 1
}

/** Returns what a question may repeat, because equal ones were reported. */
export async function usedByEqual(db: Runner, question: EqualTo): Promise<UsedSources> {
  const { rows } = await db.query<UsedSources>(
    `SELECT coalesce(bool_or(confidential), false) AS "isConfidential",
        ARRAY(SELECT DISTINCT unnest(datasource_ids) FROM ${EQUAL} ORDER BY 1) AS "datasourceIds" FROM ${EQUAL}`,
    valuesOf(question),
  )
  return rows[0] ?? NONE_USED
}
