// What happens to what a user owns when they are deleted.
import type { OwnedItemCounts } from '@polylogue/contract'
import type { Leaving } from '../api.ts'

export interface Decision {
  items: 'delete' | 'handOver' | 'handOverShared' | undefined
  to: { id: number; name: string } | undefined
}

export const NOTHING_DECIDED: Decision = { items: undefined, to: undefined }

/** From this number of chats and projects on, deletion is confirmed by name, even if nothing is shared. */
const MUCH = 10

export const ownsAnything = ({ chats, projects, groups }: OwnedItemCounts): boolean =>
  chats + projects + groups > 0

/** Counts the chats and projects to be deleted. */
export function lostBy({ chats, projects, shared }: OwnedItemCounts, { items }: Decision): number {
  if (items === 'delete') return chats + projects
  return items === 'handOverShared' ? chats + projects - shared : 0
}

/** Returns whether the name must be typed: something shared, or a lot, would be lost. */
export const isMuchLost = (owns: OwnedItemCounts, decision: Decision): boolean =>
  (decision.items === 'delete' && owns.shared > 0) || lostBy(owns, decision) >= MUCH

/** Returns the request body; undefined while a choice is missing. */
export function leavingOf(owns: OwnedItemCounts, { items, to }: Decision): Leaving | undefined {
  if (!ownsAnything(owns)) return {}
  if (items === 'delete') return { items }
  return items && to ? { items, to: to.id } : undefined
}
