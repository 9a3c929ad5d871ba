// What people own, for when one of them leaves: each feature that has such things offers its kind of them.
import type { Queries, Tx } from '../../platform/db/index.ts'

/** Somebody who owns things, or is to own them. */
export interface Owner {
  readonly userId: number
  readonly contextId: number
}

/** How much of a kind a person owns. `shared`: of chats and projects together, those shared with anybody. */
export interface Owned {
  readonly chats: number
  readonly projects: number
  readonly shared: number
}

/**
 * A kind of things that people own. All of it works in the transaction that removes the person, publishes its own events,
 * and asks nothing: whoever removes has been asked.
 */
export interface Belongings {
  count(db: Queries, owner: Owner): Promise<Owned>
  /** Gives things to somebody else, with their shares: all of them, or those that are shared with anybody. */
  handOver(tx: Tx, owner: Owner, to: Owner, which: 'all' | 'shared'): Promise<Owned>
  /** Deletes everything of this kind that the owner still has. */
  remove(tx: Tx, owner: Owner): Promise<Owned>
}
