// Compares orders of models, as lists of their ids.

/** Merges an edited order with the current models: removes deleted ones and appends new ones. */
export function mergedOrder(order: readonly number[], ids: readonly number[]): number[] {
  const kept = order.filter((id) => ids.includes(id))
  return [...kept, ...ids.filter((id) => !kept.includes(id))]
}

export const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

/** Counts the models whose position changed. */
export const countMoved = (before: readonly number[], after: readonly number[]): number =>
  after.filter((id, place) => before[place] !== id).length
