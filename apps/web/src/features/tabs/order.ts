// Orders of tabs, as lists of their ids.

/** The order with one id moved to a place; ids that are not in it change nothing. */
export function moved(order: readonly number[], id: number, to: number): number[] {
  if (!order.includes(id)) return [...order]
  const rest = order.filter((other) => other !== id)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, id)
}

/** Where a dragged tab belongs: behind all others whose middle the pointer has passed. */
export function placeAt(pointer: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < pointer).length
}

/**
 * Which tab takes the place of one that is gone: the next that is still there, else the nearest before it; undefined when
 * none of its neighbours is left or it was never there.
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
