// The filter of the user list, as stored in the URL.
import type { AccountState, CallRequest, contract, LastSeen, PeopleOrder } from '@polylogue/contract'
import { ACCOUNT_STATES, LAST_SEEN, PEOPLE_ORDERS, ROLES } from '@polylogue/contract/browser'

export interface UserFilter {
  /** Words of a name, user name or e-mail address. */
  q: string
  sort: PeopleOrder
  /** Id of a role; 0 for any. */
  role: number
  status: AccountState | ''
  /** Id of a group; 0 for any. */
  group: number
  seen: LastSeen | ''
}

/** URL parameters of an empty filter. */
export const NO_FILTER = { q: '', role: '', status: '', group: '', seen: '', page: '' }

export const PAGE_SIZES = [10, 25, 50, 100] as const
/** As specified; a person may choose more. */
const PAGE_SIZE = 10

/** Parses the filter of a URL; an invalid value counts as not set. */
export function filterFrom(get: (name: string) => string): UserFilter {
  const group = Number(get('group'))
  return {
    q: get('q'),
    sort: PEOPLE_ORDERS.find((order) => order === get('sort')) ?? 'newest',
    role: ROLES.find(({ id }) => String(id) === get('role'))?.id ?? 0,
    status: ACCOUNT_STATES.find((state) => state === get('status')) ?? '',
    group: Number.isSafeInteger(group) && group > 0 ? group : 0,
    seen: LAST_SEEN.find((seen) => seen === get('seen')) ?? '',
  }
}

export const pageSizeFrom = (text: string): number =>
  PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZE

/** Whether more than the search text limits the list. */
export const hasChoices = ({ role, status, group, seen }: UserFilter): boolean =>
  role !== 0 || status !== '' || group !== 0 || seen !== ''

type Query = NonNullable<CallRequest<typeof contract.users.list>['query']>

/** Returns the query for the server. */
export function queryOf({ q, sort, role, status, group, seen }: UserFilter): Query {
  return {
    sort,
    ...(q === '' ? {} : { q }),
    ...(role === 0 ? {} : { roleId: role }),
    ...(status === '' ? {} : { status }),
    ...(group === 0 ? {} : { groupId: group }),
    ...(seen === '' ? {} : { lastSeen: seen }),
  }
}
