// The SQL of long work that ends: whether its person was elsewhere (NOTIFY-14, NOTIFY-16).
import { sql, type SQL } from 'drizzle-orm'
import type { SeenEnd } from '@polylogue/contract'
import type { Queries } from '#platform/db/index.ts'
import { endsSeen } from './table.ts'

const KEPT = '1 hour'

/** Whether work of a person may have ended just now. The page has an answer a moment before it is stored, all else after. */
const OWN: Readonly<Record<SeenEnd, (userId: number, id: number) => SQL>> = {
  answerEnded: (userId, id) =>
    sql`SELECT FROM messages WHERE id = ${id} AND user_id = ${userId} AND created > now() - interval '1 day'`,
  replayEnded: (userId, id) =>
    sql`SELECT FROM replays WHERE tab_id = ${id} AND user_id = ${userId} AND state <> 0`,
  goldenRunEnded: (userId, id) =>
    sql`SELECT FROM golden_runs WHERE id = ${id} AND user_id = ${userId} AND state <> 0`,
}

/** Notes that a person sees the end of work of theirs; nothing for that of others. */
export async function storeSeen(db: Queries, userId: number, kind: SeenEnd, id: number): Promise<void> {
  await db.execute(sql`INSERT INTO ends_seen (kind, thing_id) SELECT ${kind}, ${id}::bigint
    WHERE EXISTS (${OWN[kind](userId, id)}) ON CONFLICT (kind, thing_id) DO UPDATE SET seen = now()`)
}

/** Condition: nobody saw this end. Work that is continued ends again: then only the end after `eventId` was stored counts. */
export const isUnseen = (kind: SeenEnd, id: number | undefined, eventId?: number): SQL =>
  sql`NOT EXISTS (SELECT FROM ${endsSeen} WHERE ${endsSeen.kind} = ${kind} AND ${endsSeen.thingId} = ${id ?? null}::bigint
    ${
      eventId === undefined
        ? sql``
        : sql`AND ${endsSeen.seen} >= (SELECT told.created FROM notification_events told WHERE told.id = ${eventId})`
    })`

/** Deletes what is of no use any more. */
export async function sweepSeen(db: Queries): Promise<void> {
  await db.execute(sql`DELETE FROM ends_seen WHERE seen < now() - ${KEPT}::interval`)
}
