// The SQL of runs as people see them: start, progress, results, scorecards.
import { sql, type SQL } from 'drizzle-orm'
import { GOLDEN_LIMITS } from '@polylogue/contract'
import { effectiveLevel, outsideBin, type Person } from '#access/index.ts'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { shownRuns } from '../store.ts'
import { goldenSets } from '../table.ts'
import type { AnswerRow, RunPrompt, RunRow, ScorecardRow } from './rows.ts'

const COLUMNS = sql`run.id, run.golden_set_id AS "goldenSetId", run.user_id AS "userId", run.language, run.state,
  run.error_code AS "errorCode", run.created, run.ended,
  EXISTS (SELECT 1 FROM golden_answers answer WHERE answer.run_id = run.id AND answer.state IN (4, 5)) AS incomplete`

export interface NewRun {
  readonly goldenSetId: number
  readonly userId: number
  readonly language: string | null
  readonly serverId: string
  readonly tags: readonly { readonly tagId: number; readonly modelName: string; readonly tagName: string }[]
}

/** Counts the running runs of a person, whose row it locks, so that parallel starts count each other. */
export async function runningOf(tx: Tx, userId: number): Promise<number> {
  await tx.execute(sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*) FROM golden_runs WHERE user_id = ${userId} AND state = 0`,
  )
  return rows[0]?.count ?? 0
}

/** Stores a run with the set's prompts as they are now; options and instructions come from the saved prompts. */
export async function insertRun(tx: Tx, run: NewRun): Promise<{ id: number; prompts: number }> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`INSERT INTO golden_runs (golden_set_id, user_id, language, server_id)
      VALUES (${run.goldenSetId}, ${run.userId}, ${run.language}, ${run.serverId}) RETURNING id`,
  )
  const id = rows[0]?.id ?? 0
  // Its reference to the set makes changes of the shares and prompts wait from here on, so that the two fit together.
  await tx.execute(sql`UPDATE golden_runs SET shown_to = ARRAY(
      SELECT share.assoc_context_id FROM golden_sets JOIN associations share ON share.context_id = golden_sets.context_id
      WHERE golden_sets.id = golden_runs.golden_set_id)
    WHERE id = ${id}`)
  for (const [position, tag] of run.tags.entries())
    await tx.execute(sql`INSERT INTO golden_run_tags (run_id, position, model_tag_id, model_name, model_tag_name)
      VALUES (${id}, ${position}, ${tag.tagId}, ${tag.modelName}, ${tag.tagName})`)
  const stored = await tx.execute(sql`INSERT INTO golden_run_prompts
      (run_id, position, prompt_id, title, prompt, checks, options, cust_inst_who_id, cust_inst_respond_id)
    SELECT ${id}, held.position, held.prompt_id, held.title, held.prompt, held.checks,
      coalesce(saved.options, '{}'), coalesce(saved.cust_inst_who_id, 0), coalesce(saved.cust_inst_respond_id, 0)
    FROM golden_prompts held LEFT JOIN prompts saved ON saved.id = held.prompt_id
      AND ${outsideBin(sql.raw('saved.context_id'))}
    WHERE held.golden_set_id = ${run.goldenSetId} RETURNING position`)
  await tx.execute(sql`INSERT INTO golden_answers (run_id, model_tag_id, position)
    SELECT ${id}, tag.model_tag_id, asked.position
    FROM golden_run_tags tag CROSS JOIN golden_run_prompts asked
    WHERE tag.run_id = ${id} AND asked.run_id = ${id}`)
  return { id, prompts: stored.rows.length }
}

/** Deletes the oldest ended runs of a set beyond the limit. */
export async function removeOldRuns(tx: Tx, goldenSetId: number): Promise<void> {
  await tx.execute(sql`DELETE FROM golden_runs WHERE state <> 0 AND id IN (
    SELECT id FROM golden_runs WHERE golden_set_id = ${goldenSetId} ORDER BY id DESC OFFSET ${GOLDEN_LIMITS.keptRuns})`)
}

/** A set with the viewer's level on it. */
interface OfSet {
  readonly id: number
  readonly level: number
}

/** A row as drizzle returns it: times are texts. */
type Selected = Omit<RunRow, 'created' | 'ended'> & { created: string; ended: string | null }

const toRow = ({ created, ended, ...row }: Selected): RunRow => ({
  ...row,
  created: new Date(created),
  ended: ended === null ? null : new Date(ended),
})

/** Selects from the runs of sets that the viewer may see. */
const fromShown = (viewer: Person, level: SQL) =>
  sql`${COLUMNS} FROM golden_sets CROSS JOIN LATERAL (SELECT run.* FROM ${shownRuns(viewer, level)}) AS run`

/** Returns the runs of a set that the viewer may see, the newest first. */
export async function runsOf(db: Queries, viewer: Person, set: OfSet): Promise<RunRow[]> {
  const { rows } = await db.execute<Selected>(sql`SELECT ${fromShown(viewer, sql`${set.level}::int`)}
    WHERE golden_sets.id = ${set.id} ORDER BY run.id DESC LIMIT ${GOLDEN_LIMITS.keptRuns}`)
  return rows.map(toRow)
}

/** Returns a run of a set if the viewer may see it. */
export async function findRun(
  db: Queries,
  viewer: Person,
  set: OfSet,
  id: number,
): Promise<RunRow | undefined> {
  const { rows } = await db.execute<Selected>(sql`SELECT ${fromShown(viewer, sql`${set.level}::int`)}
    WHERE golden_sets.id = ${set.id} AND run.id = ${id}`)
  return rows.map(toRow)[0]
}

/** Returns whether a set has runs that the viewer may not see. */
export async function hidesRuns(db: Queries, viewer: Person, set: OfSet): Promise<boolean> {
  const shown = sql`SELECT run.id FROM ${shownRuns(viewer, sql`${set.level}::int`)}`
  const { rows } = await db.execute<{ hides: boolean }>(sql`SELECT EXISTS (SELECT 1 FROM golden_runs any_run
      WHERE any_run.golden_set_id = golden_sets.id AND any_run.id NOT IN (${shown})) AS hides
    FROM golden_sets WHERE golden_sets.id = ${set.id}`)
  return rows[0]?.hides ?? false
}

const VOTES = `(SELECT count(*) FROM golden_votes vote WHERE vote.run_id = tag.run_id`

/** Returns the scorecards of runs, each run's in the order of its tags. */
export async function scorecardsOf(db: Runner, runIds: readonly number[]): Promise<ScorecardRow[]> {
  const { rows } = await db.query<ScorecardRow>(
    `SELECT tag.run_id AS "runId", tag.model_tag_id AS "modelTagId", tag.model_name AS "modelName",
        tag.model_tag_name AS "modelTagName", answers.*,
        ${VOTES} AND (vote.choice = 1 AND vote.first_tag_id = tag.model_tag_id
          OR vote.choice = 2 AND vote.second_tag_id = tag.model_tag_id)) AS won,
        ${VOTES} AND (vote.choice = 2 AND vote.first_tag_id = tag.model_tag_id
          OR vote.choice = 1 AND vote.second_tag_id = tag.model_tag_id)) AS lost,
        ${VOTES} AND vote.choice = 0 AND tag.model_tag_id IN (vote.first_tag_id, vote.second_tag_id)) AS tied
      FROM golden_run_tags tag
      CROSS JOIN LATERAL (
        SELECT count(*) AS total, count(*) FILTER (WHERE answer.state IN (3, 4)) AS done,
          count(*) FILTER (WHERE answer.state = 4) AS failed,
          count(*) FILTER (WHERE answer.state = 3 AND answer.checks_failed + answer.checks_unclear = 0) AS passed,
          coalesce(sum(answer.checks_passed), 0) AS "checksPassed",
          coalesce(sum(answer.checks_failed), 0) AS "checksFailed",
          coalesce(sum(answer.checks_unclear), 0) AS "checksUnclear",
          sum(answer.tokens_response) AS tokens, avg(answer.tokens_per_second) AS "tokensPerSecond",
          avg(answer.overall_ms)::float8 AS milliseconds
        FROM golden_answers answer
        WHERE answer.run_id = tag.run_id AND answer.model_tag_id = tag.model_tag_id
      ) answers
      WHERE tag.run_id = ANY ($1::bigint[]) ORDER BY tag.run_id, tag.position`,
    [runIds],
  )
  return rows
}

/** Returns the number of prompts of a run. */
export async function promptCountOf(db: Runner, runId: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM golden_run_prompts WHERE run_id = $1',
    [runId],
  )
  return rows[0]?.total ?? 0
}

/** Returns the positions of a page of prompts, each with the bytes of its answers, which are not read for that. */
export async function sizesOf(
  db: Runner,
  runId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ position: number; bytes: number }[]> {
  const { rows } = await db.query<{ position: number; bytes: number }>(
    `SELECT asked.position, octet_length(asked.prompt) + coalesce((
        SELECT sum(octet_length(answer.response_text) + pg_column_size(answer.sources))
        FROM golden_answers answer WHERE answer.run_id = asked.run_id AND answer.position = asked.position), 0) AS bytes
      FROM golden_run_prompts asked WHERE asked.run_id = $1 ORDER BY asked.position LIMIT $2 OFFSET $3`,
    [runId, limit, offset],
  )
  return rows
}

/** Returns some prompts of a run, in their order. */
export async function promptsOf(
  db: Runner,
  runId: number,
  positions: readonly number[],
): Promise<RunPrompt[]> {
  const { rows } = await db.query<RunPrompt>(
    `SELECT asked.position, asked.prompt_id AS "promptId", asked.title, asked.prompt, asked.checks
      FROM golden_run_prompts asked WHERE asked.run_id = $1 AND asked.position = ANY ($2::smallint[])
      ORDER BY asked.position`,
    [runId, positions],
  )
  return rows
}

/** Returns the answers to some prompts of a run, in the order of its tags. */
export async function answersTo(
  db: Runner,
  runId: number,
  positions: readonly number[],
): Promise<AnswerRow[]> {
  const { rows } = await db.query<AnswerRow>(
    `SELECT answer.position, answer.model_tag_id AS "modelTagId", answer.state,
        answer.response_text AS "responseText", answer.error_code AS "errorCode",
        answer.error_message AS "errorMessage", answer.sources, answer.tokens_prompt AS "tokensPrompt",
        answer.tokens_response AS "tokensResponse", answer.tokens_per_second AS "tokensPerSecond",
        answer.overall_ms AS "overallMs", answer.outcomes
      FROM golden_answers answer
      JOIN golden_run_tags tag ON tag.run_id = answer.run_id AND tag.model_tag_id = answer.model_tag_id
      WHERE answer.run_id = $1 AND answer.position = ANY ($2::smallint[]) ORDER BY answer.position, tag.position`,
    [runId, positions],
  )
  return rows
}

/** Returns the newest ended run with this tag that the viewer may see, of each set. */
export async function newestWithTag(
  db: Queries,
  viewer: Person,
  modelTagId: number,
  goldenSetIds: readonly number[],
): Promise<RunRow[]> {
  const level = effectiveLevel(viewer, goldenSets.contextId)
  const { rows } =
    await db.execute<Selected>(sql`SELECT DISTINCT ON (run.golden_set_id) ${fromShown(viewer, level)}
      JOIN golden_run_tags tag ON tag.run_id = run.id
    WHERE tag.model_tag_id = ${modelTagId} AND golden_sets.id = ANY (${sql.param([...goldenSetIds])}::bigint[])
      AND run.state = 1
    ORDER BY run.golden_set_id, run.id DESC`)
  return rows.map(toRow)
}

/** Cancels a running run. Returns false when it had ended already. Answered prompts keep their answers. */
export async function cancelRun(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`UPDATE golden_runs SET state = 2, ended = now() WHERE id = ${id} AND state = 0 RETURNING id`,
  )
  await tx.execute(sql`UPDATE golden_answers SET state = CASE state WHEN 2 THEN 3 ELSE 5 END
    WHERE run_id = ${id} AND state < 3 AND ${rows.length} > 0`)
  return rows.length > 0
}

/** Cancels the running runs of a set. Returns their ids. */
export async function cancelRunsOf(tx: Tx, goldenSetId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT id FROM golden_runs WHERE golden_set_id = ${goldenSetId} AND state = 0 ORDER BY id`,
  )
  for (const { id } of rows) await cancelRun(tx, id)
  return rows.map(({ id }) => id)
}

/** Lets an ended run continue with the answers that are missing. Returns their number. */
export async function reopenRun(
  tx: Tx,
  id: number,
  { userId, serverId }: { userId: number; serverId: string },
): Promise<number> {
  const opened = await tx.execute(sql`UPDATE golden_runs
    SET state = 0, error_code = NULL, ended = NULL, user_id = ${userId}, server_id = ${serverId}, attempts = 1
    WHERE id = ${id} AND state <> 0 RETURNING id`)
  if (opened.rows.length === 0) return 0
  const { rows } = await tx.execute(sql`UPDATE golden_answers
    SET state = 0, response_text = '', error_code = NULL, error_message = NULL, sources = '[]', outcomes = '[]',
      tokens_prompt = NULL, tokens_response = NULL, tokens_per_second = NULL, overall_ms = NULL,
      checks_passed = 0, checks_failed = 0, checks_unclear = 0
    WHERE run_id = ${id} AND state IN (4, 5) RETURNING position`)
  return rows.length
}

/** Running golden runs. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'golden-runs',
    query: `SELECT count(*) AS running, 0 AS waiting, 0 AS failed, NULL::timestamptz AS oldest
      FROM golden_runs WHERE state = 0`,
  },
]
