// What an import would do with each row, decided before anything is written. The server checks the same again.
import type { AccountState, ListedUser, User } from '@polylogue/contract'
import { ACCOUNT_STATES, ROLES } from '@polylogue/contract/browser'
import { isEmail, isReserved, LONGEST_EMAIL, LONGEST_NAME } from '../names.ts'
import { mayEdit, rolesToGive } from '../permissions/list-rights.ts'
import { splitNames } from './group-names.ts'
import type { FileRow } from './read-file.ts'

export type Fault =
  | 'broken'
  | 'name'
  | 'reserved'
  | 'long'
  | 'email'
  | 'twice'
  | 'role'
  | 'roleAbove'
  | 'status'
  | 'group'
  | 'groupTwice'
  | 'yourself'
  | 'above'
  | 'notCreatable'

export interface AccountRow {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roleId?: number
  readonly status?: AccountState
}

export interface NamedGroup {
  readonly id: number
  readonly name: string
}

interface Place {
  readonly line: number
  readonly name: string
}
export type PlannedRow = Place &
  (
    | { readonly does: 'nothing' }
    | { readonly does: 'wrong'; readonly fault: Fault; readonly about: string }
    | { readonly does: 'create'; readonly wanted: AccountRow; readonly joins: readonly NamedGroup[] }
    | {
        readonly does: 'change'
        readonly person: ListedUser
        readonly wanted: Partial<AccountRow>
        readonly joins: readonly NamedGroup[]
      }
  )

export interface Known {
  readonly viewer: User
  readonly people: readonly ListedUser[]
  readonly groups: readonly NamedGroup[]
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

export function planOf(rows: readonly FileRow[], known: Known): PlannedRow[] {
  const people = new Map(known.people.map((person) => [folded(person.email), person]))
  const groups = new Map<string, NamedGroup[]>()
  for (const group of known.groups)
    groups.set(folded(group.name), [...(groups.get(folded(group.name)) ?? []), group])
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const read = readRow(row, groups, known.viewer)
    const place = { line: row.line, name: nameOf(row) }
    if ('fault' in read) return { ...place, does: 'wrong', ...read }
    const before = seen.get(folded(read.wanted.email))
    if (before !== undefined) return { ...place, does: 'wrong', fault: 'twice', about: String(before) }
    seen.set(folded(read.wanted.email), row.line)
    const person = people.get(folded(read.wanted.email))
    return { ...place, ...(person ? changed(person, read, known.viewer) : created(read, known.viewer)) }
  })
}

interface Read {
  readonly wanted: AccountRow
  readonly joins: readonly NamedGroup[]
}
type Wrong = { readonly fault: Fault; readonly about: string }
const wrong = (fault: Fault, about = ''): Wrong => ({ fault, about })

const nameOf = ({ cells: { firstName = '', lastName = '', email = '' } }: FileRow): string =>
  `${firstName} ${lastName}`.trim() || email

function readRow(
  { cells, broken }: FileRow,
  groups: ReadonlyMap<string, readonly NamedGroup[]>,
  viewer: User,
): Read | Wrong {
  const { firstName = '', lastName = '', email = '', role = '', status = '' } = cells
  if (broken) return wrong('broken')
  if (firstName === '' || lastName === '') return wrong('name')
  if ([firstName, lastName].some(isReserved)) return wrong('reserved')
  if ([firstName, lastName].some((name) => name.length > LONGEST_NAME)) return wrong('long')
  if (!isEmail(email) || email.length > LONGEST_EMAIL) return wrong('email', email)
  const found = ROLES.find(({ id, name }) => String(id) === role || folded(name) === folded(role))
  if (role !== '' && !found) return wrong('role', role)
  if (found && !rolesToGive(viewer).includes(found.id)) return wrong('roleAbove', role)
  const state = ACCOUNT_STATES.find((one) => folded(one) === folded(status))
  if (status !== '' && !state) return wrong('status', status)
  const joins: NamedGroup[] = []
  for (const name of splitNames(cells.groups ?? '')) {
    const named = groups.get(folded(name)) ?? []
    if (named.length > 1) return wrong('groupTwice', name)
    if (!named[0]) return wrong('group', name)
    joins.push(named[0])
  }
  const wanted = {
    firstName,
    lastName,
    email,
    ...(found ? { roleId: found.id } : {}),
    ...(state ? { status: state } : {}),
  }
  return { wanted, joins }
}

/** Whether an account is as a status says. “active” and “passwordDue” say that it is enabled, not for what. */
function isAs({ account: { canUseUi, canUseApi } }: ListedUser, status: AccountState): boolean {
  if (status === 'disabled') return !canUseUi && !canUseApi
  if (status === 'pageOnly') return canUseUi && !canUseApi
  return status === 'apiOnly' ? canUseApi && !canUseUi : canUseUi || canUseApi
}

type Does<D> = Omit<Extract<PlannedRow, { does: D }>, keyof Place>

function created({ wanted, joins }: Read, viewer: User): Does<'create'> | Does<'wrong'> {
  if (!viewer.permissions.includes('can_create_user'))
    return { does: 'wrong', fault: 'notCreatable', about: '' }
  return { does: 'create', wanted, joins }
}

function changed(
  person: ListedUser,
  { wanted, joins }: Read,
  viewer: User,
): Does<'change'> | Does<'nothing'> | Does<'wrong'> {
  const own = person.id === viewer.id
  const { firstName, lastName, roleId, status } = wanted
  const differs: Partial<AccountRow> = {
    ...(firstName === person.firstName ? {} : { firstName }),
    ...(lastName === person.lastName ? {} : { lastName }),
    ...(roleId === undefined || roleId === person.roleId ? {} : { roleId }),
    ...(status === undefined || isAs(person, status) ? {} : { status }),
  }
  const held = new Set(person.groups.map(({ id }) => id))
  const missing = joins.filter(({ id }) => !held.has(id))
  if (Object.keys(differs).length === 0 && missing.length === 0) return { does: 'nothing' }
  if (own) return { does: 'wrong', fault: 'yourself', about: '' }
  if (mayEdit(viewer, person) !== 'granted') return { does: 'wrong', fault: 'above', about: '' }
  return { does: 'change', person, wanted: differs, joins: missing }
}

/** A row of which something is written. */
export type Writing = Extract<PlannedRow, { does: 'create' | 'change' }>

export const isWriting = (row: PlannedRow): row is Writing => row.does === 'create' || row.does === 'change'
