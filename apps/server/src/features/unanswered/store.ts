import { TEST_QUESTION_LIMITS, type UnansweredQuestion } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { UsedSources } from '#features/confidentiality/index.ts'

/** Returns a person's own question, with what it may repeat, if the data source has nothing about it; otherwise undefined. */
export async function missedQuestion(
  db: Runner,
  { userId, messageId, datasourceId }: { userId: number; messageId: number; datasourceId: number },
): Promise<{ q: string; used: UsedSources } | undefined> {
  const { rows } = await db.query<{ q: string; used: UsedSources }>(
    `SELECT query_text AS q, jsonb_build_object('datasourceIds', datasource_ids, 'isConfidential', confidential) AS used
      FROM messages WHERE id = $1 AND user_id = $2 AND statistics->'notices' @> ANY (SELECT
        jsonb_build_array(jsonb_build_object('code', code, 'params', jsonb_build_object('datasourceId', $3::bigint)))
          FROM unnest(ARRAY['DATASOURCE_EMPTY', 'DATASOURCE_WORDS']) code)`,
    [messageId, userId, datasourceId],
  )
  return rows[0]
}

export interface Report {
  readonly datasourceId: number
  readonly userId: number
  readonly messageId: number
  readonly q: string
  readonly same: Buffer
  /** What its message used, which the question may repeat. */
  readonly used: UsedSources
}

/**
 * Stores a report once for each message, and deletes the oldest ones above the limits of a person and of the data source. The
 * data source is locked. Returns whether the report is new.
 */
export async function insertReport(db: Runner, report: Report): Promise<boolean> {
  const { datasourceId, userId, messageId, q, same, used } = report
  const { rowCount } = await db.query(
    `INSERT INTO unanswered_questions (datasource_id, user_id, message_id, q, same, confidential, datasource_ids)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (message_id) DO NOTHING`,
    [datasourceId, userId, messageId, q, same, used.isConfidential, used.datasourceIds],
  )
  if (rowCount !== 1) return false
  const keep = (where: string, values: readonly unknown[]) =>
    db.query(
      `DELETE FROM unanswered_questions WHERE id IN (SELECT id FROM unanswered_questions
        WHERE datasource_id = $1 ${where} ORDER BY id DESC OFFSET $2)`,
      [datasourceId, ...values],
    )
  await keep('AND user_id = $3', [TEST_QUESTION_LIMITS.reportsOfPerson, userId])
  await keep('', [TEST_QUESTION_LIMITS.reports])
  return true
}

/** Returns the messages of a person that are reported to a data source. */
export async function reportedMessages(
  db: Runner,
  { userId, datasourceId }: { userId: number; datasourceId: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT message_id AS id FROM unanswered_questions
      WHERE datasource_id = $1 AND user_id = $2 AND message_id IS NOT NULL ORDER BY id`,
    [datasourceId, userId],
  )
  return rows.map(({ id }) => id)
}

/** Deletes the report of a person's own message. Returns whether there was one. */
export async function withdraw(
  db: Runner,
  { userId, datasourceId, messageId }: { userId: number; datasourceId: number; messageId: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'DELETE FROM unanswered_questions WHERE datasource_id = $1 AND user_id = $2 AND message_id = $3',
    [datasourceId, userId, messageId],
  )
  return rowCount === 1
}

type Row = Omit<UnansweredQuestion, 'created'> & { readonly created: Date }

/** Returns the reported questions, the last reported first. Equal questions are one. */
export async function reported(db: Runner, datasourceId: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT max(report.id) AS id, $1::bigint AS "datasourceId", (array_agg(report.q ORDER BY report.id DESC))[1] AS q,
        count(*)::int AS count, max(report.created) AS created,
        coalesce(json_agg(DISTINCT jsonb_build_object('userId', users.id, 'name',
          trim(users.first_name || ' ' || users.last_name))) FILTER (WHERE users.id IS NOT NULL), '[]') AS people
      FROM unanswered_questions report LEFT JOIN users ON users.id = report.user_id
      WHERE report.datasource_id = $1 GROUP BY report.same ORDER BY max(report.id) DESC`,
    [datasourceId],
  )
  return rows
}

/** Whether a data source has a document. */
export async function hasDocument(db: Runner, datasourceId: number, mediaId: number): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM media WHERE id = $2 AND datasource_id = $1', [
    datasourceId,
    mediaId,
  ])
  return rows.length > 0
}

/** Whose report was deleted; null for a deleted account or message. */
export interface Removed {
  readonly userId: number | null
  readonly messageId: number | null
}

/** Deletes a report with all reports of the same question. Returns whose they were; undefined if there is none. */
export async function removeAll(
  db: Runner,
  datasourceId: number,
  id: number,
): Promise<Removed[] | undefined> {
  const { rows } = await db.query<Removed>(
    `DELETE FROM unanswered_questions WHERE datasource_id = $1
      AND same = (SELECT same FROM unanswered_questions WHERE id = $2 AND datasource_id = $1)
      RETURNING user_id AS "userId", message_id AS "messageId"`,
    [datasourceId, id],
  )
  return rows.length > 0 ? rows : undefined
}

/** Counts a question that found nothing. Does nothing if the data source was deleted meanwhile. */
export async function countMiss(db: Runner, datasourceId: number, at: Date): Promise<void> {
  await db.query({
    name: 'datasources.count-miss',
    text: `INSERT INTO datasource_misses (datasource_id, day, count)
      SELECT id, ($2::timestamptz AT TIME ZONE 'UTC')::date, 1 FROM datasources WHERE id = $1
      ON CONFLICT (datasource_id, day) DO UPDATE SET count = datasource_misses.count + 1`,
    values: [datasourceId, at],
  })
}

/** Returns the counts of the last days, the oldest first. */
export async function misses(
  db: Runner,
  datasourceId: number,
  now: Date,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await db.query<{ day: string; count: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, count FROM datasource_misses
      WHERE datasource_id = $1 AND day > ($2::timestamptz AT TIME ZONE 'UTC')::date - $3::int ORDER BY day`,
    [datasourceId, now, TEST_QUESTION_LIMITS.days],
  )
  return rows
}
