// Who somebody from the identity provider is here, and where their groups put them.
import { CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { ensureGroup, setMembership } from '../../../access/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import type { Origin } from '../proof.ts'
import type { SignedInPair } from '../sessions.ts'
import type { SsoConfig, SsoGiven } from './given.ts'
import { contextsFrom, roleFrom, tenantFrom, type Identity } from './rules.ts'
import * as store from './store.ts'

/** Why somebody whom the provider knows does not get in: for the audit trail alone. */
export interface Refused {
  readonly userId: number | null
  readonly why: string
}

/** Finds or creates the person, puts them where their groups say, and begins their session. */
export async function signInAs(
  given: SsoGiven,
  config: SsoConfig,
  tx: Tx,
  { identity, origin }: { identity: Identity; origin: Origin },
): Promise<SignedInPair | Refused> {
  const person = await personOf(given, config, tx, identity, origin)
  if ('why' in person) return person
  if (!person.canUseUi) return { userId: person.id, why: 'the account is disabled' }
  await place(given, config, tx, person, identity, origin)
  const begun = await given.sessions.begin(tx, person.id, origin, { method: 'sso' })
  return begun ?? { userId: person.id, why: 'the account changed meanwhile' }
}

async function personOf(
  given: SsoGiven,
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
  if (email === undefined) return { userId: null, why: 'the identity provider told no e-mail address' }
  const holder = await store.findByEmail(tx, email.normalize('NFKC').trim().toLowerCase())
  const person = holder
    ? linked(config, identity, holder)
    : await created(given, config, tx, { ...identity, email }, origin)
  if (!('why' in person)) await store.keepIdentity(tx, { issuer, subject, userId: person.id })
  return person
}

/**
 * An address alone makes nobody the holder of an account, unless the configuration trusts the provider with it; of the super
 * user's, never.
 */
function linked(
  { linkByEmail }: SsoConfig,
  { emailVerified }: Identity,
  holder: store.UserRow,
): store.UserRow | Refused {
  if (linkByEmail && emailVerified && holder.roleId !== SUPERUSER) return holder
  return { userId: holder.id, why: 'another account has this e-mail address' }
}

async function created(
  given: SsoGiven,
  config: SsoConfig,
  tx: Tx,
  identity: Identity & { email: string },
  origin: Origin,
): Promise<store.UserRow | Refused> {
  if (!config.createUsers) return { userId: null, why: 'there is no account' }
  const prepared = given.accounts.withoutPassword(identity)
  const roleId = roleFrom(identity.groups, undefined, config)
  const person = await given.users.create(tx, prepared, { roleId })
  await given.trail.registered(tx, person, origin)
  return person
}

async function place(
  given: SsoGiven,
  config: SsoConfig,
  tx: Tx,
  person: store.UserRow,
  { groups }: Identity,
  origin: Origin,
): Promise<void> {
  const at = {
    roleId: roleFrom(groups, person.roleId, config),
    tenantContextId: await tenantOf(given, config, tx, person, groups),
  }
  if (await given.accounts.place(tx, person.id, at)) {
    await given.bus.publish(tx, { type: 'user.changed', userId: person.id })
    await given.trail.placed(tx, person, at, origin)
  }
  for (const { typeId, name, isMember } of contextsFrom(groups, config.groups)) {
    const group = await ensureGroup(tx, { typeId, name, clock: given.clock })
    if (!(await setMembership(tx, group.id, person.contextId, isMember))) continue
    const { id: contextId, ownerContextId } = group
    const contextIds = [person.contextId]
    await given.bus.publish(tx, { type: 'access.changed', contextId, ownerContextId, contextIds })
    await given.trail.member(tx, person, { id: contextId, name, isMember }, origin)
  }
}

async function tenantOf(
  given: SsoGiven,
  config: SsoConfig,
  tx: Tx,
  { tenantContextId: current }: store.UserRow,
  groups: readonly string[],
): Promise<number | null> {
  const name = current === null ? undefined : await store.nameOfContext(tx, current)
  const wanted = tenantFrom(groups, name, config.groups)
  if (wanted === undefined) return current
  if (wanted === null) return null
  const { id } = await ensureGroup(tx, { typeId: CONTEXT_TYPES.tenant, name: wanted, clock: given.clock })
  return id
}

/** A reserved name, or an address that somebody took in the same moment, is a refusal like any other. */
export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && (error.code === 'NAME_TAKEN' || error.code === 'VALIDATION_FAILED')
}
