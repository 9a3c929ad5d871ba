// Styles of an OpenDocument: what they say about lists, headings and hidden text.
import { allOf, childOf, nodesOf, type XmlNode } from '../xml.ts'

export interface Style {
  readonly isHidden: boolean
  /** The list whose numbers paragraphs have; '' for none in spite of a style above. */
  readonly list: string | undefined
  readonly isListed: boolean
  /** Properties of a slide. */
  readonly isHiddenSlide: boolean
  readonly isTitle: boolean
}

export interface Styles {
  readonly styleOf: (name: string | undefined, family: string) => Style
  readonly lists: ReadonlyMap<string, XmlNode>
  readonly outline: XmlNode | undefined
  readonly masterPages: readonly XmlNode[]
  /** Names of the master pages that styles of paragraphs begin. */
  readonly usedMasters: ReadonlySet<string>
}

const MAX_PARENTS = 20
const FAMILIES = new Set(['paragraph', 'text', 'drawing-page', 'section', 'graphic', 'presentation'])
const PLAIN: Style = {
  isHidden: false,
  list: undefined,
  isListed: true,
  isHiddenSlide: false,
  isTitle: false,
}

export function readStyles(...roots: readonly (XmlNode | undefined)[]): Styles {
  const nodes = new Map<string, XmlNode>()
  const lists = new Map<string, XmlNode>()
  const masterPages: XmlNode[] = []
  let outline: XmlNode | undefined
  const groups = roots.flatMap((root) =>
    nodesOf(root).filter(({ name }) => ['styles', 'automatic-styles', 'master-styles'].includes(name)),
  )
  for (const node of groups.flatMap(nodesOf)) {
    const { name = '', family = '' } = node.attributes
    if (node.name === 'style' && FAMILIES.has(family)) {
      // The first root is the content, whose own styles count before those of the same name.
      const key = `${family} ${name}`
      if (!nodes.has(key)) nodes.set(key, node)
    } else if (node.name === 'list-style') {
      if (!lists.has(name)) lists.set(name, node)
    } else if (node.name === 'outline-style') outline ??= node
    else if (node.name === 'master-page') masterPages.push(node)
  }
  const known = new Map<string, Style>()
  const styleOf = (name: string | undefined, family: string): Style => {
    if (name === undefined) return PLAIN
    const key = `${family} ${name}`
    const found = known.get(key) ?? resolve(nodes, family, name)
    known.set(key, found)
    return found
  }
  const usedMasters = new Set<string>()
  for (const { attributes } of nodes.values()) {
    const master = attributes['master-page-name']
    if (master) usedMasters.add(master)
  }
  return { styleOf, lists, outline, masterPages, usedMasters }
}

function resolve(nodes: ReadonlyMap<string, XmlNode>, family: string, name: string): Style {
  const chain: XmlNode[] = []
  for (let at: string | undefined = name; at !== undefined && chain.length < MAX_PARENTS;) {
    const node: XmlNode | undefined = nodes.get(`${family} ${at}`)
    if (!node || chain.includes(node)) break
    chain.push(node)
    at = node.attributes['parent-style-name']
  }
  const first = (properties: string, value: string): string | undefined => {
    for (const node of chain) {
      const found = childOf(node, properties)?.attributes[value]
      if (found !== undefined) return found
    }
    return undefined
  }
  const ofList = chain.find(({ attributes }) => attributes['list-style-name'] !== undefined)
  return {
    isHidden: first('text-properties', 'display') === 'none',
    list: ofList?.attributes['list-style-name'],
    isListed: first('paragraph-properties', 'enable-numbering') !== 'false',
    isHiddenSlide: first('drawing-page-properties', 'visibility') === 'hidden',
    isTitle: family === 'paragraph' && chain.some(({ attributes }) => attributes['name'] === 'Title'),
  }
}

/** Returns the levels of a list by their number, from 1. */
export function levelsOf(list: XmlNode | undefined): ReadonlyMap<number, XmlNode> {
  return new Map(nodesOf(list).map((level) => [Number(level.attributes['level']), level] as const))
}

export const controlsOf = (forms: XmlNode | undefined): XmlNode[] =>
  [
    'text',
    'textarea',
    'checkbox',
    'radio',
    'combobox',
    'listbox',
    'formatted-text',
    'date',
    'number',
  ].flatMap((name) => allOf(forms, name))
