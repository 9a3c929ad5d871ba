// The SQL of daily e-mails: who is due, and whose attempt it is. Several servers may do so at once.
import { sql, type SQL } from 'drizzle-orm'
import { SETTINGS, type SettingName } from '@polylogue/contract'
import type { Queries } from '#platform/db/index.ts'
import { mailDigests } from './table.ts'

const settingId = (name: SettingName) => SETTINGS.find((setting) => setting.name === name)?.id ?? 0

/** A person whose daily e-mail was neither sent nor given up. */
export interface Due {
  readonly userId: number
  readonly uuid: string
  readonly email: string
  readonly firstName: string
  /** Of their page; empty if they chose none. */
  readonly language: string
  /** The kinds of notifications that they turned off. */
  readonly without: readonly string[]
  /** When they turned the e-mail on, in milliseconds. */
  readonly onSince: number
  readonly upTo: number
  readonly attempts: number
}

const value = (name: SettingName): SQL => sql`(SELECT setting.value FROM user_settings setting
  WHERE setting.user_id = person.id AND setting.setting_id = ${settingId(name)} AND setting.valid_until > now())`

/** Over `person`, `chosen` and `last`: whoever may use the page, and turned the e-mail on before it was due. */
const isDue = (
  slot: Date,
): SQL => sql`chosen.setting_id = ${sql.raw(String(settingId('mailDigest')))} AND chosen.value = 'true'
  AND chosen.valid_until > now() AND chosen.modified < ${slot.toISOString()}::timestamptz
  AND person.can_use_ui AND person.email <> ''
  AND ${value('plugin.real-time-notifications')} IS DISTINCT FROM 'false'
  AND (last.user_id IS NULL OR ((last.claimed_until IS NULL OR last.claimed_until < now())
    AND (last.slot < ${slot.toISOString()}::timestamptz OR NOT last.ended)))`

const PEOPLE = sql`user_settings chosen JOIN users person ON person.id = chosen.user_id
  LEFT JOIN ${mailDigests} last ON last.user_id = person.id`

export async function isAnybodyDue(db: Queries, slot: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM ${PEOPLE} WHERE ${isDue(slot)} LIMIT 1`)
  return rows.length > 0
}

/** Returns the next people: those with fewer attempts first, so that one who always fails holds up nobody. */
export const due = (
  db: Queries,
  slot: Date,
  after: Pick<Due, 'attempts' | 'userId'> | undefined,
  limit: number,
): Promise<Due[]> => dueOf(db, slot, { after, limit })

/** Returns a person as they are now; undefined if nothing is due to them any more. */
export const stillDue = async (db: Queries, slot: Date, userId: number): Promise<Due | undefined> =>
  (await dueOf(db, slot, { only: userId, limit: 1 }))[0]

interface DueFilter {
  readonly after?: Pick<Due, 'attempts' | 'userId'> | undefined
  readonly only?: number
  readonly limit: number
}

async function dueOf(db: Queries, slot: Date, { after, only, limit }: DueFilter): Promise<Due[]> {
  const attempts = sql`CASE WHEN last.slot = ${slot.toISOString()}::timestamptz THEN last.attempts ELSE 0 END`
  const { rows } = await db.execute<
    Omit<Due, 'without'> & { off: string | null } & Record<string, unknown>
  >(sql`
    SELECT person.id AS "userId", person.uuid, person.email, person.first_name AS "firstName",
      coalesce(${value('language')}, '') AS language, ${value('notificationsOff')} AS off,
      floor(extract(epoch FROM chosen.modified) * 1000)::float8 AS "onSince",
      coalesce(last.up_to, 0) AS "upTo", coalesce(${attempts}, 0) AS attempts
    FROM ${PEOPLE} WHERE ${isDue(slot)}
      ${after ? sql`AND (coalesce(${attempts}, 0), person.id) > (${after.attempts}::int, ${after.userId}::bigint)` : sql``}
      ${only === undefined ? sql`` : sql`AND person.id = ${only}`}
    ORDER BY coalesce(${attempts}, 0), person.id LIMIT ${limit}`)
  return rows.map(({ off, ...row }) => ({
    ...row,
    without: (off ?? '').split(',').flatMap((kind) => kind.trim() || []),
  }))
}

/** Whether an attempt is not another process’s, over the row that exists. */
const isFree = (
  slot: Date,
): SQL => sql`(mail_digests.claimed_until IS NULL OR mail_digests.claimed_until < now())
  AND (mail_digests.slot < ${slot.toISOString()}::timestamptz OR NOT mail_digests.ended)`

/** Notes that there is nothing to send. */
export async function pass(db: Queries, userId: number, slot: Date): Promise<void> {
  await db.execute(sql`INSERT INTO mail_digests (user_id, slot, ended) VALUES (${userId}, ${slot.toISOString()}, true)
    ON CONFLICT (user_id) DO UPDATE SET slot = excluded.slot, ended = true, claimed_until = NULL, attempts = 0, unsure = 0
    WHERE ${isFree(slot)}`)
}

/**
 * Takes the attempt to send what a person has up to a place. Returns how many earlier attempts may have arrived; undefined if the
 * e-mail is another process’s, or was sent.
 */
export async function claim(
  db: Queries,
  { userId, slot, planned, seconds }: { userId: number; slot: Date; planned: number; seconds: number },
): Promise<number | undefined> {
  const isNext = sql`mail_digests.slot < excluded.slot`
  // An attempt that is still claimed ended with its process.
  const { rows } = await db.execute<{ unsure: number }>(sql`
    INSERT INTO mail_digests (user_id, slot, planned, claimed_until, attempts)
    VALUES (${userId}, ${slot.toISOString()}, ${planned}, now() + ${seconds} * interval '1 second', 1)
    ON CONFLICT (user_id) DO UPDATE SET slot = excluded.slot, ended = false, planned = excluded.planned,
      claimed_until = excluded.claimed_until, attempts = CASE WHEN ${isNext} THEN 1 ELSE least(mail_digests.attempts + 1, 30000) END,
      unsure = CASE WHEN ${isNext} THEN 0 ELSE mail_digests.unsure + (mail_digests.claimed_until IS NOT NULL)::int END
    WHERE ${isFree(slot)} RETURNING unsure`)
  return rows[0]?.unsure
}

/** Ends an attempt for this time. `sent`: what it had is not sent again. */
export async function end(db: Queries, userId: number, { sent }: { sent: boolean }): Promise<void> {
  await db.execute(sql`UPDATE mail_digests SET ended = true, claimed_until = NULL,
    up_to = ${sent ? sql`planned` : sql`up_to`} WHERE user_id = ${userId}`)
}

/** Gives an attempt back, to be repeated. */
export async function release(
  db: Queries,
  userId: number,
  { mayArrive }: { mayArrive: boolean },
): Promise<void> {
  await db.execute(sql`UPDATE mail_digests SET claimed_until = NULL, unsure = unsure + ${mayArrive ? 1 : 0}
    WHERE user_id = ${userId}`)
}

/** Returns the person of a link; undefined if they are gone. */
export async function personOf(
  db: Queries,
  which: { uuid: string } | { userId: number },
): Promise<{ userId: number; email: string; language: string } | undefined> {
  const is = 'uuid' in which ? sql`person.uuid = ${which.uuid}::uuid` : sql`person.id = ${which.userId}`
  const { rows } = await db.execute<{ userId: number; email: string; language: string }>(sql`
    SELECT person.id AS "userId", person.email, coalesce(${value('language')}, '') AS language FROM users person WHERE ${is}`)
  return rows[0]
}
