// The SQL of a person's stored notifications: listing, marking and deleting them. Whoever changes them holds the row of their
// reader, after that of the user: receiving does the same (decision 147).
import { sql, type SQL } from 'drizzle-orm'
import { ANNOUNCEMENT_LIMITS, DATASOURCE_LIMITS, type Banner } from '@polylogue/contract'
import {
  approvedTexts,
  askingOnce,
  effectiveLevel,
  sameSide,
  type Person,
  type PersonColumns,
} from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import { msOf } from '#platform/db/columns.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { reaching } from '#features/announcements/table.ts'
import { STANDS } from '#features/publications/table.ts'
import { reportedWith } from '#features/unanswered/table.ts'
import type { Entry } from './rules.ts'

/** Over `entry` and its `reader`. */
const UNREAD = sql`NOT entry.read AND (entry.place > reader.read_up_to OR entry.kept_unread)`

/** A request that was decided, withdrawn or asked again, or whose asker may no longer ask, ends what its reviewers were told. */
const REQUEST_LASTS = sql`(entry.kind <> 'approvalAsked' OR EXISTS (SELECT FROM publications request
  JOIN users asker ON asker.id = request.asker_id WHERE request.id = (entry.data ->> 'requestId')::bigint AND request.declined IS NULL
    AND floor(extract(epoch FROM request.created) * 1000) = (entry.data ->> 'asked')::float8 AND ${STANDS}))`

/** An announcement that ended, was deleted or no longer reaches the person ends what they were told. */
const lasts = (asked: PersonColumns) => sql`${REQUEST_LASTS} AND (entry.kind <> 'announcement' OR EXISTS (
  SELECT FROM announcements announcement
  WHERE announcement.id = (entry.data ->> 'announcementId')::bigint AND ${reaching(asked)}))`

const OWN = sql`notifications entry JOIN notification_readers reader ON reader.user_id = entry.user_id`

export interface NotificationsFilter {
  readonly read?: boolean | undefined
  readonly limit: number
  readonly before?: number | undefined
}

/** Unread entries that came after a place and a time, except those of kinds. */
export interface Fresh {
  readonly after: number
  readonly since: Date
  readonly without: readonly string[]
}

const isFresh = (fresh: Fresh | undefined): SQL =>
  fresh
    ? sql`AND entry.place > ${fresh.after}::bigint AND entry.created > ${fresh.since.toISOString()}::timestamptz
        AND NOT entry.kind = ANY (${sql.param([...fresh.without])}::text[])`
    : sql``

/** Returns a page of a person's entries, the newest first. */
export async function list(
  db: Queries,
  viewer: Person,
  types: readonly ItemType[],
  { read, limit, before }: NotificationsFilter,
  fresh?: Fresh,
): Promise<Entry[]> {
  const { once, asked } = askingOnce(viewer)
  const item = sql.raw('about.id')
  const { rows } = await db.execute<Entry & Record<string, unknown>>(sql`${once}, page AS MATERIALIZED (
      SELECT entry.*, NOT (${UNREAD}) AS done FROM ${OWN}
      WHERE entry.user_id = ${viewer.userId} AND ${lasts(asked)} ${read === undefined ? sql`` : sql`AND (${UNREAD}) = ${!read}`}
        ${before === undefined ? sql`` : sql`AND entry.place < ${before}::bigint`} ${isFresh(fresh)}
      ORDER BY entry.place DESC LIMIT ${limit})
    SELECT page.id, page.place, page.kind, page.count, page.data, page.noun, page.item_id AS "itemId", page.done AS read,
      (SELECT root.id FROM notifications root WHERE root.user_id = page.user_id AND root.thread = page.thread
        ORDER BY root.place DESC LIMIT 1) AS "rootId",
      floor(extract(epoch FROM page.created))::float8 AS timestamp,
      trim(actor.first_name || ' ' || actor.last_name) AS actor,
      ${effectiveLevel(asked, item)} AS level,
      coalesce(${approvedTexts(viewer, item)} ->> 'name', about.name) AS name, ${calledAs(types)} AS called,
      CASE page.kind
        WHEN 'unansweredAsked' THEN (${sql.raw(reportedWith(`(page.data ->> 'messageId')::bigint`, 'page.item_id'))})
        WHEN 'unansweredSolved' THEN (SELECT left(own.query_text, ${DATASOURCE_LIMITS.question}) FROM messages own
          WHERE own.id = (page.data ->> 'messageId')::bigint AND own.user_id = page.user_id) END AS question,
      (SELECT media.name FROM media
        WHERE media.id = (page.data ->> 'mediaId')::bigint AND media.datasource_id = page.item_id) AS document,
      CASE page.kind WHEN 'announcement' THEN (
        SELECT jsonb_build_object('title', told.title, 'text', told.text, 'kind', told.kind) FROM announcements told
        WHERE told.id = (page.data ->> 'announcementId')::bigint) END AS announcement
    FROM page
    LEFT JOIN users actor ON actor.id = page.actor_id AND ${sameSide(viewer, sql.raw('actor.tenant_context_id'))}
    LEFT JOIN contexts about ON about.id = page.context_id
    ORDER BY page.place DESC`)
  return rows
}

