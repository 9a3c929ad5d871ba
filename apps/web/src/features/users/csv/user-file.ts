// Users as rows of a CSV file.
import type { ListedUser } from '@polylogue/contract'
import { ROLES } from '@polylogue/contract/browser'
import { accountState } from '../account-state.ts'
import { COLUMNS } from './columns.ts'
import { joinNames } from './group-names.ts'

/** Returns users as rows with a head. Roles and states have the names of the API, so that an import reads them. */
export function userRows(people: readonly ListedUser[]): string[][] {
  const rows = people.map((person) => ({
    ...person,
    role: ROLES.find(({ id }) => id === person.roleId)?.name ?? person.role,
    status: accountState(person),
    groups: joinNames(person.groups.map(({ name }) => name)),
    lastSeen: person.lastSeen ?? '',
  }))
  return [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => row[column]))]
}
