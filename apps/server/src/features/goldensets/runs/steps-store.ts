// The SQL of a run's steps. Every step is stored before it is taken and guarded by the id of the process that owns the run.
import type { Outcome } from '@polylogue/contract'
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { noticeOfEnd } from '#platform/notices.ts'
import type { Problem } from '#problem.ts'
import { outcomeCounts } from '../checks/outcomes.ts'
import { ANSWER, type EndedAnswer, type NextPrompt } from './rows.ts'

/** Running runs as work of processes. */
export const claimed = claimedRows({ table: 'golden_runs', isOpen: 'state = 0' })

export interface OwnRun {
  readonly id: number
  readonly goldenSetId: number
  readonly userId: number | null
  readonly language: string | null
  readonly tagIds: readonly number[]
}

/** Returns a running run if this process owns it. */
export async function ownRun(db: Runner, id: number, server: string): Promise<OwnRun | undefined> {
  const { rows } = await db.query<OwnRun>(
    `SELECT run.id, run.golden_set_id AS "goldenSetId", run.user_id AS "userId", run.language,
        ARRAY(SELECT tag.model_tag_id FROM golden_run_tags tag WHERE tag.run_id = run.id ORDER BY tag.position) AS "tagIds"
      FROM golden_runs run WHERE run.id = $1 AND run.state = 0 AND run.server_id = $2`,
    [id, server],
  )
  return rows[0]
}

/** One tag of a run, asked by this process. */
export interface TagRun {
  readonly runId: number
  readonly tagId: number
  readonly server: string
}

const OWNED = `EXISTS (SELECT 1 FROM golden_runs WHERE ${claimed.isHeld('$1', '$3')})`

/** Returns the next prompt of a tag: one to judge, else one to ask; undefined at the end, or when the run ended. */
export async function nextPrompt(
  db: Runner,
  { runId, tagId, server }: TagRun,
): Promise<NextPrompt | undefined> {
  const { rows } = await db.query<NextPrompt>(
    `SELECT asked.position, asked.prompt_id AS "promptId", asked.title, asked.prompt, asked.checks, asked.options,
        asked.cust_inst_who_id AS "custInstWhoId", asked.cust_inst_respond_id AS "custInstRespondId",
        answer.state, answer.response_text AS "responseText", answer.sources, answer.outcomes
      FROM golden_answers answer
      JOIN golden_run_prompts asked ON asked.run_id = answer.run_id AND asked.position = answer.position
      WHERE answer.run_id = $1 AND answer.model_tag_id = $2 AND answer.state IN (0, 2) AND ${OWNED}
      ORDER BY answer.state DESC, answer.position LIMIT 1`,
    [runId, tagId, server],
  )
  return rows[0]
}

