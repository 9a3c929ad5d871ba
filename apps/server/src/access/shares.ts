// Sharing an item: the shares in a reply, and the shares that a request asks for (ACCESS-4). Pure functions.
import type { AssocContext } from '@polylogue/contract'
import { Problem } from '#problem.ts'
import { LEVEL } from './policy.ts'
import { isPerson, type Person, type Viewer } from './viewer.ts'

/** One share of an item: members of `contextId` may read it, and have the access set to true here. */
export interface Share {
  readonly contextId: number
  readonly canWrite: boolean
  readonly canAdmin: boolean
}

/** An item with all its shares and the viewer's level on it. */
export interface SharedItem {
  readonly contextId: number
  readonly ownerContextId: number
  readonly level: number
  readonly shares: readonly Share[]
}

/**
 * Returns the `assocContexts` of a reply: first the viewer's effective access, under their own user context, or under
 * context 0 for an unshared item and for a viewer without an account; then every share, if the viewer has admin access.
 */
export function toSharesResponse(viewer: Viewer, item: SharedItem): AssocContext[] {
  const effective: AssocContext = {
    contextId: isPerson(viewer) && item.shares.length > 0 ? viewer.contextId : 0,
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
 * Returns the shares that a request's `assocContexts` ask for; undefined to keep the current ones. Ignores entries of
 * context 0, of the owner and of the viewer, who cannot change their own access; a list sent back unchanged therefore
 * changes nothing. Merges entries of one context to the highest access. Admin implies write, and read is always set.
 * @throws Problem PERMISSION_DENIED when a viewer without admin access sends a changed list.
 */
export function wishedShares(
  viewer: Person,
  item: SharedItem,
  sent: readonly AssocContext[] | undefined,
): readonly Share[] | undefined {
  if (sent === undefined) return undefined
  const others = sent.filter(({ contextId }) => contextId !== 0 && contextId !== item.ownerContextId)
  if (item.level < LEVEL.admin) {
    if (!others.every((entry) => isVisibleTo(viewer, item, entry))) throw new Problem('PERMISSION_DENIED')
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

/** The changes to an item's shares: removed ones, and added or updated ones. */
export interface ShareChanges {
  readonly ended: readonly number[]
  readonly set: readonly Share[]
  /** The contexts in `set` that had no share before. */
  readonly added: readonly number[]
  /** Whether anybody gets more access than before, which needs `can_share`. */
  readonly widens: boolean
}

/** Returns the difference between an item's current and requested shares; undefined when there is none. */
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

/**
 * Splits a list of requested shares: those that widen the access of one of the groups in `asking` are held back, and the
 * current access of these groups is kept.
 */
export function holdBack(
  stored: readonly Share[],
  wished: readonly Share[],
  asking: ReadonlySet<number>,
): { readonly granted: readonly Share[]; readonly held: readonly Share[] } {
  const before = new Map(stored.map((share) => [share.contextId, share]))
  const isHeld = (share: Share) => {
    const old = before.get(share.contextId)
    return asking.has(share.contextId) && (!old || accessOf(share) > accessOf(old))
  }
  const granted = wished.flatMap((share) => {
    if (!isHeld(share)) return [share]
    const old = before.get(share.contextId)
    return old ? [old] : []
  })
  return { granted, held: wished.filter(isHeld) }
}

const accessOf = ({ canWrite, canAdmin }: Share): number =>
  canAdmin ? LEVEL.admin : canWrite ? LEVEL.write : LEVEL.read

/** Names the access of a share in the audit trail. */
export const accessName = (share: Share): string =>
  (['read', 'write', 'admin'] as const)[accessOf(share) - 1] ?? 'read'

function isVisibleTo(viewer: Person, item: SharedItem, entry: AssocContext): boolean {
  return (
    entry.contextId === viewer.contextId &&
    entry.hasWriteAccess === item.level >= LEVEL.write &&
    entry.hasAdminAccess === item.level >= LEVEL.admin
  )
}

/** The maximum length of an id list in the audit trail, so that large groups do not fill it. */
const IDS_LENGTH = 1_000

/**
 * Returns the audit details of a change of shares or members: counts before and after, and the context ids that lost access
 * or have new access.
 */
export function sharingDetails(
  changes: Pick<ShareChanges, 'ended' | 'set'>,
  counts: { before: number; after: number },
): Record<string, string | number> {
  const set = changes.set.map((share) => `${share.contextId} ${accessName(share)}`)
  return {
    ...counts,
    ...(set.length > 0 ? { set: cut(set.join(', ')) } : {}),
    ...(changes.ended.length > 0 ? { ended: cut(changes.ended.join(', ')) } : {}),
  }
}

const cut = (text: string): string => (text.length > IDS_LENGTH ? `${text.slice(0, IDS_LENGTH)}…` : text)
