// The SQL of runs. Every step is stored, and checks the id of the process that has taken the run.
import { DATASOURCE_STATUS, FOUND_WITHIN, TEST_QUESTION_LIMITS } from '@polylogue/contract'
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { DOCUMENT_FACTS } from '#features/datasources/table.ts'
import type { ExpectedPassage } from './rules.ts'

/** Running runs as work of processes. */
export const claimed = claimedRows<Pick<NextQuestion, 'datasourceId'>>({
  table: 'test_runs',
  isOpen: 'state = 0',
  also: 'datasource_id AS "datasourceId"',
})

export interface Newest {
  readonly id: number
  readonly isRunning: boolean
  readonly isFailed: boolean
  /** Whether the documents are unchanged since the run. */
  readonly isCurrent: boolean
  /** Number of questions without a result in it. */
  readonly missing: number
}

/** Returns the newest run of a data source. */
export async function newestRun(db: Runner, datasourceId: number): Promise<Newest | undefined> {
  const { rows } = await db.query<Newest>(
    `WITH facts AS (${DOCUMENT_FACTS})
      SELECT run.id, run.state = 0 AS "isRunning", run.state = 2 AS "isFailed", run.version = facts.version AS "isCurrent",
        (SELECT count(*)::int FROM test_questions q WHERE q.datasource_id = $1
          AND NOT EXISTS (SELECT 1 FROM test_results WHERE run_id = run.id AND question_id = q.id)) AS missing
      FROM test_runs run, facts WHERE run.datasource_id = $1 ORDER BY run.id DESC LIMIT 1`,
    [datasourceId],
  )
  return rows[0]
}

interface NewRun {
  readonly datasourceId: number
  /** Null for a run after a change. */
  readonly userId: number | null
  readonly server: string
}

/** Stores a new run of this process, and deletes the oldest ones. The data source is locked, and no run is running. */
export async function insertRun(db: Runner, { datasourceId, userId, server }: NewRun): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `WITH facts AS (${DOCUMENT_FACTS})
      INSERT INTO test_runs (datasource_id, by_change, user_id, server_id, version, documents, chunks)
      SELECT $1, $2::bigint IS NULL, $2, $3, version, documents, chunks FROM facts RETURNING id`,
    [datasourceId, userId, server],
  )
  if (!rows[0]) throw new Error('The database returned no row for a new run')
  await db.query(
    `DELETE FROM test_runs WHERE datasource_id = $1 AND id NOT IN
      (SELECT id FROM test_runs WHERE datasource_id = $1 ORDER BY id DESC LIMIT $2)`,
    [datasourceId, TEST_QUESTION_LIMITS.runs],
  )
  return rows[0].id
}

/** Continues an ended run with the questions that have no result in it. */
export async function continueRun(db: Runner, id: number, server: string): Promise<void> {
  await db.query('UPDATE test_runs SET state = 0, server_id = $2, attempts = 1 WHERE id = $1', [id, server])
}

export interface NextQuestion extends ExpectedPassage {
  readonly id: number
  readonly datasourceId: number
  readonly q: string
  readonly edition: number
  /** Whether no external model may get it. */
  readonly isConfidential: boolean
}

/** Returns the next question of a run, or undefined at its end and if another process has the run. */
export async function nextQuestion(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  runId: number,
  server: string,
): Promise<NextQuestion | undefined> {
  const { rows } = await db.query<NextQuestion>(
    `SELECT q.id, q.datasource_id AS "datasourceId", q.q, q.edition, q.media_id AS "mediaId", q.media_name AS "mediaName",
        q.quote, ${confidentiality.ofMessage('q')} AS "isConfidential"
      FROM test_runs run JOIN test_questions q ON q.datasource_id = run.datasource_id
      WHERE run.id = $1 AND run.state = 0 AND run.server_id = $2
        AND NOT EXISTS (SELECT 1 FROM test_results WHERE run_id = run.id AND question_id = q.id)
      ORDER BY q.id LIMIT 1`,
    [runId, server],
  )
  return rows[0]
}

