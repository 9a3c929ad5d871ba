// The SQL that adds rows of usage to the sums (decision 169).
import type { Runner } from '#platform/db/index.ts'
import { asPart, spanStart, SPANS, SUMMED } from './table.ts'

/** An id, and the transactions that may still commit rows with ids up to it. */
export interface Reach {
  readonly lastId: number
  /** Virtual transaction ids. */
  readonly writers: readonly string[]
  /** Whether a row is to be added or subtracted. */
  readonly hasMore: boolean
}

/** Who holds this lock may have an id and not have committed yet: ids are given while it is held. */
const WRITERS = `FROM pg_locks WHERE locktype = 'relation' AND relation = 'usage'::regclass AND mode = 'RowExclusiveLock'
  AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`

/** Returns how far the rows can be summed once its writers have ended. */
export async function reachOf(db: Runner): Promise<Reach> {
  const { rows } = await db.query<Reach>(
    `SELECT "lastId", ARRAY(SELECT virtualtransaction ${WRITERS}) AS writers,
      "lastId" > up_to OR EXISTS (SELECT FROM usage_removed) AS "hasMore"
      FROM usage_summed CROSS JOIN (SELECT coalesce(max(id), 0) AS "lastId" FROM usage) found`,
  )
  return rows[0] ?? { lastId: 0, writers: [], hasMore: false }
}

/** Whether one of these transactions has not ended. */
export async function isWriting(db: Runner, writers: readonly string[]): Promise<boolean> {
  const { rows } = await db.query(`SELECT 1 ${WRITERS} AND virtualtransaction = ANY ($1::text[]) LIMIT 1`, [
    writers,
  ])
  return rows.length > 0
}

/** Locks the sums until the transaction ends. Returns the id up to which rows are summed; undefined while another process sums. */
export async function lockSums(db: Runner): Promise<number | undefined> {
  const { rows } = await db.query<{ upTo: number }>(
    'SELECT up_to AS "upTo" FROM usage_summed FOR UPDATE SKIP LOCKED',
  )
  return rows[0]?.upTo
}

const columns = SUMMED.join(', ')
const sums = SUMMED.map((name) => `sum(${name})`).join(', ')
const added = (table: string) =>
  SUMMED.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** What was summed; `emptied` are sums of nothing, which are left of deleted rows. */
interface Step {
  readonly rows: number
  readonly emptied: number
}

/**
 * Adds at most `most` rows with ids above `upTo` up to `lastId`, and subtracts at most so many deleted ones. One statement: each
 * row is in its snapshot either as a row or as a deleted one, so that it counts once.
 */
export async function sumRows(db: Runner, upTo: number, lastId: number, most: number): Promise<Step> {
  const { rows } = await db.query<Step>({
    name: 'usage.sum-rows',
    text: `WITH batch AS MATERIALIZED (SELECT * FROM usage WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3),
      reached AS MATERIALIZED (SELECT CASE WHEN count(*) < $3 THEN greatest($1, $2) ELSE max(id) END AS id FROM batch),
      gone AS (DELETE FROM usage_removed WHERE id > $1 AND id <= (SELECT id FROM reached)
        OR id IN (SELECT id FROM usage_removed WHERE id <= $1 ORDER BY id LIMIT $3) RETURNING *),
      part AS MATERIALIZED (SELECT ${asPart(1)} FROM batch UNION ALL SELECT ${asPart(-1)} FROM gone WHERE id <= $1),
      of_model AS (
        INSERT INTO usage_by_model (day, model_name, model_tag_name, ${columns})
          SELECT day, model_name, model_tag_name, ${sums} FROM part GROUP BY day, model_name, model_tag_name
          ON CONFLICT (day, model_name, model_tag_name) DO UPDATE SET ${added('usage_by_model')} RETURNING prompts),
      of_person AS (
        INSERT INTO usage_by_person (span, day, user_id, ${columns})
          SELECT span, ${spanStart('day', 'span')} AS start, user_id, ${sums}
            FROM part CROSS JOIN unnest(ARRAY[${SPANS.join(', ')}]) span GROUP BY span, start, user_id
          ON CONFLICT (span, day, user_id) DO UPDATE SET ${added('usage_by_person')} RETURNING prompts),
      moved AS (UPDATE usage_summed SET up_to = (SELECT id FROM reached))
      SELECT (SELECT count(*) FROM batch) + (SELECT count(*) FROM gone) AS rows,
        (SELECT count(*) FROM of_model WHERE prompts = 0) + (SELECT count(*) FROM of_person WHERE prompts = 0) AS emptied`,
    values: [upTo, lastId, most],
  })
  return rows[0] ?? { rows: 0, emptied: 0 }
}

/** Deletes the sums of nothing. Reads all of them: needed only after people were deleted. */
export async function removeEmptied(db: Runner): Promise<void> {
  await db.query('DELETE FROM usage_by_model WHERE prompts = 0')
  await db.query('DELETE FROM usage_by_person WHERE prompts = 0')
}
