// Orders of tabs, as lists of their ids.

/** Moves one id to an index; unknown ids change nothing. */
export function moved(order: readonly number[], id: number, to: number): number[] {
  if (!order.includes(id)) return [...order]
  const rest = order.filter((other) => other !== id)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, id)
}

/** Returns the index of a dragged tab: after all tabs whose middle the pointer has passed. */
export function placeAt(pointer: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < pointer).length
}

/**
 * Returns the tab to show after one was removed: the next remaining one, or the nearest before it. Undefined if none remains
 * or the tab was unknown.
 */
export function neighbourOf(
  before: readonly number[],
  gone: number,
  left: readonly number[],
): number | undefined {
  const place = before.indexOf(gone)
  if (place < 0) return undefined
  const there = (id: number) => left.includes(id)
  return before.slice(place + 1).find(there) ?? before.slice(0, place).findLast(there)
}
