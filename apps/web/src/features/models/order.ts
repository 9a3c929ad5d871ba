// The order that models are put into, as lists of their ids.

/** The order with one id moved to a place; an id that is not in it changes nothing. */
export function moved(order: readonly number[], id: number, to: number): number[] {
  if (!order.includes(id)) return [...order]
  const rest = order.filter((other) => other !== id)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, id)
}

/** Where a dragged row belongs: below all others whose middle the pointer has passed. */
export function placeAt(pointer: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < pointer).length
}

/** An order that was begun, fitted to the models there are now: those that are gone leave, new ones come last. */
export function fitted(order: readonly number[], ids: readonly number[]): number[] {
  const kept = order.filter((id) => ids.includes(id))
  return [...kept, ...ids.filter((id) => !kept.includes(id))]
}

export const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

/** How many stand elsewhere than before. */
export const countMoved = (before: readonly number[], after: readonly number[]): number =>
  after.filter((id, place) => before[place] !== id).length