/** Stores a result, unless the question was changed or removed, or the run ended or was taken by another process. */
export async function storeRank(
  db: Runner,
  { runId, server }: { readonly runId: number; readonly server: string },
  { id, edition }: Pick<NextQuestion, 'id' | 'edition'>,
  rank: number | null,
): Promise<void> {
  await db.query(
    `WITH stepped AS (${claimed.stepped}) INSERT INTO test_results (run_id, question_id, rank)
      SELECT run.id, q.id, $5 FROM test_runs run JOIN test_questions q ON q.datasource_id = run.datasource_id
      WHERE run.id = $1 AND run.state = 0 AND run.server_id = $2 AND q.id = $3 AND q.edition = $4
      FOR KEY SHARE OF q
      ON CONFLICT DO NOTHING`,
    [runId, server, id, edition, rank],
  )
}

/**
 * Ends a run of this process with the sums of its results. Returns its data source, or undefined if another process has the run. A
 * first run over documents that changed meanwhile is deleted, and so is a run without questions. The data source is locked.
 */
export async function finishRun(
  db: Runner,
  { runId, server, datasourceId }: { runId: number; server: string; datasourceId: number },
): Promise<void> {
  const { rowCount } = await db.query(
    `WITH facts AS (${DOCUMENT_FACTS})
      DELETE FROM test_runs WHERE ${claimed.isHeld('$2', '$3')}
        AND (ended IS NULL AND version <> (SELECT version FROM facts)
          OR NOT EXISTS (SELECT 1 FROM test_results WHERE run_id = $2))`,
    [datasourceId, runId, server],
  )
  if (rowCount === 1) return
  await db.query(
    `WITH before AS (SELECT max(id) AS id FROM test_runs
        WHERE datasource_id = $1 AND id < $2 AND ended IS NOT NULL),
      compared AS (SELECT now_.rank, earlier.run_id IS NOT NULL AS known,
          coalesce(now_.rank, 2147483647) - coalesce(earlier.rank, 2147483647) AS moved
        FROM test_results now_ LEFT JOIN test_results earlier
          ON earlier.question_id = now_.question_id AND earlier.run_id = (SELECT id FROM before)
        WHERE now_.run_id = $2),
      sums AS (SELECT count(*)::int AS total, (count(*) FILTER (WHERE rank <= $4))::int AS found,
          coalesce(avg(coalesce(1.0 / rank, 0)), 0)::real AS mrr,
          (count(*) FILTER (WHERE known AND moved < 0))::int AS better,
          (count(*) FILTER (WHERE known AND moved > 0))::int AS worse FROM compared)
      UPDATE test_runs SET state = 1, server_id = NULL, ended = now(), total = sums.total, found = sums.found,
        mrr = sums.mrr, better = sums.better, worse = sums.worse
      FROM sums WHERE ${claimed.isHeld('$2', '$3')}`,
    [datasourceId, runId, server, FOUND_WITHIN],
  )
}

/** Ends a run of this process that ended its processes or failed too often. */
export async function failRun(db: Runner, runId: number, server: string): Promise<void> {
  await db.query(`UPDATE test_runs SET state = 2, server_id = NULL WHERE ${claimed.isHeld()}`, [
    runId,
    server,
  ])
}

/** Returns the data sources that have test questions. */
export async function withQuestions(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT DISTINCT datasource_id AS id FROM test_questions ORDER BY id',
  )
  return rows.map(({ id }) => id)
}

/** Returns whether a data source is ready and has test questions. */
export async function canRun(db: Runner, datasourceId: number): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM datasources WHERE id = $1 AND status = ${DATASOURCE_STATUS.ready}
      AND EXISTS (SELECT 1 FROM test_questions WHERE datasource_id = $1)`,
    [datasourceId],
  )
  return rows.length > 0
}

/** Runs that are not finished. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'test-runs',
    query: `SELECT count(*) AS running, 0 AS waiting, 0 AS failed, NULL::timestamptz AS oldest
      FROM test_runs WHERE state = 0`,
  },
]
