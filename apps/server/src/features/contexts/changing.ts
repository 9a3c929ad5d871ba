// Creating, updating and deleting groups, and setting their members (ACCESS-7; decision 18).
import type { CallInput, contract } from '@polylogue/contract'
import {
  LEVEL,
  managesGroups,
  authorize,
  requirePartners,
  shareChanges,
  type Share,
  type ShareChanges,
  type Person,
} from '#access/index.ts'
import { changeOf, laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import type { ContextsDeps } from './deps.ts'
import { factsOf, members } from './list-store.ts'
import { groupPolicy } from './policy.ts'
import { isGroup, requireOwnLevel, wishedMembers, type ContextFacts, type MemberFacts } from './rules.ts'
import * as store from './store.ts'
import { noticeMembers, recordChange, publishAccess, publishMembers } from './events.ts'

type Contexts = typeof contract.contexts
type NewGroup = CallInput<Contexts['create']>['body']
type GroupChange = CallInput<Contexts['update']>['body']
type Membership = CallInput<Contexts['setMember']>['body']

/** A group with its members. */
export interface Group extends ContextFacts {
  readonly members: readonly Share[]
}

/** See `ContextsService.create`. */
export async function create(deps: ContextsDeps, viewer: Person, sent: NewGroup): Promise<ContextFacts> {
  requireMadeHere(sent.contextTypeId)
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const id = await store.insert(tx, {
      uuid: uuidV7(deps.clock),
      typeId: sent.contextTypeId,
      name: sent.name,
      description: sent.description,
      needsApproval: sent.needsApproval,
      ownerContextId: viewer.contextId,
      created: now,
      modified: now,
    })
    const group = await groupOf(tx, viewer, id)
    await recordChange(deps, tx, viewer, 'context.created', group)
    // The creator becomes the first member and may leave.
    await store.setMembers(tx, id, [{ contextId: viewer.contextId, canWrite: false, canAdmin: false }])
    const joined = await groupOf(tx, viewer, id)
    const wished = wishedMembers(viewer, { ...joined, shares: joined.members }, sent.assocContexts)
    await replaceMembers(deps, tx, viewer, joined, wished)
    return groupOf(tx, viewer, id)
  })
}

/** See `ContextsService.update`. */
export async function update(
  deps: ContextsDeps,
  viewer: Person,
  id: number,
  sent: GroupChange,
): Promise<ContextFacts> {
  const { assocContexts, ifModified, contextTypeId: typeId, name, description, needsApproval } = sent
  if (typeId !== undefined) requireMadeHere(typeId)
  return deps.db.transaction(async (tx) => {
    const group = await changeable(tx, viewer, id, 'update')
    requireUnchanged(group, ifModified)
    const stored: Partial<store.NewGroup> = {
      typeId: group.typeId,
      name: group.name,
      description: group.description,
      needsApproval: group.needsApproval,
    }
    const wished = wishedMembers(viewer, { ...group, shares: group.members }, assocContexts)
    const change = changeOf<Partial<store.NewGroup>>(stored, {
      ...(typeId === undefined ? {} : { typeId }),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(needsApproval === undefined ? {} : { needsApproval }),
    })
    const moved = await replaceMembers(deps, tx, viewer, group, wished)
    if (change)
      await recordChange(deps, tx, viewer, 'context.updated', group, {
        changed: Object.keys(change).join(', '),
      })
    if (!change && !moved) return group
    await store.update(tx, id, { ...change, modified: laterThan(group.modified, deps.clock) })
    return groupOf(tx, viewer, id)
  })
}

/** See `ContextsService.setMember`. */
export async function setMember(
  deps: ContextsDeps,
  viewer: Person,
  id: number,
  memberId: number,
  { hasWriteAccess, hasAdminAccess }: Membership,
): Promise<MemberFacts> {
  return deps.db.transaction(async (tx) => {
    const group = await changeable(tx, viewer, id, 'update')
    const isOwner = memberId === group.ownerContextId
    const asks = hasWriteAccess || hasAdminAccess
    // The owner always has full access and may only join. Others cannot change their own access.
    if (isOwner ? asks || memberId !== viewer.contextId : memberId === viewer.contextId)
      throw new Problem('PERMISSION_DENIED')
    const wished: Share = {
      contextId: memberId,
      canWrite: hasWriteAccess || hasAdminAccess,
      canAdmin: hasAdminAccess,
    }
    const others = group.members.filter(({ contextId }) => contextId !== memberId)
    if (await replaceMembers(deps, tx, viewer, group, [...others, wished]))
      await store.update(tx, id, { modified: laterThan(group.modified, deps.clock) })
    const [member] = await members(tx, viewer, group, { id: memberId }, { offset: 0, limit: 1 })
    if (!member) throw new Error('A member vanished within its own transaction')
    return member
  })
}

