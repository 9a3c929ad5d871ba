// The list of users, one page at a time.
import { and, asc, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { CONTEXT_TYPES, type AccountState, type LastSeen, type PeopleOrder } from '@polylogue/contract'
import { askingOnce, contextLevel, type Person } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { searchWords, holdsWords } from '#platform/folded.ts'
import { row, type PersonRow } from '../store.ts'
import { SEARCHED_PERSON, users } from '../table.ts'

export interface PeopleFilter {
  /** Words of a name, the user name or the e-mail address. */
  readonly q?: string | undefined
  readonly roleId?: number | undefined
  readonly status?: AccountState | undefined
  /** Members of these groups. */
  readonly inGroup?: number | undefined
  /** In none of the groups that this viewer sees. */
  readonly inNoGroupOf?: Person | undefined
  readonly lastSeen?: LastSeen | undefined
  readonly now: Date
  /** Tenant of the listed users; null for users without a tenant, undefined for all. */
  readonly tenantContextId: number | null | undefined
}

/** End of a page: the id of its last user, and the number of users before. */
export interface PeopleCursor {
  readonly id: number
  readonly before: number
}

export interface ListedRow extends PersonRow {
  readonly seenAt: Date | null
}

const byName = sql`(lower(${users.lastName}), lower(${users.firstName}), ${users.id})`
const { orgUnit, team } = CONTEXT_TYPES

/** The last use of a session or of an API token. */
const seenAt = sql<Date | null>`greatest(users.last_sign_in, users.last_seen,
  (SELECT max(session.last_used) FROM sessions session WHERE session.user_id = users.id),
  (SELECT max(token.last_used) FROM api_tokens token WHERE token.user_id = users.id))`

/** Returns one page after a place or from an offset, in this order. */
export async function listPeople(
  db: Queries,
  wanted: PeopleFilter,
  sort: PeopleOrder,
  { after, offset, limit }: { after: PeopleCursor | undefined; offset: number; limit: number },
): Promise<ListedRow[]> {
  const page = db.select({ ...row, seenAt: seenAt.mapWith(users.created) }).from(users)
  if (sort === 'newest')
    return page
      .where(and(matches(wanted), after && lt(users.id, after.id)))
      .orderBy(desc(users.id))
      .limit(limit)
      .offset(after ? 0 : offset)
  if (sort === 'seen')
    return page
      .where(matches(wanted))
      .orderBy(sql`${seenAt} NULLS FIRST`, asc(users.id))
      .limit(limit)
      .offset(after?.before ?? offset)
  const order = [asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id)]
  const last = after && (await nameOf(db, after.id))
  return (
    page
      .where(and(matches(wanted), last))
      .orderBy(...order)
      .limit(limit)
      // The last user of the previous page is gone: continue by offset.
      .offset(last ? 0 : (after?.before ?? offset))
  )
}

/** Returns the condition of being sorted after a user by name; undefined when that user is gone. */
async function nameOf(db: Queries, id: number): Promise<SQL | undefined> {
  const [found] = await db
    .select({ first: sql<string>`lower(${users.firstName})`, last: sql<string>`lower(${users.lastName})` })
    .from(users)
    .where(eq(users.id, id))
  return found && gt(byName, sql`(${found.last}, ${found.first}, ${id}::bigint)`)
}

