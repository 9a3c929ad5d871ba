// Events and audit entries of a change.
import type { AuditAction } from '@polylogue/contract'
import { sharingDetails, type Person, type ShareChanges } from '#access/index.ts'
import { idOf } from '#access/items/index.ts'
import { IDS_PER_EVENT } from '#events.ts'
import type { Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import type { ContextsDeps } from './deps.ts'
import { itemTypeOf } from './rules.ts'

interface ChangedContext {
  readonly id: number
  readonly ownerContextId: number
  readonly typeId: number
  readonly name: string
}

/** Notifies users whose access to a context, or through it, has changed. `contextIds`: these users, or their groups. */
export async function publishAccess(
  { bus }: Pick<ContextsDeps, 'bus'>,
  tx: Tx,
  { id, ownerContextId }: Pick<ChangedContext, 'id' | 'ownerContextId'>,
  contextIds: readonly number[],
): Promise<void> {
  for (let from = 0; from < Math.max(1, contextIds.length); from += IDS_PER_EVENT) {
    const part = contextIds.slice(from, from + IDS_PER_EVENT)
    await bus.publish(tx, { type: 'access.changed', contextId: id, ownerContextId, contextIds: part })
  }
}

/** Stores that people are to be told that they joined a group, or are in it no more. */
export async function noticeMembers(
  { bus }: Pick<ContextsDeps, 'bus'>,
  tx: Tx,
  viewer: Person,
  { id, ownerContextId }: Pick<ChangedContext, 'id' | 'ownerContextId'>,
  { joined, ended }: { joined: readonly number[]; ended: readonly number[] },
): Promise<void> {
  if (joined.length + ended.length === 0) return
  await notice(
    tx,
    bus,
    viewer.userId,
    { noun: 'group', id, contextId: id },
    {
      kind: 'members',
      data: { ownerContextId, joined, ended },
    },
  )
}

/** Records and publishes which members were added, removed or changed. */
export async function publishMembers(
  deps: ContextsDeps,
  tx: Tx,
  viewer: Person,
  group: ChangedContext,
  changes: Pick<ShareChanges, 'ended' | 'set' | 'added'>,
  counts: { before: number; after: number },
): Promise<void> {
  await recordChange(deps, tx, viewer, 'context.members-changed', group, sharingDetails(changes, counts))
  await publishAccess(deps, tx, group, [...changes.ended, ...changes.set.map(({ contextId }) => contextId)])
  await noticeMembers(deps, tx, viewer, group, { joined: changes.added, ended: changes.ended })
}

/** Records a change to a group, or to an item under the item's own noun and id. */
export async function recordChange(
  { audit, types }: Pick<ContextsDeps, 'audit' | 'types'>,
  tx: Tx,
  viewer: Person,
  action: AuditAction,
  context: ChangedContext,
  details: Record<string, string | number> = {},
): Promise<void> {
  const { id, name, typeId } = context
  const type = itemTypeOf(types, context)
  const on = type
    ? { type: type.noun, id: (await idOf(tx, type, id)) ?? null, name }
    : { type: 'context', id, name }
  await audit.record(tx, { action, by: viewer, on, details: { type: typeId, ...details } })
}
