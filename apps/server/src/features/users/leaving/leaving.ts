// Removing users: hands over or deletes what they own, in one transaction (ACCOUNT-7).
import { roleOf, SUPERUSER, type CallData, type CallInput, type contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Owned, Owner } from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import { refuse } from '../creating.ts'
import type { UsersDeps } from '../deps.ts'
import { mayManage, sightOf } from '../policy.ts'
import * as store from '../store.ts'
import * as owned from './store.ts'

type BelongingsReply = CallData<typeof contract.users.belongings>['Belongings']
type Wished = CallInput<typeof contract.users.remove>['query']

/** Removing a user with a hundred thousand messages takes a while. */
const LIMIT_MS = 60_000

/** See `UsersService.belongings`. */
export async function belongings(deps: UsersDeps, viewer: Person, id: number): Promise<BelongingsReply> {
  const { orm } = deps.db
  const person = await store.find(orm, id)
  if (!person || sightOf(viewer, person) === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
  if (id !== viewer.userId && !mayManage(viewer, person, 'can_delete_user'))
    throw new Problem('PERMISSION_DENIED')
  return counted(deps, orm, ownerOf(person))
}

async function counted(deps: UsersDeps, db: Queries, owner: Owner): Promise<BelongingsReply> {
  let sum: Owned = NOTHING
  for (const kind of deps.belongings()) sum = plus(sum, await kind.count(db, owner))
  const { counts, shared } = sum
  const { chats = 0, projects = 0 } = counts
  const items = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return { chats, projects, shared, items, groups: await owned.countGroups(db, owner.contextId) }
}

/** See `UsersService.remove`. */
export async function remove(deps: UsersDeps, viewer: Person, id: number, wished: Wished): Promise<void> {
  const { items, to } = wished
  if (items !== undefined && items !== 'delete' && to === undefined)
    refuse([{ path: 'to', message: 'is required to hand things over' }])
  await deps.db.transaction(
    async (tx) => {
      await store.lock(tx, to === undefined ? [id] : [id, to])
      const person = await removable(deps, tx, viewer, id)
      const recipient = to === undefined ? undefined : await recipientOf(tx, viewer, person, to)
      await leave(deps, tx, viewer, person, items, recipient)
    },
    { limitMs: LIMIT_MS },
  )
}

/** Returns the user if the viewer may remove them. @throws Problem NOT_FOUND, PERMISSION_DENIED, LAST_SUPERUSER */
async function removable(deps: UsersDeps, tx: Tx, viewer: Person, id: number): Promise<store.PersonRow> {
  const person = await store.find(tx, id)
  if (!person || sightOf(viewer, person) === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
  const may =
    id === viewer.userId ? deps.allowDeleteOwnProfile() : mayManage(viewer, person, 'can_delete_user')
  if (!may && !(id === viewer.userId && person.roleId === SUPERUSER)) throw new Problem('PERMISSION_DENIED')
  if (person.roleId === SUPERUSER) throw new Problem('LAST_SUPERUSER')
  return person
}

/**
 * Returns the new owner: a user on the same side of the tenants' walls. Never the viewer: administration is about accounts,
 * not about chats (ROLE-3).
 */
async function recipientOf(
  tx: Tx,
  viewer: Person,
  person: store.PersonRow,
  to: number,
): Promise<store.PersonRow> {
  if (to === viewer.userId) throw new Problem('PERMISSION_DENIED')
  const recipient = to === person.id ? undefined : await store.find(tx, to)
  const works = recipient?.canUseUi && roleOf(recipient.roleId)?.permissions.includes('can_use_chat')
  if (!works || recipient.tenantContextId !== person.tenantContextId)
    throw new Problem('NOT_FOUND', { thing: 'user to hand things over to' })
  return recipient
}

async function leave(
  deps: UsersDeps,
  tx: Tx,
  viewer: Person,
  person: store.PersonRow,
  items: Wished['items'],
  recipient: store.PersonRow | undefined,
): Promise<void> {
  const { id } = person
  requireDecided(person, items, (await counted(deps, tx, ownerOf(person))).shared)
  const most = await settle(deps, tx, person, items, recipient)
  // Locked last: writers lock their target first and their user second. Items created meanwhile are included.
  await owned.holdAlone(tx, id)
  const rest = await settle(deps, tx, person, items, recipient)
  const deleted = plus(most.deleted, rest.deleted)
  requireDecided(person, items, deleted.shared)
  const handedOver = plus(most.handedOver, rest.handedOver)
  const groups = most.groups + rest.groups
  await noticeHandedOver(deps, tx, viewer, recipient, handedOver)
  const on = { type: 'user', id, name: person.username }
  if (recipient)
    await deps.audit.record(tx, {
      action: 'user.items-handed-over',
      by: viewer,
      on,
      details: {
        to: recipient.id,
        toName: recipient.username,
        ...handedOver.counts,
        shared: handedOver.shared,
        groups,
      },
    })
  await deps.endSessions(tx, id)
  await owned.removePerson(tx, person)
  await deps.bus.publish(tx, { type: 'user.changed', userId: id })
  await deps.audit.record(tx, {
    action: 'user.deleted',
    by: viewer,
    on,
    details: {
      items: items ?? 'delete',
      ...deletedCounts(deleted),
      groups,
    },
  })
}

/** @throws Problem ITEMS_UNDECIDED when other users would lose items and the request does not say what happens to them. */
function requireDecided(person: store.PersonRow, items: Wished['items'], shared: number): void {
  if (items !== undefined || shared === 0) return
  throw new Problem('ITEMS_UNDECIDED', { name: `${person.firstName} ${person.lastName}`, count: shared })
}

/** Stores that the recipient is to be told of what they own now: one notice, whatever the number of items. */
async function noticeHandedOver(
  { bus }: UsersDeps,
  tx: Tx,
  { userId }: Person,
  recipient: store.PersonRow | undefined,
  { counts }: Owned,
): Promise<void> {
  const items = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (!recipient || items === 0) return
  const data = { to: recipient.contextId, items }
  await notice(tx, bus, userId, null, { kind: 'handedOver', data })
}

/** Hands over and deletes the user's current items. */
async function settle(
  deps: UsersDeps,
  tx: Tx,
  person: store.PersonRow,
  items: Wished['items'],
  recipient: store.PersonRow | undefined,
) {
  const owner = ownerOf(person)
  let handedOver = NOTHING
  let deleted = NOTHING
  for (const kind of deps.belongings()) {
    if (recipient && (items === 'handOver' || items === 'handOverShared')) {
      const which = items === 'handOver' ? 'all' : 'shared'
      handedOver = plus(handedOver, await kind.handOver(tx, owner, ownerOf(recipient), which))
    }
    deleted = plus(deleted, await kind.remove(tx, owner))
  }
  return { handedOver, deleted, groups: await giveGroups(deps, tx, person, recipient) }
}

/**
 * Gives groups to the recipient of the items, or else to the super user. Never to the administrator who removes the owner:
 * they could add themselves and read what is shared with the group. All groups of the company's owner (tenants, groups of
 * the identity provider) go to the super user.
 */
async function giveGroups(
  deps: UsersDeps,
  tx: Tx,
  person: store.PersonRow,
  recipient: store.PersonRow | undefined,
): Promise<number> {
  const isKeeper = await owned.hasCompany(tx, person.contextId)
  const heir = (isKeeper ? undefined : recipient) ?? (await owned.firstSuperuser(tx))
  if (!heir) throw new Error('There is no super user to look after the groups of somebody who leaves')
  const groups = await owned.giveGroups(tx, person.contextId, heir.contextId)
  for (const contextId of groups)
    await deps.bus.publish(tx, {
      type: 'access.changed',
      contextId,
      ownerContextId: heir.contextId,
      contextIds: [],
    })
  return groups.length
}

const NOTHING: Owned = { counts: {}, shared: 0 }

function plus(one: Owned, other: Owned): Owned {
  const counts = { ...one.counts }
  for (const [name, count] of Object.entries(other.counts)) counts[name] = (counts[name] ?? 0) + count
  return { counts, shared: one.shared + other.shared }
}

/** Returns `deletedChats` and so on, named after the counts of each noun. */
const deletedCounts = ({ counts }: Owned): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      `deleted${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      count,
    ]),
  )

const ownerOf = ({ id, contextId }: store.PersonRow): Owner => ({ userId: id, contextId })
