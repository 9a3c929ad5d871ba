// The shares of an item, as a page edits them (ACCESS-4).
import type { AssocContext, Member } from '@polylogue/contract'

/** Access levels. `admin` includes `write`, `write` includes `read`. */
export const LEVELS = ['read', 'write', 'admin'] as const
export type Level = (typeof LEVELS)[number]

/** Context of a holder; null if hidden from the reader. */
export type Holding = Member['context']

/** One share: a user or group, and its access. */
export interface Holder {
  id: number
  level: Level
}

/** Current or planned shares, and the contexts that the reader can see. */
export interface Shares {
  holders: readonly Holder[]
  known: ReadonlyMap<number, Holding>
}

/** No shares. */
export const UNSHARED: Shares = { holders: [], known: new Map() }

/** An item of any kind that can be shared. */
export interface SharedItem {
  id: number
  name: string
  description: string
  context: { id: number; ownerContextId: number }
  /** The account that owns it; `context.ownerContextId` is its context. */
  ownerId: number
  /** The access of the reader first, then one entry per share for those who manage it. */
  assocContexts: readonly AssocContext[]
  modified: string
}

export const levelOf = ({
  hasAdminAccess,
  hasWriteAccess,
}: Pick<AssocContext, 'hasAdminAccess' | 'hasWriteAccess'>): Level =>
  hasAdminAccess ? 'admin' : hasWriteAccess ? 'write' : 'read'

/** Returns the shares in `assocContexts`; empty for users who do not manage the item. */
export const holdersOf = ({ assocContexts }: Pick<SharedItem, 'assocContexts'>): Holder[] =>
  assocContexts.slice(1).map((entry) => ({ id: entry.contextId, level: levelOf(entry) }))

/** Returns the access of the reader: the first of `assocContexts`. */
export const ownLevel = ({ assocContexts }: Pick<SharedItem, 'assocContexts'>): Level =>
  assocContexts[0] ? levelOf(assocContexts[0]) : 'read'

/** Returns the shares for a request: the complete list, because it replaces the stored one. */
export const entriesOf = (holders: readonly Holder[]): AssocContext[] =>
  holders.map(({ id, level }) => ({
    contextId: id,
    hasReadAccess: true,
    hasWriteAccess: level !== 'read',
    hasAdminAccess: level === 'admin',
  }))

/** Returns the differences of two lists of shares: the access in `others`, or `null` if missing there. */
export function differences(
  mine: readonly Holder[],
  others: readonly Holder[],
): { id: number; level: Level | null }[] {
  const here = new Map(mine.map(({ id, level }) => [id, level]))
  const there = new Map(others.map(({ id, level }) => [id, level]))
  return [...new Set([...here.keys(), ...there.keys()])]
    .filter((id) => here.get(id) !== there.get(id))
    .map((id) => ({ id, level: there.get(id) ?? null }))
}

/** Returns the names of the groups in which a new or widened share waits for approval. */
export function askingGroups({ holders, known }: Shares, stored: readonly Holder[]): string[] {
  const before = new Map(stored.map(({ id, level }) => [id, LEVELS.indexOf(level)]))
  return holders.flatMap(({ id, level }) => {
    const context = known.get(id)
    return context?.asksApproval && LEVELS.indexOf(level) > (before.get(id) ?? -1)
      ? [context.displayName]
      : []
  })
}

export const sameHolders = (one: readonly Holder[], other: readonly Holder[]): boolean =>
  differences(one, other).length === 0
