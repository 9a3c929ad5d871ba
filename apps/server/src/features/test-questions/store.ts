import { TEST_QUESTION_LIMITS } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { UsedSources } from '#features/confidentiality/index.ts'
import type { QuestionRow, RunRow, ExpectedPassage } from './rules.ts'

/** Returns the questions of a data source with their results in the last two finished runs. */
export async function questionsOf(
  db: Runner,
  datasourceId: number,
  id: number | null = null,
): Promise<QuestionRow[]> {
  const { rows } = await db.query<QuestionRow>(
    `WITH finished AS (SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM test_runs
        WHERE datasource_id = $1 AND ended IS NOT NULL ORDER BY id DESC LIMIT 2)
      SELECT q.id, q.datasource_id AS "datasourceId", q.q, q.media_id AS "mediaId",
        CASE WHEN media.id IS NULL THEN q.media_name ELSE media.name END AS "mediaName", q.quote,
        q.user_id AS "userId", q.created, q.modified,
        now_.run_id IS NOT NULL AS "hasNow", now_.rank AS "rankNow",
        before.run_id IS NOT NULL AS "hasBefore", before.rank AS "rankBefore"
      FROM test_questions q LEFT JOIN media ON media.id = q.media_id
      LEFT JOIN test_results now_ ON now_.question_id = q.id AND now_.run_id = (SELECT id FROM finished WHERE place = 1)
      LEFT JOIN test_results before ON before.question_id = q.id AND before.run_id = (SELECT id FROM finished WHERE place = 2)
      WHERE q.datasource_id = $1 AND ($2::bigint IS NULL OR q.id = $2) ORDER BY q.id`,
    [datasourceId, id],
  )
  return rows
}

export async function countQuestions(db: Runner, datasourceId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM test_questions WHERE datasource_id = $1',
    [datasourceId],
  )
  return rows[0]?.count ?? 0
}

/** Returns the name of a document of this data source. */
export async function mediaName(
  db: Runner,
  datasourceId: number,
  mediaId: number,
): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT name FROM media WHERE id = $1 AND datasource_id = $2 FOR KEY SHARE',
    [mediaId, datasourceId],
  )
  return rows[0]?.name
}

type Fields = ExpectedPassage & {
  readonly q: string
  /** The hash by which equal questions are found. */
  readonly same: Buffer
  /** What it may repeat. */
  readonly used: UsedSources
}

export async function insertQuestion(
  db: Runner,
  { datasourceId, userId }: { readonly datasourceId: number; readonly userId: number },
  { q, mediaId, mediaName: name, quote, same, used }: Fields,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO test_questions (datasource_id, user_id, q, media_id, media_name, quote, same, confidential, datasource_ids)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [datasourceId, userId, q, mediaId, name, quote, same, used.isConfidential, used.datasourceIds],
  )
  if (!rows[0]) throw new Error('The database returned no row for a new test question')
  return rows[0].id
}

/**
 * Changes a question and deletes its results, because they belong to the old question. What it may repeat is only added to: its
 * new text may repeat the old one.
 */
export async function updateQuestion(
  db: Runner,
  id: number,
  { q, mediaId, mediaName: name, quote, same, used }: Fields,
): Promise<void> {
  await db.query(
    `UPDATE test_questions SET q = $2, media_id = $3, media_name = $4, quote = $5, same = $6,
        confidential = confidential OR $7,
        datasource_ids = ARRAY(SELECT DISTINCT unnest(datasource_ids || $8::bigint[]) ORDER BY 1),
        edition = edition + 1, modified = now()
      WHERE id = $1`,
    [id, q, mediaId, name, quote, same, used.isConfidential, used.datasourceIds],
  )
  await db.query('DELETE FROM test_results WHERE question_id = $1', [id])
}

export async function removeQuestion(db: Runner, datasourceId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM test_questions WHERE id = $1 AND datasource_id = $2', [
    id,
    datasourceId,
  ])
  return rowCount === 1
}

/** Returns the runs of a data source, the newest first; one that is running or has failed with its progress. */
export async function runsOf(db: Runner, datasourceId: number, id: number | null = null): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT run.id, run.datasource_id AS "datasourceId", run.state, run.by_change AS "byChange", run.user_id AS "userId",
        run.created, run.ended, run.found, run.mrr, run.better, run.worse, run.documents, run.chunks,
        CASE run.state WHEN 1 THEN run.total
          ELSE (SELECT count(*)::int FROM test_questions q WHERE q.datasource_id = run.datasource_id) END AS total,
        CASE run.state WHEN 1 THEN run.total ELSE (SELECT count(*)::int FROM test_results WHERE run_id = run.id) END AS done
      FROM test_runs run WHERE run.datasource_id = $1 AND ($2::bigint IS NULL OR run.id = $2)
      ORDER BY run.id DESC LIMIT $3`,
    [datasourceId, id, TEST_QUESTION_LIMITS.runs],
  )
  return rows
}
