// Reorders lists of ids.

/** Moves one id to an index; an unknown id changes nothing. */
export function moved(order: readonly number[], id: number, to: number): number[] {
  if (!order.includes(id)) return [...order]
  const rest = order.filter((other) => other !== id)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, id)
}

/** Returns the index of a dragged item: after all items whose middle the pointer has passed. */
export function placeAt(pointer: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < pointer).length
}
