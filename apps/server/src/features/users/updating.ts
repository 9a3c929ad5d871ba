// Updating users: names by themselves, the rest by user managers (ACCOUNT-2, ROLE-2).
import {
  SUPERUSER,
  type AuditEntry,
  type CallInput,
  type contract,
  type User,
  type UserProfile,
} from '@polylogue/contract'
import { renameItemContext, type Person } from '#access/index.ts'
import { changeOf, laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { nameIssues, preparePassword, refuse, roleIssues, usernameIssues } from './creating.ts'
import type { UsersDeps } from './deps.ts'
import { mayManage, mayPlace, sightOf } from './policy.ts'
import { canonicalName } from './rules.ts'
import * as store from './store.ts'
import { userOf } from './profile.ts'

type UpdateBody = CallInput<typeof contract.users.update>['body']
type Change = Partial<
  Pick<
    store.UserRow,
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'emailProven'
    | 'username'
    | 'roleId'
    | 'canUseUi'
    | 'canUseApi'
    | 'tenantContextId'
    | 'passwordHash'
    | 'mustChangePassword'
  >
>

/** Fields that affect rights: they are changed while the super users are locked. */
const POWERS = ['roleId', 'canUseUi', 'canUseApi', 'tenantContextId'] as const

/** See `UsersService.update`. */
export async function update(
  deps: UsersDeps,
  viewer: Person,
  id: number,
  sent: UpdateBody,
): Promise<User | UserProfile> {
  const now = await managed(deps.db.orm, viewer, id, sent)
  const { firstName = now.firstName, lastName = now.lastName, username, roleId } = sent
  const renames = sent.firstName !== undefined || sent.lastName !== undefined
  refuse([
    ...(renames ? nameIssues({ firstName, lastName }) : []),
    ...usernameIssues(username),
    ...roleIssues(roleId),
  ])
  const password = await passwordOf(deps, now, sent)
  return deps.db.transaction((tx) => change(deps, tx, viewer, id, sent, password))
}

async function change(
  deps: UsersDeps,
  tx: Tx,
  viewer: Person,
  id: number,
  sent: UpdateBody,
  password: Change | undefined,
): Promise<User | UserProfile> {
  const fields = fieldsOf(sent)
  const isPower = POWERS.some((field) => fields[field] !== undefined)
  await store.lock(tx, [id], isPower)
  // Checked again: the user may have changed until they were locked.
  const person = await managed(tx, viewer, id, sent)
  const differing = changeOf<Change>(person, fields)
  // Only an administrator can change the address here, and so verifies it (decision 19).
  const changed = differing?.email === undefined ? differing : { ...differing, emailProven: true }
  await allow(tx, viewer, person, changed, sent)
  requireUnchanged(person, sent.ifModified)
  if (!changed && !password) return toResponseFor(deps, tx, viewer, person)
  const modified = laterThan(person.modified, deps.clock)
  const stored = { ...changed, ...password, modified }
  const isTaken = await store.isTaken(tx, id, changed ?? {})
  if (isTaken || !(await store.update(tx, id, stored))) throw new Problem('NAME_TAKEN')
  await follow(deps, tx, viewer, person, { ...changed, ...password })
  return toResponseFor(deps, tx, viewer, { ...person, ...stored })
}

/** Returns the sent fields in their stored form. */
function fieldsOf({
  firstName,
  lastName,
  email,
  username,
  roleId,
  tenantContextId,
  account,
}: UpdateBody): Change {
  const fields = {
    firstName,
    lastName,
    email: email ? canonicalName(email) : undefined,
    username: username === undefined ? undefined : canonicalName(username),
    roleId,
    tenantContextId,
    canUseUi: account?.canUseUi,
    canUseApi: account?.canUseApi,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Hashes a sent password before the transaction, since hashing is slow. */
async function passwordOf(
  deps: UsersDeps,
  person: store.PersonRow,
  { password, firstName = person.firstName, lastName = person.lastName, email = person.email }: UpdateBody,
): Promise<Change | undefined> {
  if (!password) return undefined
  const passwordHash = await preparePassword(deps, { firstName, lastName, email }, password, 'password')
  return { passwordHash, mustChangePassword: true }
}

/** Returns the user if the viewer may change any of their fields. */
async function managed(db: Queries, viewer: Person, id: number, sent: UpdateBody): Promise<store.PersonRow> {
  const person = await store.find(db, id)
  if (!person || sightOf(viewer, person) === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
  if (person.id === viewer.userId) {
    // Otherwise the finder of a signed-in browser could lock its user out.
    if (sent.password) throw new Problem('PERMISSION_DENIED')
  } else if (!mayManage(viewer, person, 'can_edit_user')) {
    throw new Problem('PERMISSION_DENIED')
  }
  return person
}

/** @throws Problem PERMISSION_DENIED, LAST_SUPERUSER, NOT_FOUND for a tenant */
async function allow(
  tx: Tx,
  viewer: Person,
  person: store.PersonRow,
  changed: Change | undefined,
  { account }: UpdateBody,
): Promise<void> {
  const defaultRoleId = account?.defaultRoleId === person.roleId ? undefined : account?.defaultRoleId
  if (person.id === viewer.userId) {
    const { firstName: _, lastName: __, ...rest } = changed ?? {}
    if (Object.keys(rest).length > 0 || defaultRoleId !== undefined) throw new Problem('PERMISSION_DENIED')
  }
  if (!mayPlace(viewer, { ...changed, defaultRoleId })) throw new Problem('PERMISSION_DENIED')
  if (changed?.tenantContextId && !(await store.holdTenant(tx, changed.tenantContextId)))
    throw new Problem('NOT_FOUND', { thing: 'tenant' })
  const endsPower =
    (changed?.roleId !== undefined && changed.roleId !== SUPERUSER) || changed?.canUseUi === false
  if (person.roleId === SUPERUSER && endsPower && !(await store.isOtherSuperuser(tx, person.id)))
    throw new Problem('LAST_SUPERUSER')
}

/** Applies the consequences of a change: names of contexts, ends of sessions, events, and the audit trail. */
async function follow(
  deps: UsersDeps,
  tx: Tx,
  viewer: Person,
  person: store.PersonRow,
  change: Change,
): Promise<void> {
  const { id, contextId } = person
  const { firstName = person.firstName, lastName = person.lastName } = change
  if (change.firstName !== undefined || change.lastName !== undefined)
    await renameItemContext(tx, contextId, `${firstName} ${lastName}`)
  const movesBehindWall = change.tenantContextId !== undefined
  if (change.passwordHash !== undefined || change.canUseUi === false || movesBehindWall)
    await deps.endSessions(tx, id)
  if (movesBehindWall)
    for (const shared of await store.sharedOf(tx, contextId))
      await deps.bus.publish(tx, { type: 'access.changed', ...shared })
  await deps.bus.publish(tx, { type: 'user.changed', userId: id })
  const on = { type: 'user', id, name: person.username }
  for (const happened of happenings(person, change))
    await deps.audit.record(tx, { ...happened, by: viewer, on })
}

/** Returns audit entries of a change: names and numbers; of a password only that it was set. */
function happenings(
  person: store.PersonRow,
  change: Change,
): {
  action: 'user.updated' | 'user.role-changed' | 'user.account-changed' | 'user.password-changed'
  details: AuditEntry['details']
}[] {
  const {
    roleId,
    canUseUi,
    canUseApi,
    tenantContextId,
    passwordHash,
    mustChangePassword: _,
    emailProven: __,
    ...names
  } = change
  const account = Object.fromEntries(
    Object.entries({ canUseUi, canUseApi, tenantContextId }).filter(([, value]) => value !== undefined),
  )
  const fields = Object.keys(names)
  return [
    ...(fields.length ? [{ action: 'user.updated' as const, details: { fields: fields.join(', ') } }] : []),
    ...(roleId === undefined
      ? []
      : [{ action: 'user.role-changed' as const, details: { from: person.roleId, to: roleId } }]),
    ...(Object.keys(account).length
      ? [{ action: 'user.account-changed' as const, details: account as AuditEntry['details'] }]
      : []),
    ...(passwordHash === undefined
      ? []
      : [{ action: 'user.password-changed' as const, details: { by: 'an administrator' } }]),
  ]
}

async function toResponseFor(
  { projectIdsOf }: UsersDeps,
  tx: Tx,
  viewer: Person,
  person: store.PersonRow,
): Promise<User | UserProfile> {
  return userOf(person, person.id === viewer.userId ? await projectIdsOf(tx, person.id) : [])
}
