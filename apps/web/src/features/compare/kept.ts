// Questions that stood in line when their page was loaded again: they are asked once their comparison is looked at again.
import { hasLeft } from '../../lib/session.ts'
import type { Lane } from './line.ts'

const keyOf = (userId: number) => `polylogue.compare.${userId}`

/** Keeps what stands in line, for as long as this tab of the browser lives. */
export function keepWaiting(userId: number, lanes: readonly Lane[]): void {
  try {
    if (lanes.length === 0) sessionStorage.removeItem(keyOf(userId))
    else if (!hasLeft()) sessionStorage.setItem(keyOf(userId), JSON.stringify(lanes))
  } catch {
    // A full or forbidden storage: the line still stands on this page.
    return
  }
}

/** What stood in line for a comparison. */
export function waitingFor(userId: number, compareId: string): Lane[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? (kept as Lane[]).filter((lane) => lane.compareId === compareId) : []
  } catch {
    return []
  }
}
