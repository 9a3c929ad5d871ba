// Maps an identity of the provider to a user, and its groups to role, tenant and groups.
import { CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { ensureGroup, setMembership } from '#access/index.ts'
import type { Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { Origin } from '../proof.ts'
import type { SignedInPair } from '../sessions/index.ts'
import type { SsoConfig, SsoDeps } from './deps.ts'
import { contextsFrom, roleFrom, tenantFrom, type Identity } from './rules.ts'
import * as store from './store.ts'

export const UNVERIFIED = 'the identity provider has not verified the e-mail address'
export const NO_EMAIL = 'the identity provider told no e-mail address, or one in unusual letters'

/** Why a user known to the provider is refused; only for the audit trail. */
export interface Refused {
  readonly userId: number | null
  readonly why: string
}

/** Finds or creates the user, applies their groups, and starts a session. */
export async function signInAs(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  { identity, origin }: { identity: Identity; origin: Origin },
): Promise<SignedInPair | Refused> {
  const person = await personOf(deps, config, tx, identity, origin)
  if ('why' in person) return person
  if (!person.canUseUi) return { userId: person.id, why: 'the account is disabled' }
  await place(deps, config, tx, person, identity, origin)
  const begun = await deps.sessions.begin(tx, person.id, origin, { method: 'sso' })
  return begun ?? { userId: person.id, why: 'the account changed meanwhile' }
}

async function personOf(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  identity: Identity,
  origin: Origin,
): Promise<store.UserRow | Refused> {
  const { issuer } = config
  const { subject, email } = identity
  await store.queueUp(tx, issuer, subject)
  const known = await store.findByIdentity(tx, issuer, subject)
  if (known) return known
  if (email === undefined) return { userId: null, why: NO_EMAIL }
  const holder = await store.holdByEmail(tx, email.normalize('NFKC').trim().toLowerCase())
  if (!identity.emailVerified) return { userId: holder?.id ?? null, why: UNVERIFIED }
  const claimed = { ...identity, email }
  const person = !holder
    ? await created(deps, config, tx, claimed, origin)
    : isSquatted(config, holder)
      ? await givenBack(deps, config, tx, holder, claimed, origin)
      : await linked(deps, config, tx, holder, origin)
  if (!('why' in person)) await store.keepIdentity(tx, { issuer, subject, userId: person.id })
  return person
}

/**
 * Whether an account holds an unverified address and must give it up to the verified owner. A closed account does not:
 * otherwise a user who was locked out could come back through single sign-on.
 */
function isSquatted(config: SsoConfig, { emailProven, roleId, canUseUi }: store.UserRow): boolean {
  return config.createUsers && !emailProven && roleId !== SUPERUSER && canUseUi
}

/** Creates a new account for the owner of the address. The other account loses only the address. */
async function givenBack(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  holder: store.UserRow,
  identity: Identity & { email: string },
  origin: Origin,
): Promise<store.UserRow | Refused> {
  await deps.accounts.removeEmail(tx, holder.id)
  const owner = await created(deps, config, tx, identity, origin)
  if ('why' in owner) return owner
  await deps.bus.publish(tx, { type: 'user.changed', userId: holder.id })
  await deps.signInAudit.addressMoved(tx, holder, { toUserId: owner.id, issuer: config.issuer }, origin)
  return owner
}

/** Returns why a verified address is not enough to link the account; undefined when it is. */
async function whyNotLinked(config: SsoConfig, tx: Tx, holder: store.UserRow): Promise<string | undefined> {
  if (!config.linkByEmail || holder.roleId === SUPERUSER) return 'another account has this e-mail address'
  if (!holder.emailProven)
    return 'an account has this e-mail address, and nobody has proven that it is theirs'
  if (await store.hasIdentity(tx, config.issuer, holder.id))
    return 'the account with this e-mail address belongs to another identity of the same provider'
  return holder.canUseUi ? undefined : 'the account is disabled'
}

/** Links an account to an identity. Ends all other access, which may belong to another user who had the account first. */
async function linked(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  holder: store.UserRow,
  origin: Origin,
): Promise<store.UserRow | Refused> {
  const why = await whyNotLinked(config, tx, holder)
  if (why !== undefined) return { userId: holder.id, why }
  // First: a concurrent sign-in that compares the password waits for this change, and then fails.
  await deps.accounts.removePassword(tx, holder.id)
  const sessions = (await deps.sessions.end(tx, { userId: holder.id })).length
  const tokens = await deps.endEveryTokenOf(tx, holder.id, { userId: holder.id, ...origin })
  await deps.bus.publish(tx, { type: 'user.changed', userId: holder.id })
  await deps.signInAudit.linked(tx, holder, { issuer: config.issuer, sessions, tokens }, origin)
  return holder
}

async function created(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  identity: Identity & { email: string },
  origin: Origin,
): Promise<store.UserRow | Refused> {
  if (!config.createUsers) return { userId: null, why: 'there is no account' }
  const prepared = deps.accounts.withoutPassword(identity)
  const roleId = roleFrom(identity.groups, undefined, config)
  const person = await deps.users.create(tx, prepared, { roleId, emailProven: true })
  await deps.signInAudit.registered(tx, person, origin)
  return person
}

async function place(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  person: store.UserRow,
  { groups }: Identity,
  origin: Origin,
): Promise<void> {
  const at = {
    roleId: roleFrom(groups, person.roleId, config),
    tenantContextId: await tenantOf(deps, config, tx, person, groups),
  }
  if (await deps.accounts.place(tx, person.id, at)) {
    await deps.bus.publish(tx, { type: 'user.changed', userId: person.id })
    await deps.signInAudit.placed(tx, person, at, origin)
  }
  for (const { typeId, name, isMember } of contextsFrom(groups, config.groups)) {
    const group = await ensureGroup(tx, { typeId, name, clock: deps.clock })
    if (!(await setMembership(tx, group.id, person.contextId, isMember))) continue
    const { id: contextId, ownerContextId } = group
    const contextIds = [person.contextId]
    await deps.bus.publish(tx, { type: 'access.changed', contextId, ownerContextId, contextIds })
    await deps.signInAudit.member(tx, person, { id: contextId, name, isMember }, origin)
  }
}

async function tenantOf(
  deps: SsoDeps,
  config: SsoConfig,
  tx: Tx,
  { tenantContextId: current }: store.UserRow,
  groups: readonly string[],
): Promise<number | null> {
  const name = current === null ? undefined : await store.nameOfContext(tx, current)
  const wanted = tenantFrom(groups, name, config.groups)
  if (wanted === undefined) return current
  if (wanted === null) return null
  const { id } = await ensureGroup(tx, { typeId: CONTEXT_TYPES.tenant, name: wanted, clock: deps.clock })
  return id
}

/** Whether an error refuses the sign-in: a reserved name, or an address taken concurrently. */
export function isRefusal(error: unknown): error is Problem {
  return isTaken(error) || (error instanceof Problem && error.code === 'VALIDATION_FAILED')
}

/** Whether another user took the address concurrently. */
export function isTaken(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'NAME_TAKEN'
}
