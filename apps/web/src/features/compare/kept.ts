// Stores queued questions across a reload; they are sent when their comparison is opened again.
import { hasLeft } from '#lib/session.ts'
import type { Lane } from './compare-queue.ts'

const keyOf = (userId: number) => `polylogue.compare.${userId}`

/** Stores the queue in sessionStorage. */
export function keepWaiting(userId: number, lanes: readonly Lane[]): void {
  try {
    if (lanes.length === 0) sessionStorage.removeItem(keyOf(userId))
    else if (!hasLeft()) sessionStorage.setItem(keyOf(userId), JSON.stringify(lanes))
  } catch {
    // If storage is full or forbidden, the queue still works until a reload.
    return
  }
}

/** Returns the stored queue of a comparison. */
export function waitingFor(userId: number, compareId: string): Lane[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? (kept as Lane[]).filter((lane) => lane.compareId === compareId) : []
  } catch {
    return []
  }
}