/** Records that a prompt is asked now. Returns false when the run ended or belongs to another process. */
export async function setAsking(
  db: Runner,
  { runId, tagId, server }: TagRun,
  position: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE golden_answers SET state = 1
      WHERE run_id = $1 AND model_tag_id = $2 AND position = $4 AND state = 0 AND ${OWNED}`,
    [runId, tagId, server, position],
  )
  return rowCount === 1
}

/** Stores an answer, unless its run was cancelled meanwhile. */
export async function storeAnswer(
  db: Runner,
  { runId, tagId }: TagRun,
  position: number,
  { state, answer, outcomes }: { state: number; answer: EndedAnswer; outcomes: readonly Outcome[] },
): Promise<void> {
  const { passed, failed, unclear } = outcomeCounts(outcomes)
  const { tokensPrompt, tokensResponse, tokensPerSecond, overallMs } = answer
  await db.query(
    `WITH stepped AS (${claimed.stepped})
      UPDATE golden_answers SET state = $4, response_text = $5, error_code = $6, error_message = $7, sources = $8::jsonb,
        tokens_prompt = $9, tokens_response = $10, tokens_per_second = $11, overall_ms = $12,
        outcomes = $13::jsonb, checks_passed = $14, checks_failed = $15, checks_unclear = $16
      WHERE run_id = $1 AND model_tag_id = $2 AND position = $3 AND state IN (0, 1)`,
    [
      runId,
      tagId,
      position,
      state,
      answer.responseText,
      answer.errorCode,
      answer.errorMessage,
      JSON.stringify(answer.sources),
      tokensPrompt,
      tokensResponse,
      tokensPerSecond,
      overallMs,
      JSON.stringify(outcomes),
      passed,
      failed,
      unclear,
    ],
  )
}

/** Stores the outcomes of a judged answer. */
export async function storeOutcomes(
  db: Runner,
  { runId, tagId }: TagRun,
  position: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { passed, failed, unclear } = outcomeCounts(outcomes)
  await db.query(
    `WITH stepped AS (${claimed.stepped})
      UPDATE golden_answers SET state = $4, outcomes = $5::jsonb, checks_passed = $6, checks_failed = $7, checks_unclear = $8
      WHERE run_id = $1 AND model_tag_id = $2 AND position = $3 AND state = 2`,
    [runId, tagId, position, ANSWER.done, JSON.stringify(outcomes), passed, failed, unclear],
  )
}

/** Ends an answer as failed whose text or outcomes cannot be stored; keeps a text that is stored already. */
export async function failAnswer(
  db: Runner,
  { runId, tagId }: TagRun,
  position: number,
  { code, message }: Problem,
): Promise<void> {
  await db.query(
    `WITH stepped AS (${claimed.stepped})
      UPDATE golden_answers SET state = $4, error_code = $5, error_message = $6, outcomes = '[]',
        checks_passed = 0, checks_failed = 0, checks_unclear = 0
      WHERE run_id = $1 AND model_tag_id = $2 AND position = $3 AND state < 3`,
    [runId, tagId, position, ANSWER.failed, code, message],
  )
}

/** Tells whose run it is that it ended, after `stopped` (NOTIFY-14). */
const TELL_END = `, ended AS (
    SELECT owned.id AS item_id, owned.context_id, stopped.user_id, stopped.id AS ended_id, stopped.state = 3 AS failed
    FROM stopped JOIN golden_sets owned ON owned.id = stopped.golden_set_id
  ), told AS (${noticeOfEnd('goldenRunEnded', 'goldenset', 'ended')})`

/** Ends a run that has no next prompt. An answer that is still being asked then was stopped: it ends as interrupted. */
export async function finishRun(db: Runner, id: number, server: string): Promise<void> {
  await db.query(
    `UPDATE golden_answers SET state = 4, error_code = 'INTERRUPTED' WHERE run_id = $1 AND state = 1
      AND EXISTS (SELECT 1 FROM golden_runs WHERE ${claimed.isHeld()})`,
    [id, server],
  )
  await db.query(
    `WITH stopped AS (UPDATE golden_runs SET state = 1, ended = now() WHERE ${claimed.isHeld()}
      AND NOT EXISTS (SELECT 1 FROM golden_answers WHERE run_id = $1 AND state < 3)
      RETURNING id, golden_set_id, user_id, state)${TELL_END} SELECT * FROM told`,
    [id, server],
  )
}

/** Ends a run before its last prompt. */
export async function failRun(db: Runner, id: number, server: string, errorCode: string): Promise<void> {
  await db.query(
    `WITH stopped AS (UPDATE golden_runs SET state = 3, error_code = $3, ended = now()
        WHERE ${claimed.isHeld()} RETURNING id, golden_set_id, user_id, state),
      answers AS (UPDATE golden_answers SET state = CASE state WHEN 2 THEN 3 ELSE 5 END
        WHERE run_id IN (SELECT id FROM stopped) AND state < 3)${TELL_END} SELECT * FROM told`,
    [id, server, errorCode],
  )
}

/**
 * Ends as interrupted what dead processes were asking in runs that this process has taken over: it is not asked twice.
 */
export async function endAsking(db: Runner, ids: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE golden_answers SET state = 4, error_code = 'INTERRUPTED' WHERE run_id = ANY ($1::bigint[]) AND state = 1`,
    [ids],
  )
}
