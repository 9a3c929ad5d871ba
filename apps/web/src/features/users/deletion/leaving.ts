// What becomes of what a person owns when they are removed.
import type { Belongings } from '@polylogue/contract'
import type { Leaving } from '../api.ts'

export interface Decision {
  items: 'delete' | 'handOver' | 'handOverShared' | undefined
  to: { id: number; name: string } | undefined
}

export const NOTHING_DECIDED: Decision = { items: undefined, to: undefined }

/** So many chats and projects are much, although nobody else sees them. */
const MUCH = 10

export const ownsAnything = ({ chats, projects, groups }: Belongings): boolean =>
  chats + projects + groups > 0

/** How many chats and projects are deleted. */
export function lostBy({ chats, projects, shared }: Belongings, { items }: Decision): number {
  if (items === 'delete') return chats + projects
  return items === 'handOverShared' ? chats + projects - shared : 0
}

/** Something that others see is lost, or a lot: then the person's name is typed. */
export const isMuchLost = (owns: Belongings, decision: Decision): boolean =>
  (decision.items === 'delete' && owns.shared > 0) || lostBy(owns, decision) >= MUCH

/** What is sent; undefined while something is still to be decided. */
export function leavingOf(owns: Belongings, { items, to }: Decision): Leaving | undefined {
  if (!ownsAnything(owns)) return {}
  if (items === 'delete') return { items }
  return items && to ? { items, to: to.id } : undefined
}
