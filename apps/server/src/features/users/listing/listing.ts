// Listing users (reading 3; shell specification, section 7).
import { SUPERUSER, type CallInput, type contract, type User } from '@polylogue/contract'
import type { Person } from '../../../access/index.ts'
import { cursorAfter, readCursor } from '../../../platform/cursor.ts'
import { Problem } from '../../../problem.ts'
import type { UsersDeps } from '../deps.ts'
import { userOf } from '../profile.ts'
import { countPeople, listPeople, type PeopleWanted } from './store.ts'

type Wanted = CallInput<typeof contract.users.list>['query']

/** See `UsersService.list`. */
export async function list(
  { db: { orm }, projectIdsOf }: UsersDeps,
  viewer: Person,
  { limit, cursor, sort, q, roleId }: Wanted,
): Promise<{ users: User[]; total: number; nextCursor: string | null }> {
  if (!viewer.permissions.has('can_list_users')) throw new Problem('PERMISSION_DENIED')
  const wanted: PeopleWanted = {
    q,
    roleId,
    tenantContextId: viewer.roleId === SUPERUSER ? undefined : viewer.tenantContextId,
  }
  const [id, before] = readCursor(cursor, 2) ?? []
  const after = id !== undefined && before !== undefined ? { id, before } : undefined
  const [found, total] = await Promise.all([
    listPeople(orm, wanted, sort, after, limit + 1),
    countPeople(orm, wanted),
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const nextCursor =
    last && found.length > limit ? cursorAfter(last.id, (after?.before ?? 0) + page.length) : null
  const own = page.some((person) => person.id === viewer.userId) ? await projectIdsOf(orm, viewer.userId) : []
  return {
    users: page.map((person) => userOf(person, person.id === viewer.userId ? own : [])),
    total,
    nextCursor,
  }
}