export async function countPeople(db: Queries, wanted: PeopleFilter): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)` })
    .from(users)
    .where(matches(wanted))
  return found?.count ?? 0
}

/** Whether there is a group of this id that the viewer sees. */
export async function seesGroup(db: Queries, viewer: Person, id: number): Promise<boolean> {
  const level = contextLevel(viewer, sql`${id}::bigint`)
  const { rows } = await db.execute(sql`
    SELECT 1 FROM contexts WHERE id = ${id}::bigint AND type_id IN (${orgUnit}, ${team}) AND ${level} >= 1`)
  return rows.length > 0
}

export interface GroupsOfPerson {
  readonly contextId: number
  readonly count: number
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}

/** Returns the first `most` groups by name of each person, as far as the viewer sees them, and their number. */
export async function groupsOf(
  db: Queries,
  viewer: Person,
  contextIds: readonly number[],
  most: number,
): Promise<GroupsOfPerson[]> {
  if (contextIds.length === 0) return []
  const { once, asked } = askingOnce(viewer)
  const { rows } = await db.execute<GroupsOfPerson & Record<string, unknown>>(sql`${once},
    held AS MATERIALIZED (
      SELECT given.assoc_context_id AS person, held.id, held.name
      FROM associations given JOIN contexts held ON held.id = given.context_id
      WHERE given.assoc_context_id = ANY (${sql.param([...contextIds])}::bigint[]) AND given.membership
        AND held.type_id IN (${orgUnit}, ${team})),
    seen AS (SELECT listed.id FROM (SELECT DISTINCT held.id FROM held) AS listed
      WHERE ${contextLevel(viewer, sql.raw('listed.id'), { asked })} >= 1)
    SELECT held.person AS "contextId", count(*)::int AS count,
      to_json((array_agg(json_build_object('id', held.id, 'name', held.name)
        ORDER BY lower(held.name), held.id))[1:${sql.raw(String(most))}]) AS groups
    FROM held JOIN seen ON seen.id = held.id GROUP BY held.person`)
  return rows
}

function matches({ tenantContextId, ...wanted }: PeopleFilter): SQL | undefined {
  const words = searchWords(wanted.q)
  return and(
    tenantContextId === undefined
      ? undefined
      : tenantContextId === null
        ? isNull(users.tenantContextId)
        : eq(users.tenantContextId, tenantContextId),
    wanted.roleId === undefined ? undefined : eq(users.roleId, wanted.roleId),
    words.length > 0 ? holdsWords(SEARCHED_PERSON, words) : undefined,
    wanted.status && hasStatus(wanted.status),
    wanted.inGroup === undefined ? undefined : isIn(wanted.inGroup),
    wanted.inNoGroupOf && isInNone(wanted.inNoGroupOf),
    wanted.lastSeen && wasSeen(wanted.lastSeen, wanted.now),
  )
}

/** The same decision as `accountState` of the page. */
function hasStatus(status: AccountState): SQL {
  const { canUseUi: ui, canUseApi: api, mustChangePassword: due } = users
  if (status === 'disabled') return sql`NOT ${ui} AND NOT ${api}`
  if (status === 'passwordDue') return sql`${due} AND (${ui} OR ${api})`
  const uses = {
    active: sql`${ui} AND ${api}`,
    pageOnly: sql`${ui} AND NOT ${api}`,
    apiOnly: sql`${api} AND NOT ${ui}`,
  }
  return sql`NOT ${due} AND ${uses[status]}`
}

/** Condition: a user is in a group, directly or through groups inside it. */
function isIn(groupId: number): SQL {
  return sql`users.context_id IN (WITH RECURSIVE inside (id) AS (
    SELECT ${groupId}::bigint
    UNION
    SELECT given.assoc_context_id FROM inside JOIN associations given ON given.context_id = inside.id AND given.membership
  ) SELECT id FROM inside)`
}

function isInNone(viewer: Person): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM associations given JOIN contexts held ON held.id = given.context_id
    WHERE given.assoc_context_id = users.context_id AND given.membership AND held.type_id IN (${orgUnit}, ${team})
      AND ${contextLevel(viewer, sql.raw('held.id'))} >= 1)`
}

const DAY_MS = 86_400_000
const DAYS = { week: 7, month: 30, notMonth: 30, notQuarter: 90 } as const

function wasSeen(wanted: LastSeen, now: Date): SQL {
  if (wanted === 'never') return sql`${seenAt} IS NULL`
  const since = sql`${new Date(now.getTime() - DAYS[wanted] * DAY_MS).toISOString()}::timestamptz`
  if (wanted === 'week' || wanted === 'month') return sql`${seenAt} >= ${since}`
  return sql`coalesce(${seenAt} < ${since}, true)`
}
