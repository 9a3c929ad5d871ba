// What was asked in a project; the caller has checked access to it.
import { sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'

/** Tabs whose last questions are returned, and prompts. */
const TABS = 100
const PROMPTS = 20
/** Characters of a question. */
const BEGINNING = 200

type ActivityRow = {
  readonly tabId: number
  readonly question: string
  readonly asked: string
  readonly userId: number | null
  readonly name: string | null
}

/** Returns the last question of each tab, the last asked first. */
export async function lastQuestions(db: Queries, projectId: number): Promise<ActivityRow[]> {
  const { rows } = await db.execute<ActivityRow>(sql`
    SELECT newest.tab_id AS "tabId", left(newest.query_text, ${BEGINNING}) AS question,
      to_char(newest.created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS asked,
      asker.id AS "userId", btrim(asker.first_name || ' ' || asker.last_name) AS name
    FROM tabs tab CROSS JOIN LATERAL (
      SELECT id, tab_id, query_text, created, user_id FROM messages
      WHERE messages.tab_id = tab.id ORDER BY messages.id DESC LIMIT 1) newest
    LEFT JOIN users asker ON asker.id = newest.user_id
    WHERE tab.project_id = ${projectId} ORDER BY newest.id DESC LIMIT ${TABS}`)
  return rows
}

/** Returns the saved prompts that were run since then, the last run first, with the number of their runs. */
export async function promptRuns(
  db: Queries,
  projectId: number,
  since: Date,
): Promise<{ promptId: number; runs: number }[]> {
  const { rows } = await db.execute<{ promptId: number; runs: number }>(sql`
    SELECT message.prompt_id AS "promptId", count(*)::int AS runs
    FROM tabs tab JOIN messages message ON message.tab_id = tab.id
    WHERE tab.project_id = ${projectId} AND message.prompt_id <> 0
      AND message.created >= ${since.toISOString()}::timestamptz
    GROUP BY message.prompt_id ORDER BY max(message.id) DESC LIMIT ${PROMPTS}`)
  return rows
}
