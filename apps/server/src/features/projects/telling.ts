// What is told of projects that are gone.
import { IDS_PER_EVENT, type SystemEventOf } from '../../events.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Tx } from '../../platform/db/index.ts'

/** Tells that a project is gone, in parts when there is much of it. */
export async function tellDeleted(
  bus: Pick<Bus, 'publish'>,
  tx: Tx,
  { tabIds, contextIds, ...gone }: Omit<SystemEventOf<'project.deleted'>, 'type'>,
): Promise<void> {
  const most = Math.max(1, tabIds.length, contextIds.length)
  for (let from = 0; from < most; from += IDS_PER_EVENT) {
    const part = (ids: readonly number[]) => ids.slice(from, from + IDS_PER_EVENT)
    const told = { ...gone, tabIds: part(tabIds), contextIds: part(contextIds) }
    await bus.publish(tx, { type: 'project.deleted', ...told })
  }
}
