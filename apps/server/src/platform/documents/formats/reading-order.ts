// The order of shapes on a page: that of the file, which is the one in which they were made and are read aloud.

export interface Place {
  readonly top: number
  readonly left: number
  readonly bottom: number
}

interface Placed<T> extends Place {
  readonly shape: T
}

/** Fewer shapes have an order by chance. */
const FEWEST = 3

/** Returns shapes by their places if those that have one stand against the direction of reading, else as they are. */
export function inReadingOrder<T>(
  shapes: readonly T[],
  placeOf: (shape: T) => Place | undefined,
): readonly T[] {
  const placed = shapes.flatMap((shape): Placed<T>[] => {
    const place = placeOf(shape)
    return place && Object.values(place).every(Number.isFinite) ? [{ ...place, shape }] : []
  })
  if (placed.length < FEWEST) return shapes
  const against = placed.filter((place, at) => {
    const before = placed[at - 1]
    return before !== undefined && place.bottom <= before.top
  }).length
  if (against * 2 < placed.length - 1) return shapes
  const sorted = placed.toSorted((a, b) => a.top - b.top || a.left - b.left)
  const withPlace = new Set(placed.map(({ shape }) => shape))
  return [...shapes.filter((shape) => !withPlace.has(shape)), ...rowsOf(sorted)]
}

/** Shapes that stand side by side are a row, read from left to right. */
function rowsOf<T>(places: readonly Placed<T>[]): T[] {
  const rows: Placed<T>[][] = []
  for (const place of places) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && place.top < first.top + (first.bottom - first.top) / 2) row.push(place)
    else rows.push([place])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left).map(({ shape }) => shape))
}
