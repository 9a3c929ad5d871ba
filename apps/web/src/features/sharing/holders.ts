// With whom something is shared, as a page changes it (reading 4).
import type { AssocContext, Member } from '@polylogue/contract'

/** What a holder may do. Managing means changing and sharing, changing means reading. */
export const LEVELS = ['read', 'write', 'admin'] as const
export type Level = (typeof LEVELS)[number]

/** Who a holder is; null for somebody that the reader does not see. */
export type Holding = Member['context']

/** One share: a person or group, and what it may do. */
export interface Holder {
  id: number
  level: Level
}

/** With whom something is or will be shared, and who those are as far as one sees them. */
export interface Sharing {
  holders: readonly Holder[]
  known: ReadonlyMap<number, Holding>
}

/** Nobody yet. */
export const UNSHARED: Sharing = { holders: [], known: new Map() }

/** What is shared, in the words that every kind of item has. */
export interface SharedItem {
  name: string
  description: string
  /** The item's own context. */
  contextId: number
  /** The person it belongs to: the id of the account and of their context. */
  ownerId: number
  ownerContextId: number
  /** The reader's access first, then, for those who manage it, one entry per share. */
  assocContexts: readonly AssocContext[]
  modified: string
}

/** What an item of a kind does about its sharing; CONFLICT of `save` leads to `stored`. */
export interface SharingWays {
  /** Stores the shares, unless the item changed since `ifModified`. */
  save: (holders: readonly Holder[], ifModified: string) => Promise<unknown>
  /** The item as it is stored now. */
  stored: () => Promise<SharedItem>
  /** The reader has left it. */
  onLeft: () => void
}

export const levelOf = ({
  hasAdminAccess,
  hasWriteAccess,
}: Pick<AssocContext, 'hasAdminAccess' | 'hasWriteAccess'>): Level =>
  hasAdminAccess ? 'admin' : hasWriteAccess ? 'write' : 'read'

/** The shares that an item's `assocContexts` tell; none for those who do not manage it. */
export const holdersOf = ({ assocContexts }: Pick<SharedItem, 'assocContexts'>): Holder[] =>
  assocContexts.slice(1).map((entry) => ({ id: entry.contextId, level: levelOf(entry) }))

/** What the reader may do with an item: the first of its `assocContexts`. */
export const ownLevel = ({ assocContexts }: Pick<SharedItem, 'assocContexts'>): Level =>
  assocContexts[0] ? levelOf(assocContexts[0]) : 'read'

/** Shares as a request sends them: the list replaces what is stored, so all of them stand in it. */
export const entriesOf = (holders: readonly Holder[]): AssocContext[] =>
  holders.map(({ id, level }) => ({
    contextId: id,
    hasReadAccess: true,
    hasWriteAccess: level !== 'read',
    hasAdminAccess: level === 'admin',
  }))

/** Where two lists of shares differ: what `others` say of somebody, `null` when they do not name them. */
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

export const sameHolders = (one: readonly Holder[], other: readonly Holder[]): boolean =>
  differences(one, other).length === 0
