// How an item is shared, as far as its reader is told.
import { canAdminister, type Accessible } from '../../lib/can.ts'
import { useUserId } from '../session/index.ts'
import { useCanShare } from './can-share.ts'

interface Shared extends Accessible {
  ownerId: number
}

/** With how many people and groups; told to those who manage it, 0 to others. */
export const sharesOf = ({ assocContexts }: Pick<Shared, 'assocContexts'>): number =>
  Math.max(0, assocContexts.length - 1)

/** Somebody else's. */
const isSharedWithMe = ({ ownerId }: Pick<Shared, 'ownerId'>, userId: number): boolean => ownerId !== userId

/**
 * What the reader can do about an item's sharing: change it, for those who manage it; see whose it is, for others. Undefined
 * when there is nothing to see and one may not share.
 */
export function useSharingWay(): (item: Shared) => 'share' | 'info' | undefined {
  const userId = useUserId()
  const canShare = useCanShare()
  return (item) => {
    if (canAdminister(item) && (canShare || sharesOf(item) > 0)) return 'share'
    return isSharedWithMe(item, userId) ? 'info' : undefined
  }
}
