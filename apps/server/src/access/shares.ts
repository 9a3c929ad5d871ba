// Sharing an item: what is told of its shares, and what a request wishes of them (reading 4). Pure decisions.
import type { AssocContext } from '@polylogue/contract'
import { Problem } from '../problem.ts'
import { LEVEL } from './policy.ts'
import type { Person } from './viewer.ts'

/** One share of an item: who is in `contextId` may read it, and may do what is true here. */
export interface Share {
  readonly contextId: number
  readonly canWrite: boolean
  readonly canAdmin: boolean
}

/** An item with all its shares, and the viewer's level on it. */
export interface SharedItem {
  readonly contextId: number
  readonly ownerContextId: number
  readonly level: number
  readonly shares: readonly Share[]
}

/**
 * `assocContexts` of a reply: first the viewer's effective access, under context 0 while the item is not shared and under
 * their own user context else; then every share, for those with admin access only.
 */
export function toldShares(viewer: Person, item: SharedItem): AssocContext[] {
  const effective: AssocContext = {
    contextId: item.shares.length === 0 ? 0 : viewer.contextId,
    hasReadAccess: true,
    hasWriteAccess: item.level >= LEVEL.write,
    hasAdminAccess: item.level >= LEVEL.admin,
  }
  if (item.level < LEVEL.admin) return [effective]
  const entries = item.shares.map(({ contextId, canWrite, canAdmin }) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess: canWrite,
    hasAdminAccess: canAdmin,
  }))
  return [effective, ...entries]
}

/**
 * The shares that a request's `assocContexts` wish for; undefined when they are to stay as they are. Entries of nobody
 * (context 0) and of the owner say nothing, and neither do the viewer's own: nobody changes their own access this way, so
 * that a list sent back as it was told changes nothing. Entries of one context are merged to the highest access, in any
 * order; admin implies write, and read is always on.
 * @throws Problem PERMISSION_DENIED when somebody without admin access sends anything but what they were told.
 */
export function wishedShares(
  viewer: Person,
  item: SharedItem,
  sent: readonly AssocContext[] | undefined,
): readonly Share[] | undefined {
  if (sent === undefined) return undefined
  const others = sent.filter(({ contextId }) => contextId !== 0 && contextId !== item.ownerContextId)
  if (item.level < LEVEL.admin) {
    if (!others.every((entry) => isToldTo(viewer, item, entry))) throw new Problem('PERMISSION_DENIED')
    return undefined
  }
  const wished = new Map(
    item.shares.filter(({ contextId }) => contextId === viewer.contextId).map((own) => [own.contextId, own]),
  )
  for (const { contextId, hasWriteAccess, hasAdminAccess } of others) {
    if (contextId === viewer.contextId) continue
    const before = wished.get(contextId)
    const canAdmin = hasAdminAccess || before?.canAdmin === true
    const canWrite = canAdmin || hasWriteAccess || before?.canWrite === true
    wished.set(contextId, { contextId, canWrite, canAdmin })
  }
  return [...wished.values()]
}

/** What becomes of an item's shares: which end, and which come or change. */
export interface ShareChanges {
  readonly ended: readonly number[]
  readonly set: readonly Share[]
  /** Of `set`, the contexts that had no share before. */
  readonly added: readonly number[]
  /** Whether anybody gets access that they did not have: what `can_share` is about. */
  readonly widens: boolean
}

/** The difference between an item's shares and the wished ones; undefined when there is none. */
export function shareChanges(stored: readonly Share[], wished: readonly Share[]): ShareChanges | undefined {
  const before = new Map(stored.map((share) => [share.contextId, share]))
  const kept = new Set(wished.map(({ contextId }) => contextId))
  const ended = stored.map(({ contextId }) => contextId).filter((contextId) => !kept.has(contextId))
  const set = wished.filter((share) => {
    const old = before.get(share.contextId)
    return old?.canWrite !== share.canWrite || old.canAdmin !== share.canAdmin
  })
  if (ended.length === 0 && set.length === 0) return undefined
  const added = set.map(({ contextId }) => contextId).filter((contextId) => !before.has(contextId))
  const widens = set.some((share) => {
    const old = before.get(share.contextId)
    return !old || (share.canWrite && !old.canWrite) || (share.canAdmin && !old.canAdmin)
  })
  return { ended, set, added, widens }
}

function isToldTo(viewer: Person, item: SharedItem, entry: AssocContext): boolean {
  return (
    entry.contextId === viewer.contextId &&
    entry.hasWriteAccess === item.level >= LEVEL.write &&
    entry.hasAdminAccess === item.level >= LEVEL.admin
  )
}

/** So much of a list of ids is kept: a group of thousands does not fill the trail. */
const IDS_LENGTH = 1_000

/**
 * What is kept of a sharing or a membership: how many there were and are, whose access ended, and who has which now, by the
 * ids of their contexts.
 */
export function sharingDetails(
  changes: Pick<ShareChanges, 'ended' | 'set'>,
  counts: { before: number; after: number },
): Record<string, string | number> {
  const set = changes.set.map(
    ({ contextId, canWrite, canAdmin }) => `${contextId} ${canAdmin ? 'admin' : canWrite ? 'write' : 'read'}`,
  )
  return {
    ...counts,
    ...(set.length > 0 ? { set: cut(set.join(', ')) } : {}),
    ...(changes.ended.length > 0 ? { ended: cut(changes.ended.join(', ')) } : {}),
  }
}

const cut = (text: string): string => (text.length > IDS_LENGTH ? `${text.slice(0, IDS_LENGTH)}…` : text)
