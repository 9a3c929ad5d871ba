// Leaving an item or a group, and removing others from it (ACCESS-8).
import { LEVEL, authorize, requireSession, sharingDetails, type Person } from '#access/index.ts'
import { dropRequests, idOf, lockItem, touchItem, type ItemType } from '#access/items/index.ts'
import { laterThan } from '#platform/changes.ts'
import type { Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import type { ContextsDeps } from './deps.ts'
import { factsOf } from './list-store.ts'
import { groupPolicy, itemPolicy } from './policy.ts'
import { isGroup, isHolder, itemTypeOf, requireOwnLevel, type ContextFacts } from './rules.ts'
import * as store from './store.ts'
import { recordChange, publishAccess, publishMembers } from './events.ts'

/** See `ContextsService.removeMember`. */
export async function removeMember(
  deps: ContextsDeps,
  viewer: Person,
  id: number,
  memberId: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [before] = await factsOf(tx, viewer, [id])
    // The item's row first, as changes of items do.
    const row = await lockRow(deps, tx, authorize(itemPolicy, 'read', before))
    await store.lock(tx, id)
    const [found] = await factsOf(tx, viewer, [id])
    const context = authorize(itemPolicy, 'read', found)
    const isOneself = memberId === viewer.contextId
    if (isGroup(context)) {
      if (isOneself) await leaveGroup(deps, tx, viewer, context)
      else await removeFromGroup(deps, tx, viewer, context, memberId)
    } else if (isHolder(context)) {
      // Membership of the company, a tenant or a user's own context cannot be changed here.
      throw new Problem('PERMISSION_DENIED')
    } else if (isOneself) await leaveItem(deps, tx, viewer, context, row)
    else await unshare(deps, tx, viewer, context, row, memberId)
  })
}

async function leaveGroup(deps: ContextsDeps, tx: Tx, viewer: Person, group: ContextFacts): Promise<void> {
  const [left] = await store.removeMembers(tx, group.id, [viewer.contextId])
  if (left === undefined && group.ownerContextId === viewer.contextId) throw new Problem('OWNER_CANNOT_LEAVE')
  if (left === undefined) throw new Problem('NOT_FOUND', { thing: 'member' })
  await store.update(tx, group.id, { modified: laterThan(group.modified, deps.clock) })
  await recordChange(deps, tx, viewer, 'context.left', group)
  await publishAccess(deps, tx, group, [left])
}

async function removeFromGroup(
  deps: ContextsDeps,
  tx: Tx,
  viewer: Person,
  group: ContextFacts,
  memberId: number,
): Promise<void> {
  requireSession(viewer)
  authorize(groupPolicy, 'update', group)
  // The owner always has access; only the owner can give it up.
  if (memberId === group.ownerContextId) throw new Problem('PERMISSION_DENIED')
  const members = await store.sharesOf(tx, group.id)
  const member = members.find(({ contextId }) => contextId === memberId)
  if (!member) throw new Problem('NOT_FOUND', { thing: 'member' })
  requireOwnLevel(group.level, [member])
  await store.removeMembers(tx, group.id, [memberId])
  await store.update(tx, group.id, { modified: laterThan(group.modified, deps.clock) })
  const counts = { before: members.length, after: members.length - 1 }
  await publishMembers(deps, tx, viewer, group, { ended: [memberId], set: [], added: [] }, counts)
}

/** Ends a direct share. If a group still grants access, hides the item until it is shared with the user again. */
async function leaveItem(
  deps: ContextsDeps,
  tx: Tx,
  viewer: Person,
  item: ContextFacts,
  row: LockedRow | undefined,
): Promise<void> {
  if (item.ownerContextId === viewer.contextId) throw new Problem('OWNER_CANNOT_LEAVE')
  const ended = await store.removeMembers(tx, item.id, [viewer.contextId])
  const [after] = await factsOf(tx, viewer, [item.id])
  if (after && after.level > LEVEL.none) await store.hide(tx, item.id, viewer.contextId)
  await recordChange(deps, tx, viewer, 'context.left', item)
  await publishAccess(deps, tx, item, [viewer.contextId])
  if (row && ended.length > 0) await touchItem(deps, tx, row.type, row.id)
}

async function unshare(
  deps: ContextsDeps,
  tx: Tx,
  viewer: Person,
  item: ContextFacts,
  row: LockedRow | undefined,
  memberId: number,
): Promise<void> {
  authorize(itemPolicy, 'unshare', item)
  const before = await store.sharesOf(tx, item.id)
  const ended = await store.removeMembers(tx, item.id, [memberId])
  if (ended.length === 0) throw new Problem('NOT_FOUND', { thing: 'share' })
  await dropRequests(deps.bus, tx, [item.id], ended)
  const counts = { before: before.length, after: before.length - 1 }
  const action = itemTypeOf(deps.types, item)?.actions?.shared ?? 'item.shared'
  await recordChange(deps, tx, viewer, action, item, sharingDetails({ ended, set: [] }, counts))
  await publishAccess(deps, tx, item, ended)
  if (!row) return
  await touchItem(deps, tx, row.type, row.id)
  const after = before.filter(({ contextId }) => contextId !== memberId)
  await notice(
    tx,
    deps.bus,
    viewer.userId,
    { noun: row.type.noun, id: row.id, contextId: item.id },
    {
      kind: 'access',
      data: { ownerContextId: item.ownerContextId, before, after },
    },
  )
}

interface LockedRow {
  readonly type: ItemType
  readonly id: number
}

/** Locks the row of the item with this context; undefined for groups and holders. */
async function lockRow(deps: ContextsDeps, tx: Tx, context: ContextFacts): Promise<LockedRow | undefined> {
  const type = itemTypeOf(deps.types, context)
  const id = type && (await idOf(tx, type, context.id))
  if (!type || id === undefined) return undefined
  await lockItem(tx, type, id)
  return { type, id }
}
