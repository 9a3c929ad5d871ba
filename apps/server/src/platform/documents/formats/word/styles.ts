// The styles of a Word document: what a paragraph or a run inherits by `basedOn`.
import { childOf, childrenOf, isOn, valueOf, type XmlNode } from '../xml.ts'

/** A paragraph's list and its level in it, from 0; `num` 0 takes it out of a list. */
export interface ListPlace {
  readonly num?: string
  readonly level?: number
}

export interface Style {
  /** Of a heading, from 1; 0 for body text. */
  readonly heading: number
  readonly list: ListPlace
  readonly isHidden: boolean
  /** The style itself and those that it is based on, nearest first. */
  readonly ids: readonly string[]
}

export type Styles = (id: string | undefined) => Style

const PLAIN: Style = { heading: 0, list: {}, isHidden: false, ids: [] }
const MAX_CHAIN = 20

/** Names of headings in the languages whose programs translate them. */
const HEADING =
  /^(?:heading|überschrift|berschrift|titre|título|titulo|titolo|kop|заглавие|заголовок|nagłówek|nadpis|rubrik|overskrift|otsikko|başlık|titlu|címsor|επικεφαλίδα|見出し|标题|標題|제목)\s*([1-9])$/i
const TITLE = /^(?:title|titel|haupttitel|название|表題)$/i

/** Reads the styles; a paragraph without a style has the default one. */
export function readStyles(root: XmlNode | undefined): Styles {
  const nodes = new Map<string, XmlNode>()
  let standard: string | undefined
  for (const style of childrenOf(root, 'style')) {
    const { styleId: id, type, default: isDefault } = style.attributes
    if (id === undefined) continue
    nodes.set(id, style)
    if (type === 'paragraph' && isDefault === '1') standard = id
  }
  const known = new Map<string, Style>()
  const styleOf = (id: string): Style => {
    const found = known.get(id)
    if (found) return found
    const style = inherited(chainOf(nodes, id), id)
    known.set(id, style)
    return style
  }
  return (id) => {
    const wanted = id ?? standard
    return wanted === undefined ? PLAIN : styleOf(wanted)
  }
}

function chainOf(nodes: ReadonlyMap<string, XmlNode>, id: string): XmlNode[] {
  const chain: XmlNode[] = []
  let at = nodes.get(id)
  while (at && chain.length < MAX_CHAIN) {
    chain.push(at)
    at = nodes.get(valueOf(at, 'basedOn') ?? '')
  }
  return chain
}

function inherited(chain: readonly XmlNode[], id: string): Style {
  const list: { num?: string; level?: number } = {}
  let heading: number | undefined
  let isHidden: boolean | undefined
  for (const style of chain) {
    const paragraph = childOf(style, 'pPr')
    heading ??= outlineLevelOf(paragraph) ?? namedLevel(valueOf(style, 'name') ?? '')
    const { num, level } = listPlaceOf(paragraph)
    if (list.num === undefined && num !== undefined) list.num = num
    if (list.level === undefined && level !== undefined) list.level = level
    isHidden ??= isOn(childOf(style, 'rPr'), 'vanish')
  }
  if (chain.length === 0) heading = namedLevel(id)
  return {
    heading: heading ?? 0,
    list,
    isHidden: isHidden ?? false,
    ids: chain.flatMap(({ attributes }) => attributes['styleId'] ?? []),
  }
}

/** Returns the level of a heading by the name of its style. */
export function namedLevel(name: string): number | undefined {
  const level = HEADING.exec(name)?.[1]
  if (level !== undefined) return Number(level)
  return TITLE.test(name) ? 1 : undefined
}

/** Returns the level of a heading, 0 for body text; undefined if the properties do not say it. */
export function outlineLevelOf(properties: XmlNode | undefined): number | undefined {
  const value = valueOf(properties, 'outlineLvl')
  if (value === undefined) return undefined
  const level = Number(value)
  return level >= 0 && level <= 8 ? level + 1 : 0
}

export function listPlaceOf(properties: XmlNode | undefined): ListPlace {
  const numbering = childOf(properties, 'numPr')
  const num = valueOf(numbering, 'numId')
  const level = valueOf(numbering, 'ilvl')
  return {
    ...(num === undefined ? {} : { num }),
    ...(level === undefined ? {} : { level: Math.min(8, Math.max(0, Number(level) || 0)) }),
  }
}
