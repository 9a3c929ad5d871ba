// The SQL of the events that people are told of, and of receiving. Locks users, then their readers, then notifications, each by
// id (decision 147).
import { sql } from 'drizzle-orm'
import { NOTIFICATION_LIMITS, SETTINGS } from '@polylogue/contract'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { StoredEvent, Told } from './step.ts'

const OFF = SETTINGS.find(({ name }) => name === 'notificationsOff')?.id

/** Takes the oldest event that is due and that no process has; until the end of the transaction. */
export async function take(tx: Tx): Promise<StoredEvent | undefined> {
  const { rows } = await tx.execute<StoredEvent & Record<string, unknown>>(sql`
    SELECT id, kind, actor_id AS "actorId", noun, item_id AS "itemId", context_id AS "contextId", data,
      after_id AS "afterId", missed, attempts
    FROM notification_events WHERE due <= now() ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return rows[0]
}

/** Returns the milliseconds until the next event is due; undefined if none waits. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(
    sql`SELECT ceil(extract(epoch FROM min(due) - now()) * 1000)::float8 AS ms FROM notification_events`,
  )
  return rows[0]?.ms ?? undefined
}

export async function done(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`DELETE FROM notification_events WHERE id = ${id}`)
}

/** Keeps an event for its next step; `seconds` later, if it is tried again. */
export async function keep(
  tx: Queries,
  id: number,
  { afterId, missed, again }: { afterId?: number; missed?: readonly number[]; again?: { seconds: number } },
): Promise<void> {
  await tx.execute(sql`UPDATE notification_events SET after_id = greatest(after_id, ${afterId ?? 0}),
      missed = ${missed ? sql`${sql.param([...missed])}::bigint[]` : sql`missed`},
      attempts = attempts + ${again ? 1 : 0}, due = now() + ${again?.seconds ?? 0} * interval '1 second'
    WHERE id = ${id}`)
}

/** Locks those of these users whom nobody removes now, with their readers. Returns them, and those who are tried again. */
export async function lockReaders(
  tx: Tx,
  userIds: readonly number[],
): Promise<{ locked: Map<number, number>; missed: number[] }> {
  const ids = sql`${sql.param([...userIds])}::bigint[]`
  const { rows } = await tx.execute<{ id: number; contextId: number }>(sql`
    SELECT id, context_id AS "contextId" FROM users WHERE id = ANY (${ids}) ORDER BY id FOR KEY SHARE SKIP LOCKED`)
  const locked = new Map(rows.map(({ id, contextId }) => [id, contextId]))
  const left = userIds.filter((id) => !locked.has(id))
  const found = left.length
    ? await tx.execute<{ id: number }>(
        sql`SELECT id FROM users WHERE id = ANY (${sql.param(left)}::bigint[]) ORDER BY id`,
      )
    : { rows: [] }
  const own = sql`${sql.param([...locked.keys()])}::bigint[]`
  await tx.execute(sql`INSERT INTO notification_readers (user_id) SELECT id FROM unnest(${own}) AS id ORDER BY id
    ON CONFLICT DO NOTHING`)
  await tx.execute(
    sql`SELECT FROM notification_readers WHERE user_id = ANY (${own}) ORDER BY user_id FOR NO KEY UPDATE`,
  )
  return { locked, missed: found.rows.map(({ id }) => id) }
}

/**
 * Stores what locked people are told, unless they turned the kind off: merged into an unread entry of the same kind and thread,
 * which moves up. Returns the users who got something.
 */
export async function receive(
  tx: Tx,
  { actorId, noun, itemId, contextId }: StoredEvent,
  thread: string,
  told: readonly Told[],
): Promise<number[]> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    WITH told AS MATERIALIZED (
      SELECT told."userId" AS user_id, told.kind, told.data
      FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS told ("userId" bigint, kind text, data jsonb)
      WHERE NOT EXISTS (SELECT FROM user_settings off WHERE off.user_id = told."userId" AND off.setting_id = ${OFF}
        AND off.valid_until > now() AND told.kind = ANY (string_to_array(replace(off.value, ' ', ''), ',')))
    ), merged AS (
      UPDATE notifications entry SET count = entry.count + 1, place = nextval('notification_places'),
        actor_id = ${actorId}::bigint, data = told.data, kept_unread = false, created = now()
      FROM told
      WHERE entry.id = (SELECT last.id FROM notifications last JOIN notification_readers reader USING (user_id)
        WHERE last.user_id = told.user_id AND last.thread = ${thread} AND last.kind = told.kind
          AND NOT last.read AND (last.place > reader.read_up_to OR last.kept_unread)
        ORDER BY last.place DESC LIMIT 1)
      RETURNING entry.user_id
    ), added AS (
      INSERT INTO notifications (id, place, user_id, thread, kind, actor_id, noun, item_id, context_id, data)
      SELECT fresh.place, fresh.place, fresh.user_id, ${thread}, fresh.kind, ${actorId}::bigint, ${noun}::text,
        ${itemId}::bigint, ${contextId}::bigint, fresh.data
      FROM (SELECT nextval('notification_places') AS place, told.* FROM told
        WHERE told.user_id NOT IN (SELECT user_id FROM merged)) fresh
      RETURNING user_id
    )
    SELECT user_id AS "userId" FROM merged UNION SELECT user_id FROM added`)
  return rows.map(({ userId }) => userId)
}

/** Deletes what people have above the limit: read entries first, then the oldest. */
export async function trim(tx: Tx, userIds: readonly number[]): Promise<void> {
  const most = NOTIFICATION_LIMITS.kept
  await tx.execute(sql`DELETE FROM notifications WHERE id IN (
    SELECT extra.id FROM unnest(${sql.param([...userIds])}::bigint[]) AS full_of (user_id)
    JOIN notification_readers reader USING (user_id)
    CROSS JOIN LATERAL (SELECT entry.id FROM notifications entry WHERE entry.user_id = full_of.user_id
      ORDER BY NOT entry.read AND (entry.place > reader.read_up_to OR entry.kept_unread) DESC, entry.place DESC
      OFFSET ${most}) extra
    WHERE EXISTS (SELECT FROM notifications own WHERE own.user_id = full_of.user_id OFFSET ${most} LIMIT 1))`)
}
