// The sharing state of an item that its reader can see.
import type { AssocContext } from '@polylogue/contract'
import { canAdminister, type Accessible } from '#lib/can.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission, useUserId } from '#features/session/index.ts'

interface Shared extends Accessible {
  ownerId: number
}

/** Returns the number of shares; 0 for users who do not manage the item. */
export const sharesOf = ({ assocContexts }: Pick<Shared, 'assocContexts'>): number =>
  Math.max(0, assocContexts.length - 1)

/** Returns the shares of an item, to share another one alike; empty for users who do not manage it. */
export const sharesGivenBy = ({ assocContexts }: Pick<Shared, 'assocContexts'>): AssocContext[] =>
  assocContexts.slice(1)

const isSharedWithMe = ({ ownerId }: Pick<Shared, 'ownerId'>, userId: number): boolean => ownerId !== userId

/**
 * Returns `share` for users who manage the item, `info` for others, who see the owner. Undefined if there is nothing to see
 * and the user cannot share, or has hidden sharing.
 */
export function useSharingWay(): (item: Shared) => 'share' | 'info' | undefined {
  const userId = useUserId()
  const canShare = usePermission('can_share') === true
  const installed = useInstalled('share')
  return (item) => {
    if (installed && canAdminister(item) && (canShare || sharesOf(item) > 0)) return 'share'
    return isSharedWithMe(item, userId) ? 'info' : undefined
  }
}
