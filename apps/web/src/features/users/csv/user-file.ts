// Users as CSV: UTF-8 with a byte order mark, which spreadsheets need to detect it.
import type { ListedUser } from '@polylogue/contract'
import { ROLES } from '@polylogue/contract/browser'
import { toCsv, withoutFormula } from '#lib/csv.ts'
import { accountState } from '../account-state.ts'
import { COLUMNS } from './columns.ts'
import { joinNames } from './group-names.ts'

const BYTE_ORDER_MARK = '\ufeff'

export const csvBlob = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`${BYTE_ORDER_MARK}${toCsv(rows.map((row) => row.map(withoutFormula)))}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

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
