// Publishes the events of items.
import { IDS_PER_EVENT, type SystemEventOf } from '#events.ts'
import type { Bus } from '#platform/bus.ts'
import type { Tx } from '#platform/db/index.ts'
import { notice, type NoticeItem } from '#platform/notices.ts'
import type { Share } from '../shares.ts'
import type { Person } from '../viewer.ts'
import type { RequestIds } from './publications-store.ts'

type Publisher = Pick<Bus, 'publish'>

/** Publishes that an item was deleted, in several events when there are many ids. */
export async function publishDeleted(
  bus: Publisher,
  tx: Tx,
  { partIds, contextIds, ...gone }: Omit<SystemEventOf<'item.deleted'>, 'type'>,
): Promise<void> {
  const most = Math.max(1, partIds.length, contextIds.length)
  for (let from = 0; from < most; from += IDS_PER_EVENT) {
    const some = (ids: readonly number[]) => ids.slice(from, from + IDS_PER_EVENT)
    const event = { ...gone, partIds: some(partIds), contextIds: some(contextIds) }
    await bus.publish(tx, { type: 'item.deleted', ...event })
  }
}

/** Publishes that an item's shares or its owner changed; `before` are the contexts it was shared with. */
export async function publishAccess(
  bus: Publisher,
  tx: Tx,
  item: { readonly contextId: number; readonly ownerContextId: number },
  before: readonly number[],
): Promise<void> {
  const { contextId, ownerContextId } = item
  const contextIds = before.slice(0, IDS_PER_EVENT)
  await bus.publish(tx, { type: 'access.changed', contextId, ownerContextId, contextIds })
}

/** Publishes what happened to requests to publish items. */
export async function publishRequests(
  bus: Publisher,
  tx: Tx,
  what: SystemEventOf<'publication.changed'>['what'],
  requests: readonly RequestIds[],
): Promise<void> {
  for (const { id, contextId, groupContextId, asker } of requests)
    await bus.publish(tx, { type: 'publication.changed', what, id, contextId, groupContextId, asker })
}

/** Stores that those are to be told who could read an item that was deleted; `left`: people who had left it. */
export async function noticeDeleted(
  bus: Publisher,
  tx: Tx,
  viewer: Person,
  {
    ownerContextId,
    shares: before,
    left,
    ...item
  }: NoticeItem & { ownerContextId: number; shares: readonly Share[]; left: readonly number[] },
): Promise<void> {
  if (before.length === 0) return
  await notice(tx, bus, viewer.userId, item, {
    kind: 'access',
    data: { ownerContextId, before, after: [], left },
  })
}

/** Stores that those are to be told who may read an item again that was taken out of the recycle bin. */
export async function noticeRestored(
  bus: Publisher,
  tx: Tx,
  viewer: Person,
  {
    ownerContextId,
    shares: after,
    ...item
  }: NoticeItem & { ownerContextId: number; shares: readonly Share[] },
): Promise<void> {
  if (after.length === 0) return
  await notice(tx, bus, viewer.userId, item, { kind: 'access', data: { ownerContextId, before: [], after } })
}

/** Stores that the reviewers of groups are to be told of new requests. */
export async function noticeRequests(
  bus: Publisher,
  tx: Tx,
  viewer: Person,
  item: NoticeItem,
  { requests, asked }: { readonly requests: readonly RequestIds[]; readonly asked: Date },
): Promise<void> {
  for (const { id: requestId, groupContextId } of requests)
    await notice(tx, bus, viewer.userId, item, {
      kind: 'approvalAsked',
      data: { requestId, groupContextId, asked: asked.getTime() },
    })
}
