// The list of users, one page at a time.
import { and, asc, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../../../platform/db/index.ts'
import { containing } from '../../../platform/like.ts'
import { row, type PersonRow } from '../store.ts'
import { users } from '../table.ts'

export interface PeopleWanted {
  /** Part of a name, the user name or the e-mail address. */
  readonly q?: string | undefined
  readonly roleId?: number | undefined
  /** Tenant of the listed users; null for users without a tenant, undefined for all. */
  readonly tenantContextId: number | null | undefined
}

/** End of a page: the id of its last user, and the number of users before. */
export interface PeopleCursor {
  readonly id: number
  readonly before: number
}

// Generated column (migration 0004).
const searchText = sql`search_text`
const byName = sql`(lower(${users.lastName}), lower(${users.firstName}), ${users.id})`

/** Returns one page after a place: by newest, or by last name, first name. */
export async function listPeople(
  db: Queries,
  wanted: PeopleWanted,
  sort: 'newest' | 'name',
  after: PeopleCursor | undefined,
  limit: number,
): Promise<PersonRow[]> {
  const page = db.select(row).from(users)
  if (sort === 'newest')
    return page
      .where(and(matches(wanted), after && lt(users.id, after.id)))
      .orderBy(desc(users.id))
      .limit(limit)
  const order = [asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id)]
  const last = after && (await nameOf(db, after.id))
  return (
    page
      .where(and(matches(wanted), last))
      .orderBy(...order)
      .limit(limit)
      // The last user of the previous page is gone: continue by offset.
      .offset(after && !last ? after.before : 0)
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

export async function countPeople(db: Queries, wanted: PeopleWanted): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)` })
    .from(users)
    .where(matches(wanted))
  return found?.count ?? 0
}

function matches({ q, roleId, tenantContextId }: PeopleWanted): SQL | undefined {
  return and(
    tenantContextId === undefined
      ? undefined
      : tenantContextId === null
        ? isNull(users.tenantContextId)
        : eq(users.tenantContextId, tenantContextId),
    roleId === undefined ? undefined : eq(users.roleId, roleId),
    q ? sql`${searchText} LIKE lower(${containing(q)})` : undefined,
  )
}