/** See `ContextsService.remove`. */
export async function remove(deps: ContextsDeps, viewer: Person, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const group = await changeable(tx, viewer, id, 'remove')
    await store.remove(tx, id)
    await recordChange(deps, tx, viewer, 'context.deleted', group, { members: group.members.length })
    const ids = group.members.map(({ contextId }) => contextId)
    await publishAccess(deps, tx, group, ids)
    await noticeMembers(deps, tx, viewer, group, { joined: [], ended: ids })
  })
}

/** @throws Problem PERMISSION_DENIED for types that are not created here: the company, tenants, users, items. */
function requireMadeHere(typeId: number): void {
  if (!isGroup({ typeId })) throw new Problem('PERMISSION_DENIED')
}

/**
 * Returns a group that the viewer may change, locked until the transaction ends.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED
 */
export async function changeable(
  tx: Tx,
  viewer: Person,
  id: number,
  action: 'update' | 'remove',
): Promise<Group> {
  await store.lock(tx, id)
  const [found] = await factsOf(tx, viewer, [id])
  const group = authorize(groupPolicy, 'read', found)
  requireMadeHere(group.typeId)
  authorize(groupPolicy, action, group)
  return { ...group, members: await store.sharesOf(tx, id) }
}

async function groupOf(tx: Tx, viewer: Person, id: number): Promise<Group> {
  const [group] = await factsOf(tx, viewer, [id])
  if (!group) throw new Error('A group vanished within its own transaction')
  return { ...group, members: await store.sharesOf(tx, id) }
}

/** Replaces the members of a group; returns whether anything changed. */
export async function replaceMembers(
  deps: ContextsDeps,
  tx: Tx,
  viewer: Person,
  group: Group,
  wished: readonly Share[] | undefined,
): Promise<boolean> {
  const changes = wished && shareChanges(group.members, wished)
  if (!changes) return false
  await requireMay(tx, viewer, group, changes)
  if (changes.ended.length > 0) await store.removeMembers(tx, group.id, changes.ended)
  await store.setMembers(tx, group.id, changes.set)
  const before = group.members.length
  const after = before + changes.added.length - changes.ended.length
  await publishMembers(deps, tx, viewer, group, changes, { before, after })
  return true
}

/**
 * Checks that the viewer may make this change to the members.
 * @throws Problem NOT_FOUND for a member that the viewer may not see; PERMISSION_DENIED for granting more access than one
 *   has, for reducing that of members with more, and for adding oneself; WOULD_CONTAIN_ITSELF
 */
async function requireMay(tx: Tx, viewer: Person, group: Group, changes: ShareChanges): Promise<void> {
  const touched = new Set([...changes.ended, ...changes.set.map(({ contextId }) => contextId)])
  requireOwnLevel(group.level, changes.set)
  requireOwnLevel(
    group.level,
    group.members.filter(({ contextId }) => touched.has(contextId)),
  )
  if (changes.added.length > 0) await requirePartners(tx, viewer, changes.added)
  await requireNoWayIn(tx, viewer, group, changes.set)
  if (!(await store.areGroupsAmong(tx, changes.added))) return
  await store.lockNesting(tx)
  if (await store.wouldContainItself(tx, group.id, changes.added)) throw new Problem('WOULD_CONTAIN_ITSELF')
}

/**
 * The permission to manage all groups alone does not let users add themselves (decision 18): neither directly, nor through a
 * group they are in or could join.
 */
async function requireNoWayIn(tx: Tx, viewer: Person, group: Group, set: readonly Share[]): Promise<void> {
  if (!managesGroups(viewer) || set.length === 0) return
  const own = await store.ownLevel(tx, viewer, group.id)
  if (own >= LEVEL.admin) return
  const beyond = own < LEVEL.write ? set : set.filter((share) => share.canAdmin)
  const ids = beyond.map(({ contextId }) => contextId)
  if (ids.length > 0 && (await store.reachesOneself(tx, viewer, ids))) throw new Problem('PERMISSION_DENIED')
}
