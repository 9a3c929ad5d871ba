// Reorders lists of model ids.

/** Returns the order with one id moved to an index; an unknown id changes nothing. */
export function moved(order: readonly number[], id: number, to: number): number[] {
  if (!order.includes(id)) return [...order]
  const rest = order.filter((other) => other !== id)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, id)
}

/** Returns the index of a dragged row: below every row whose middle the pointer has passed. */
export function placeAt(pointer: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < pointer).length
}

/** Merges an edited order with the current models: removes deleted ones and appends new ones. */
export function fitted(order: readonly number[], ids: readonly number[]): number[] {
  const kept = order.filter((id) => ids.includes(id))
  return [...kept, ...ids.filter((id) => !kept.includes(id))]
}

export const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

/** Counts the models whose position changed. */
export const countMoved = (before: readonly number[], after: readonly number[]): number =>
  after.filter((id, place) => before[place] !== id).length