/** What the items of `page` are called that have another name than their noun. */
function calledAs(types: readonly ItemType[]): SQL {
  const named = types.flatMap(({ noun, table, calledAs: name }) =>
    name
      ? [sql`WHEN ${noun} THEN (SELECT ${name} FROM ${table} WHERE ${table.contextId} = page.context_id)`]
      : [],
  )
  return named.length > 0 ? sql`CASE page.noun ${sql.join(named, sql` `)} END` : sql`NULL::text`
}

export async function countUnread(db: Queries, viewer: Person, fresh?: Fresh): Promise<number> {
  const { once, asked } = askingOnce(viewer)
  const { rows } = await db.execute<{ count: number }>(sql`${once} SELECT count(*)::int AS count FROM ${OWN}
    WHERE entry.user_id = ${viewer.userId} AND ${UNREAD} AND ${lasts(asked)} ${isFresh(fresh)}`)
  return rows[0]?.count ?? 0
}

/** Returns the items that were shared with a person, and the notifications of it that are unread. */
export async function unreadShares(
  db: Queries,
  userId: number,
): Promise<{ id: number; noun: string; itemId: number }[]> {
  const { rows } = await db.execute<{ id: number; noun: string; itemId: number }>(sql`
    SELECT entry.id, entry.noun, entry.item_id AS "itemId" FROM ${OWN}
    WHERE entry.user_id = ${userId} AND entry.kind = 'shared' AND entry.item_id IS NOT NULL AND ${UNREAD}`)
  return rows
}

/** Returns the newest banners that reach a person and that they have not put away. */
export async function banners(db: Queries, viewer: Person): Promise<Banner[]> {
  const { once, asked } = askingOnce(viewer)
  const { rows } = await db.execute<Omit<Banner, 'ends'> & { ends: number }>(sql`${once}
    SELECT announcement.id, announcement.title, announcement.text, announcement.kind, ${msOf('announcement.ends')} AS ends
    FROM announcements announcement
    WHERE announcement.form = 'banner' AND ${reaching(asked)} AND NOT EXISTS (SELECT FROM announcements_put_away away
      WHERE away.announcement_id = announcement.id AND away.user_id = ${viewer.userId})
    ORDER BY announcement.id DESC LIMIT ${ANNOUNCEMENT_LIMITS.banners}`)
  return rows.map((row) => ({ ...row, ends: new Date(row.ends).toISOString() }))
}

/** Locks what a person has received; returns false for somebody without notifications. */
export async function lock(tx: Tx, userId: number): Promise<boolean> {
  // The user first: their removal locks both in this order.
  await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR KEY SHARE`)
  const { rows } = await tx.execute(
    sql`SELECT user_id FROM notification_readers WHERE user_id = ${userId} FOR NO KEY UPDATE`,
  )
  return rows.length > 0
}

/** Marks everything as read with one row, whatever the number of entries. */
export async function markAll(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`UPDATE notification_readers SET read_up_to =
      greatest(read_up_to, coalesce((SELECT max(place) FROM notifications WHERE user_id = ${userId}), 0))
    WHERE user_id = ${userId}`)
  await tx.execute(
    sql`UPDATE notifications SET kept_unread = false WHERE user_id = ${userId} AND kept_unread`,
  )
}

/** Marks one entry; returns whether it exists. */
export async function mark(
  tx: Tx,
  { userId, id, read }: { userId: number; id: number; read: boolean },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`UPDATE notifications SET read = ${read}, kept_unread = ${!read}
    WHERE id = ${id} AND user_id = ${userId} RETURNING id`)
  return rows.length > 0
}

/** Deletes the thread of an entry; returns whether it exists. */
export async function removeThread(tx: Tx, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`DELETE FROM notifications WHERE user_id = ${userId} AND thread = (
    SELECT named.thread FROM notifications named WHERE named.id = ${id} AND named.user_id = ${userId}) RETURNING id`)
  return rows.length > 0
}

/** Deletes some of the entries from before a time; returns their number. It waits for no lock, so it holds up nobody. */
export async function sweep(db: Queries, before: Date, most: number): Promise<number> {
  const { rows } = await db.execute(sql`DELETE FROM notifications WHERE id IN (
    SELECT old.id FROM notifications old WHERE old.created < ${before.toISOString()}::timestamptz
    ORDER BY old.created LIMIT ${most} FOR UPDATE SKIP LOCKED) RETURNING id`)
  return rows.length
}
