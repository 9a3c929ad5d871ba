// The texts of SmartArt, as a list in the order and with the levels of its tree.
import { allOf, childOf, innerText, type XmlNode } from '../xml.ts'

export interface DiagramItem {
  readonly text: string
  readonly level: number
}

const MAX_LEVEL = 20
const MAX_POINTS = 2_000

export function diagramItems(root: XmlNode | undefined): DiagramItem[] {
  const points = new Map<string, XmlNode>()
  for (const point of allOf(root, 'pt').slice(0, MAX_POINTS)) {
    const id = point.attributes['modelId']
    if (id !== undefined) points.set(id, point)
  }
  const below = childrenByParent(root)
  const items: DiagramItem[] = []
  const seen = new Set<string>()
  const walk = (id: string, level: number) => {
    if (seen.has(id)) return
    seen.add(id)
    const point = points.get(id)
    const isText = point && ['node', 'asst', undefined].includes(point.attributes['type'])
    const text = isText ? textOf(point) : ''
    if (text) items.push({ text, level })
    for (const child of below.get(id) ?? []) walk(child, Math.min(MAX_LEVEL, text ? level + 1 : level))
  }
  for (const [id, { attributes }] of points) if (attributes['type'] === 'doc') walk(id, 0)
  for (const id of points.keys()) walk(id, 0)
  return items
}

function childrenByParent(root: XmlNode | undefined): Map<string, string[]> {
  const below = new Map<string, { id: string; order: number }[]>()
  for (const { attributes } of allOf(root, 'cxn')) {
    const { type = 'parOf', srcId: parent, destId: id, srcOrd: order } = attributes
    if (type !== 'parOf' || parent === undefined || id === undefined) continue
    const known = below.get(parent)
    if (known) known.push({ id, order: Number(order) })
    else below.set(parent, [{ id, order: Number(order) }])
  }
  return new Map(
    [...below].map(([parent, found]) => [
      parent,
      found.toSorted((a, b) => a.order - b.order).map(({ id }) => id),
    ]),
  )
}

const textOf = (point: XmlNode): string =>
  allOf(childOf(point, 't'), 'p')
    .map((paragraph) => allOf(paragraph, 't').map(innerText).join(''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
