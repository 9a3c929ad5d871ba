// The order of shapes: that of the file, which is the one in which they were made and are read aloud.
import { childOf, nodesOf, type XmlNode } from '../xml.ts'
import { placeholderOf } from './masters.ts'

interface Place {
  readonly shape: XmlNode
  readonly top: number
  readonly left: number
  readonly bottom: number
}

/** Fewer shapes have an order by chance. */
const FEWEST = 3

/** Returns shapes by their places if the file has free ones against the direction of reading, else as they are. */
export function inReadingOrder(shapes: readonly XmlNode[]): readonly XmlNode[] {
  if (shapes.some((shape) => isBody(shape))) return shapes
  const places = shapes.map(placeOf).filter((place) => place !== undefined)
  if (places.length < FEWEST) return shapes
  const against = places.filter((place, at) => {
    const before = places[at - 1]
    return before !== undefined && place.bottom <= before.top
  }).length
  if (against * 2 < places.length - 1) return shapes
  const sorted = places.toSorted((a, b) => a.top - b.top || a.left - b.left)
  return [...shapes.filter((shape) => placeOf(shape) === undefined), ...rowsOf(sorted)]
}

/** Shapes that stand side by side are a row, read from left to right. */
function rowsOf(places: readonly Place[]): XmlNode[] {
  const rows: Place[][] = []
  for (const place of places) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && place.top < first.top + (first.bottom - first.top) / 2) row.push(place)
    else rows.push([place])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left).map(({ shape }) => shape))
}

function isBody(shape: XmlNode): boolean {
  const type = placeholderOf(shape)?.type
  return type === 'obj' || type === 'body'
}

function placeOf(shape: XmlNode): Place | undefined {
  const properties = nodesOf(shape).find(({ name }) => name === 'spPr' || name === 'grpSpPr')
  const frame = childOf(properties, 'xfrm') ?? childOf(shape, 'xfrm')
  const [place, size] = [childOf(frame, 'off')?.attributes, childOf(frame, 'ext')?.attributes]
  const [top, left, height] = [Number(place?.['y']), Number(place?.['x']), Number(size?.['cy'] ?? 0)]
  if (!Number.isFinite(top) || !Number.isFinite(left) || !Number.isFinite(height)) return undefined
  return { shape, top, left, bottom: top + height }
}
