// Reads whole lists, page by page.
import type { ListedUser } from '@polylogue/contract'
import { CONTEXT_LISTS, contract } from '@polylogue/contract/browser'
import type { useApi } from '#lib/api.ts'
import { noneAsEmpty } from '#lib/query.ts'
import { queryOf, type UserFilter } from '../list-filter.ts'
import type { NamedGroup } from './plan.ts'

type Api = ReturnType<typeof useApi>

/** Users of a page: a page names up to 100 groups of each. */
const AT_ONCE = 250

/** Returns all people that a filter finds, each with all groups. */
export async function everybodyOf(api: Api, filter: UserFilter): Promise<ListedUser[]> {
  const people: ListedUser[] = []
  let cursor: string | undefined
  do {
    const query = { ...queryOf(filter), limit: AT_ONCE, groups: 'all' as const, cursor }
    const { data, meta } = await api.call(contract.users.list, { query })
    people.push(...data.Users)
    cursor = meta.nextCursor ?? undefined
  } while (cursor !== undefined)
  return people
}

/** Returns the groups that can have members. */
export async function allGroups(api: Api): Promise<NamedGroup[]> {
  const lists = (['orgunits', 'teams'] as const).map((id) => noneAsEmpty(groupsOf(api, id)))
  return (await Promise.all(lists)).flat()
}

async function groupsOf(api: Api, id: 'orgunits' | 'teams'): Promise<NamedGroup[]> {
  const groups: NamedGroup[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 500, brief: 'true', cursor }
    const { data, meta } = await api.call(contract.contexts.list, { params: { id }, query })
    const found = data[CONTEXT_LISTS[id].field] ?? []
    groups.push(...found.map((group) => ({ id: group.id, name: group.displayName })))
    cursor = meta.nextCursor ?? undefined
  } while (cursor !== undefined)
  return groups
}
