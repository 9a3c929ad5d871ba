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
