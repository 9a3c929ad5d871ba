// The places of the shapes of a slide.
import { childOf, nodesOf, type XmlNode } from '../xml.ts'
import { inReadingOrder, type Place } from '../reading-order.ts'
import { placeholderOf } from './masters.ts'

/** Returns shapes in reading order: those of a slide with a body stand as they are. */
export const orderOf = (shapes: readonly XmlNode[]): readonly XmlNode[] =>
  shapes.some((shape) => isBody(shape)) ? shapes : inReadingOrder(shapes, placeOf)

function isBody(shape: XmlNode): boolean {
  const type = placeholderOf(shape)?.type
  return type === 'obj' || type === 'body'
}

function placeOf(shape: XmlNode): Place {
  const properties = nodesOf(shape).find(({ name }) => name === 'spPr' || name === 'grpSpPr')
  const frame = childOf(properties, 'xfrm') ?? childOf(shape, 'xfrm')
  const [place, size] = [childOf(frame, 'off')?.attributes, childOf(frame, 'ext')?.attributes]
  const top = Number(place?.['y'])
  return { top, left: Number(place?.['x']), bottom: top + Number(size?.['cy'] ?? 0) }
}
