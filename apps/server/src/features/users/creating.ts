// Creating users: validates names, hashes the password, stores context and row.
import { randomInt } from 'node:crypto'
import { roleOf, type CallData, type CallInput, type contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem, type Issue } from '#problem.ts'
import type { UsersDeps } from './deps.ts'
import { mayPlace } from './policy.ts'
import { canonicalName, isReservedName, isUsername, oneTimePassword, usernamesFor } from './rules.ts'
import * as store from './store.ts'
import { userOf } from './profile.ts'

export interface PersonInput {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** A user with valid names and password, ready to be created. Only `prepare` returns one. */
export interface PreparedPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly passwordHash: string
}

export interface Placement {
  readonly roleId: number
  readonly tenantContextId?: number | null
  readonly canUseUi?: boolean
  readonly canUseApi?: boolean
  /** Derived from the e-mail address when omitted. */
  readonly username?: string
  /** Whether the address is verified (decision 19); false for an address that the user only entered. */
  readonly emailProven?: boolean
  /** Another user chose the password. */
  readonly mustChangePassword?: boolean
}

type NewUser = CallInput<typeof contract.users.create>['body']
type Created = CallData<typeof contract.users.create>

/** Creates a user for an administrator: see `UsersService.add`. */
export async function add(deps: UsersDeps, viewer: Person, sent: NewUser): Promise<Created> {
  const { roleId, account, username } = sent
  const tenantContextId = sent.tenantContextId === undefined ? viewer.tenantContextId : sent.tenantContextId
  const place = { roleId, tenantContextId, defaultRoleId: account?.defaultRoleId }
  if (!viewer.permissions.has('can_create_user') || !mayPlace(viewer, place))
    throw new Problem('PERMISSION_DENIED')
  const oneTime = sent.password === undefined ? oneTimePassword(randomInt) : undefined
  const password = sent.password ?? oneTime ?? ''
  const issues = [...roleIssues(roleId), ...usernameIssues(username), ...repeatIssues(sent)]
  const prepared = await prepare(deps, { ...sent, password }, issues)
  const person = await deps.db.transaction((tx) =>
    addWithin(deps, tx, viewer, prepared, {
      roleId,
      tenantContextId,
      canUseUi: account?.canUseUi ?? sent.canUseUi,
      canUseApi: account?.canUseApi ?? sent.canUseApi,
      mustChangePassword: true,
      emailProven: true,
      ...(username === undefined ? {} : { username: canonicalName(username) }),
    }),
  )
  const user = userOf({ ...person, picture: null }, [])
  return oneTime === undefined ? { user } : { user, oneTimePassword: oneTime }
}

async function addWithin(
  deps: UsersDeps,
  tx: Tx,
  viewer: Person,
  prepared: PreparedPerson,
  placement: Placement & { tenantContextId: number | null },
): Promise<store.UserRow> {
  const { roleId, tenantContextId } = placement
  if (tenantContextId !== null && !(await store.holdTenant(tx, tenantContextId)))
    throw new Problem('NOT_FOUND', { thing: 'tenant' })
  const created = await create(deps.clock, tx, prepared, placement)
  const { id, username, canUseUi, canUseApi } = created
  await deps.audit.record(tx, {
    action: 'user.created',
    by: viewer,
    on: { type: 'user', id, name: username },
    details: { roleId, tenantContextId, canUseUi, canUseApi },
  })
  return created
}

/** Validates names and password and hashes the password; `issues` are issues found earlier. */
export async function prepare(
  deps: UsersDeps,
  input: PersonInput,
  issues: readonly Issue[] = [],
): Promise<PreparedPerson> {
  const { firstName, lastName, email, password } = input
  refuse([...issues, ...nameIssues(input), ...(await weakness(deps, input, password, 'password'))])
  return { firstName, lastName, email, passwordHash: await hashed(deps, password) }
}

/** Hashes a user's new password. */
export async function preparePassword(
  deps: UsersDeps,
  person: Omit<PersonInput, 'password'>,
  password: string,
  path: string,
): Promise<string> {
  refuse(await weakness(deps, person, password, path))
  return hashed(deps, password)
}

const hashed = ({ passwords }: UsersDeps, password: string): Promise<string> =>
  passwords.inTurn((hasher) => hasher.hash(password))

/** Creates a user and their context. @throws Problem NAME_TAKEN */
export async function create(
  clock: Clock,
  tx: Tx,
  prepared: PreparedPerson,
  { username: chosen, ...placement }: Placement,
): Promise<store.UserRow> {
  const { firstName, lastName, passwordHash } = prepared
  const email = canonicalName(prepared.email)
  if (await store.isEmailTaken(tx, email)) throw new Problem('NAME_TAKEN')
  const contextId = await store.insertContext(tx, { uuid: uuidV7(clock), name: `${firstName} ${lastName}` })
  const now = clock.now()
  const user = {
    ...placement,
    uuid: uuidV7(clock),
    contextId,
    firstName,
    lastName,
    email,
    passwordHash,
    created: now,
    modified: now,
  }
  for (const username of chosen === undefined ? usernamesFor(email) : [chosen]) {
    const person = await store.insert(tx, { ...user, username })
    if (person) return person
    if (await store.isEmailTaken(tx, email)) break
  }
  throw new Problem('NAME_TAKEN')
}

/** Returns the issue of a password that is too easy to guess. */
export async function weakness(
  deps: Pick<UsersDeps, 'passwords' | 'minimumPasswordStrength'>,
  { firstName, lastName, email }: Omit<PersonInput, 'password'>,
  password: string,
  path: string,
): Promise<Issue[]> {
  const needed = deps.minimumPasswordStrength()
  const known = [firstName, lastName, email, ...email.split('@'), 'polylogue']
  const strength = await deps.passwords.strength(password, known)
  if (strength >= needed) return []
  const message = `is too easy to guess: its strength is ${strength} of 100, and ${needed} is needed; make it longer or less usual`
  return [{ path, message }]
}

/** Returns issues for reserved names, also when both names together form one (ACCOUNT-3). */
export function nameIssues(names: {
  firstName?: string | undefined
  lastName?: string | undefined
}): Issue[] {
  const issueOf = (path: string, name: string | undefined) =>
    name !== undefined && isReservedName(name) ? [{ path, message: `“${name.trim()}” is reserved` }] : []
  const { firstName, lastName } = names
  const issues = [...issueOf('firstName', firstName), ...issueOf('lastName', lastName)]
  if (issues.length > 0 || firstName === undefined || lastName === undefined) return issues
  return issueOf('lastName', `${firstName} ${lastName}`)
}

/** Returns the issues of a chosen user name. */
export function usernameIssues(username: string | undefined): Issue[] {
  if (username === undefined || isUsername(username)) return []
  const message =
    'may hold letters, digits, dots, hyphens and underscores, 60 at most, and is not a reserved name'
  return [{ path: 'username', message }]
}

/** Returns the issues of a role's id. */
export function roleIssues(roleId: number | undefined): Issue[] {
  return roleId === undefined || roleOf(roleId) ? [] : [{ path: 'roleId', message: 'is not a role' }]
}

function repeatIssues({ password, password2 }: NewUser): Issue[] {
  return password2 === undefined || password2 === password
    ? []
    : [{ path: 'password2', message: 'does not match the password' }]
}

/** @throws Problem VALIDATION_FAILED with the issues, if there are any. */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return
  const sentence = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Problem('VALIDATION_FAILED', { issues: sentence }, { issues })
}
