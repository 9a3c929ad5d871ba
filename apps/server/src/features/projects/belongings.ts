// What becomes of somebody's projects when they leave.
import { giveItems, removeItemContexts } from '../../access/index.ts'
import { IDS_PER_EVENT } from '../../events.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Belongings, Owned } from '../users/index.ts'
import type { ProjectsGiven } from './given.ts'
import * as store from './owned-store.ts'
import { CHAT_TYPE } from './rules.ts'
import { tellDeleted } from './telling.ts'

/** Somebody's projects, for when they leave: see `Belongings`. */
export function projectBelongings(given: ProjectsGiven): Belongings {
  return {
    async count(db, { userId }) {
      return summed(await store.ownedBy(db, userId))
    },
    async handOver(tx, owner, to, which) {
      await store.lockOf(tx, owner.userId)
      const all = await store.ownedBy(tx, owner.userId)
      const chosen = which === 'all' ? all : all.filter(({ contextIds }) => contextIds.length > 0)
      const ids = chosen.map(({ id }) => id)
      await store.give(tx, ids, to.userId, given.clock.now())
      await giveItems(
        tx,
        chosen.map(({ contextId }) => contextId),
        to.contextId,
      )
      await given.search.handOver(tx, ids)
      for (const { id, contextId, contextIds } of chosen) {
        const before = {
          contextId,
          ownerContextId: to.contextId,
          contextIds: contextIds.slice(0, IDS_PER_EVENT),
        }
        await given.bus.publish(tx, { type: 'access.changed', ...before })
        await given.bus.publish(tx, { type: 'project.changed', projectId: id })
      }
      return summed(chosen)
    },
    async remove(tx, owner) {
      await store.lockOf(tx, owner.userId)
      const gone = await store.ownedBy(tx, owner.userId)
      await removeAll(given, tx, owner.contextId, gone)
      return summed(gone)
    },
  }
}

async function removeAll(
  given: ProjectsGiven,
  tx: Tx,
  ownerContextId: number,
  gone: readonly store.OwnedProject[],
): Promise<void> {
  const ids = gone.map(({ id }) => id)
  const tabs = await store.tabsOf(tx, ids)
  await given.queries.forgetBlobs(tx, [...tabs.values()].flat())
  await store.removeAll(tx, ids)
  await removeItemContexts(
    tx,
    gone.map(({ contextId }) => contextId),
  )
  for (const { id, contextIds } of gone)
    await tellDeleted(given.bus, tx, {
      projectId: id,
      tabIds: tabs.get(id) ?? [],
      ownerContextId,
      contextIds,
    })
}

function summed(owned: readonly store.OwnedProject[]): Owned {
  const chats = owned.filter(({ type }) => type === CHAT_TYPE).length
  const shared = owned.filter(({ contextIds }) => contextIds.length > 0).length
  return { chats, projects: owned.length - chats, shared }
}
