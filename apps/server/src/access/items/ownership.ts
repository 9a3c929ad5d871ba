// What happens to people's items when their account is removed.
import type { Queries, Tx } from '#platform/db/index.ts'
import { giveItems, removeItemContexts } from '../shares-store.ts'
import type { ItemHooks, ItemsDeps } from './deps.ts'
import { publishAccess, publishDeleted } from './publish.ts'
import { binOf, type BinOfNoun } from './removing.ts'
import { dropRequests } from './sharing.ts'
import * as store from './store.ts'
import type { ItemType } from './type.ts'

/** The previous or the next owner of items. */
export interface Owner {
  readonly userId: number
  readonly contextId: number
}

/** Counts of what a person owns, by the noun's `countedAs` names, and how many of these are shared. */
export interface Owned {
  readonly counts: Readonly<Record<string, number>>
  readonly shared: number
}

/**
 * One kind of things that people own. The methods run in the transaction that removes the person, publish their own events,
 * and check no access: the caller has done so.
 */
export interface ItemOwnership {
  readonly bin: BinOfNoun
  count(db: Queries, owner: Owner): Promise<Owned>
  /** Transfers all things, or only the shared ones, to another owner; shares are kept. */
  handOver(tx: Tx, owner: Owner, to: Owner, which: 'all' | 'shared'): Promise<Owned>
  /** Deletes everything of this kind that the owner still owns. */
  remove(tx: Tx, owner: Owner): Promise<Owned>
}

/** Returns the belongings of one noun. */
export function ownershipOf(deps: ItemsDeps, type: ItemType, hooks: ItemHooks): ItemOwnership {
  const { bus, clock } = deps
  const { parts, handedOver } = hooks
  const { noun } = type
  return {
    bin: binOf(deps, type, hooks),
    count: async (db, { userId }) => summed(type, outsideBin(await store.ownedBy(db, type, userId))),
    async handOver(tx, owner, to, which) {
      await store.lockOf(tx, type, owner.userId)
      const all = outsideBin(await store.ownedBy(tx, type, owner.userId))
      const chosen = which === 'all' ? all : all.filter(({ contextIds }) => contextIds.length > 0)
      const ids = chosen.map(({ id }) => id)
      await store.touch(tx, type, ids, clock.now(), { ownerId: to.userId })
      await giveItems(tx, contextsOf(chosen), to.contextId)
      await handedOver?.(tx, ids)
      for (const { id, contextId, contextIds } of chosen) {
        await publishAccess(bus, tx, { contextId, ownerContextId: to.contextId }, contextIds)
        await bus.publish(tx, { type: 'item.changed', noun, id })
      }
      return summed(type, chosen)
    },
    async remove(tx, owner) {
      await store.lockOf(tx, type, owner.userId)
      const gone = await store.ownedBy(tx, type, owner.userId)
      const ids = gone.map(({ id }) => id)
      const cleared = await parts?.of(tx, ids)
      if (cleared) await parts?.clear(tx, ids, cleared)
      await dropRequests(bus, tx, contextsOf(gone))
      await store.remove(tx, type, ids)
      await removeItemContexts(tx, contextsOf(gone))
      for (const { id, contextIds } of gone) {
        const partIds = [...(cleared?.get(id) ?? [])]
        await publishDeleted(bus, tx, { noun, id, partIds, ownerContextId: owner.contextId, contextIds })
      }
      return summed(type, outsideBin(gone))
    },
  }
}

/** An item in the recycle bin is not handed over, and nobody is asked what becomes of it: its owner has deleted it. */
const outsideBin = (owned: readonly store.OwnedItem[]) => owned.filter(({ inBin }) => !inBin)

const contextsOf = (owned: readonly store.OwnedItem[]) => owned.map(({ contextId }) => contextId)

function summed({ path, countedAs }: ItemType, owned: readonly store.OwnedItem[]): Owned {
  const names = countedAs?.names ?? [path]
  const countOf = (name: string) => owned.filter((item) => item.countedAs === name).length
  const counts = Object.fromEntries(names.map((name) => [name, countOf(name)]))
  return { counts, shared: owned.filter(({ contextIds }) => contextIds.length > 0).length }
}
