// Listing users (ACCOUNT-1).
import { SUPERUSER, type CallInput, type contract, type ListedUser } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { UsersDeps } from '../deps.ts'
import { userOf } from '../profile.ts'
import { countPeople, groupsOf, listPeople, seesGroup, type ListedRow, type PeopleFilter } from './store.ts'

type UsersQuery = CallInput<typeof contract.users.list>['query']

/** Number of groups that the list names of each user: on the page, and where all are wanted. */
const NAMED_GROUPS = 3
const ALL_GROUPS = 100

/** See `UsersService.list`. */
export async function list(
  deps: Pick<UsersDeps, 'db' | 'clock' | 'projectIdsOf'>,
  viewer: Person,
  { limit, cursor, offset, sort, groups, ...filter }: UsersQuery,
): Promise<{ users: ListedUser[]; total: number; nextCursor: string | null }> {
  const { orm } = deps.db
  const wanted = await wantedBy(deps, viewer, filter)
  const [id, before] = readCursor(cursor, 2) ?? []
  const after = id !== undefined && before !== undefined ? { id, before } : undefined
  const [found, total] = await Promise.all([
    listPeople(orm, wanted, sort, { after, offset, limit: limit + 1 }),
    countPeople(orm, wanted),
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const end = (after?.before ?? offset) + page.length
  const nextCursor = last && found.length > limit ? cursorAfter(last.id, end) : null
  const own = page.some((person) => person.id === viewer.userId)
    ? await deps.projectIdsOf(orm, viewer.userId)
    : []
  const named = groups === 'all' ? ALL_GROUPS : NAMED_GROUPS
  return { users: await listed(orm, viewer, page, own, named), total, nextCursor }
}

/** @throws Problem PERMISSION_DENIED without can_list_users, NOT_FOUND for a group that the viewer does not see */
async function wantedBy(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  viewer: Person,
  { groupId, ...filter }: Pick<UsersQuery, 'q' | 'roleId' | 'status' | 'groupId' | 'lastSeen'>,
): Promise<PeopleFilter> {
  if (!viewer.permissions.has('can_list_users')) throw new Problem('PERMISSION_DENIED')
  if (groupId && !(await seesGroup(db.orm, viewer, groupId)))
    throw new Problem('NOT_FOUND', { thing: 'group' })
  return {
    ...filter,
    ...(groupId === 0 ? { inNoGroupOf: viewer } : { inGroup: groupId }),
    now: clock.now(),
    tenantContextId: viewer.roleId === SUPERUSER ? undefined : viewer.tenantContextId,
  }
}

async function listed(
  db: Queries,
  viewer: Person,
  page: readonly ListedRow[],
  own: number[],
  named: number,
): Promise<ListedUser[]> {
  const ids = page.map(({ contextId }) => contextId)
  const found = await groupsOf(db, viewer, ids, named)
  const byPerson = new Map(found.map((one) => [one.contextId, one]))
  return page.map((person) => {
    const held = byPerson.get(person.contextId)
    return {
      ...userOf(person, person.id === viewer.userId ? own : []),
      lastSeen: person.seenAt?.toISOString() ?? null,
      groups: [...(held?.groups ?? [])],
      numGroups: held?.count ?? 0,
    }
  })
}
