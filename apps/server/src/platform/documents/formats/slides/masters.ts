// What the placeholders of a slide inherit from its layout and its master: the bullets of their levels.
import type { Package } from '../ooxml/package.ts'
import { childOf, childrenOf, firstOf, nodesOf, type XmlNode } from '../xml.ts'

/** A placeholder's kind, such as “title”, and its number. */
export interface Placeholder {
  readonly type: string
  readonly index: string
}

/** Returns the list styles that a shape of a slide inherits, the nearest first. */
export type Masters = (slide: string, placeholder: Placeholder | undefined) => readonly XmlNode[]

/** Returns what a shape takes the place of; undefined for a shape of the slide alone. */
export function placeholderOf(shape: XmlNode): Placeholder | undefined {
  const own = nodesOf(shape).find(({ name }) => name.startsWith('nv'))
  const found = childOf(childOf(own, 'nvPr'), 'ph')
  return found && { type: found.attributes['type'] ?? 'obj', index: found.attributes['idx'] ?? '0' }
}

export const isTitle = (placeholder: Placeholder | undefined): boolean =>
  placeholder?.type === 'title' || placeholder?.type === 'ctrTitle'

interface Sheet {
  readonly root: XmlNode | undefined
  readonly byIndex: ReadonlyMap<string, XmlNode>
  readonly byType: ReadonlyMap<string, XmlNode>
}

export function openMasters(parts: Package): Masters {
  const known = new Map<string, Sheet>()
  const sheetOf = (part: string | undefined): Sheet | undefined => {
    if (part === undefined) return undefined
    const found = known.get(part) ?? readSheet(parts.part(part))
    known.set(part, found)
    return found
  }
  return (slide, placeholder) => {
    const layoutPart = parts.linked(slide, 'slideLayout')
    const layout = sheetOf(layoutPart)
    const master = sheetOf(layoutPart === undefined ? undefined : parts.linked(layoutPart, 'slideMaster'))
    const styles = childOf(master?.root, 'txStyles')
    if (!placeholder)
      return nodesOf(childOf(styles, 'otherStyle')).length > 0 ? stylesOf(styles, 'otherStyle') : []
    const inLayout = layout?.byIndex.get(placeholder.index) ?? layout?.byType.get(placeholder.type)
    const type = (inLayout && placeholderOf(inLayout)?.type) ?? placeholder.type
    const inMaster =
      master?.byType.get(isTitle({ type, index: '' }) ? 'title' : type) ?? master?.byType.get('body')
    const lists = [inLayout, isBody(type) ? inMaster : undefined].map((shape) => firstOf(shape, 'lstStyle'))
    return [
      ...lists.filter((list) => list !== undefined),
      ...stylesOf(styles, isBody(type) ? 'bodyStyle' : 'titleStyle'),
    ]
  }
}

const isBody = (type: string): boolean => !/title$/i.test(type) || type === 'subTitle'

const stylesOf = (styles: XmlNode | undefined, name: string): XmlNode[] => {
  const found = childOf(styles, name)
  return found ? [found] : []
}

function readSheet(root: XmlNode | undefined): Sheet {
  const [byIndex, byType] = [new Map<string, XmlNode>(), new Map<string, XmlNode>()]
  for (const shape of childrenOf(firstOf(root, 'spTree'), 'sp')) {
    const placeholder = placeholderOf(shape)
    if (!placeholder) continue
    byIndex.set(placeholder.index, shape)
    if (!byType.has(placeholder.type)) byType.set(placeholder.type, shape)
  }
  return { root, byIndex, byType }
}
