// XML as a bounded tree, for the parts of office documents. Entities of a document's own are not expanded.
import type { SaxesParser } from 'saxes'

export interface XmlNode {
  /** The name without its prefix. */
  readonly name: string
  /** The values by name without prefix; those of links between parts by “r:” and the name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlChild[]
}

export type XmlChild = XmlNode | string

export interface ParseXml {
  /** Returns the root of a part. Throws for elements that do not match. */
  (source: string): XmlNode
  /** Returns how many elements with text were too deep since the last call: they lost their place, and may not be read. */
  readonly takeDeep: () => number
  /** Returns a parser that counts for one document: another one may be read meanwhile, or have failed before. */
  readonly anew: () => ParseXml
}

/** Elements below this depth become siblings, so that recursion ends. */
const MAX_DEPTH = 150
const MAX_NODES = 1_500_000
const MAX_ATTRIBUTES = 40

/** Elements that say nothing about the text. */
const UNREAD = new Set(
  'proofErr bookmarkStart bookmarkEnd lastRenderedPageBreak lang sz szCs color spacing tcBorders tblBorders pBdr tabs ind shd'.split(
    ' ',
  ),
)
const UNREAD_ATTRIBUTE = /^(?:rsid|paraId|textId)/

/** Shared by the many elements without attributes. */
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(
  Object.create(null) as Record<string, string>,
)
const NONE: XmlNode = { name: '', attributes: NO_ATTRIBUTES, children: [] }

/** Loads the parser of XML. */
export async function loadXml(): Promise<ParseXml> {
  const { SaxesParser: Parser } = await import('saxes')
  // Without the parser's name spaces, whose prefixes it looks up in all open elements: quadratic for deep ones.
  const anew = (): ParseXml => {
    let deep = 0
    const parse = (source: string) => {
      const { root, deepTexts } = read(new Parser({ xmlns: false }), source)
      deep += deepTexts
      return root
    }
    const takeDeep = () => {
      const taken = deep
      deep = 0
      return taken
    }
    return Object.assign(parse, { takeDeep, anew })
  }
  return anew()
}

type Open = XmlNode & { readonly children: XmlChild[] }

function read(
  parser: SaxesParser<{ xmlns: false }>,
  source: string,
): { readonly root: XmlNode; readonly deepTexts: number } {
  const root: Open = { name: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  let count = 0
  let deepTexts = 0
  let isDeep = false
  parser.on('error', refuseUnmatched)
  const linkPrefixes = new Set(['r'])
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    const node: Open = { name: local, attributes: valuesOf(attributes, linkPrefixes), children: [] }
    if (++count <= MAX_NODES && !UNREAD.has(local))
      open[Math.min(open.length, MAX_DEPTH) - 1]?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => {
    open.pop()
    if (isDeep && open.length <= MAX_DEPTH) {
      deepTexts++
      isDeep = false
    }
  })
  const onText = (text: string) => {
    isDeep ||= open.length > MAX_DEPTH && text.trim() !== ''
    if (count <= MAX_NODES && text !== '') open[Math.min(open.length, MAX_DEPTH) - 1]?.children.push(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.write(source).close()
  return { root: root.children.find((child) => typeof child !== 'string') ?? NONE, deepTexts }
}

/** Prefixes without declaration and unknown entities occur in real documents; unmatched elements are damage. */
function refuseUnmatched(error: Error): void {
  if (/unclosed tag|unmatched closing tag|unexpected end|must contain a root/i.test(error.message))
    throw error
}

function valuesOf(
  attributes: Readonly<Record<string, string>>,
  linkPrefixes: Set<string>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null) as Record<string, string>
  let count = 0
  for (const key in attributes) {
    const value = attributes[key] ?? ''
    const at = key.indexOf(':')
    const [prefix, local] = [key.slice(0, Math.max(0, at)), key.slice(at + 1)]
    if (prefix === 'xmlns' && value.endsWith('/relationships')) linkPrefixes.add(local)
    if (prefix === 'xmlns' || key === 'xmlns' || UNREAD_ATTRIBUTE.test(local)) continue
    if (++count > MAX_ATTRIBUTES) break
    values[linkPrefixes.has(prefix) ? `r:${local}` : local] ??= value
  }
  return count === 0 ? NO_ATTRIBUTES : values
}

/** Returns a part's text: UTF-16 by its mark, else UTF-8, else the encoding that it declares. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
    const declared = /encoding=["']([\w-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
    try {
      return new TextDecoder(declared).decode(bytes)
    } catch {
      return new TextDecoder().decode(bytes)
    }
  }
}

export const isNode = (child: XmlChild): child is XmlNode => typeof child !== 'string'

export const nodesOf = (node: XmlNode | undefined): readonly XmlNode[] =>
  node ? node.children.filter(isNode) : []

/** Returns the first child of a name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child): child is XmlNode => isNode(child) && child.name === name)

export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  nodesOf(node).filter((child) => child.name === name)

/** Returns the descendants of a name in document order, without those inside of one another. */
export function allOf(node: XmlNode | undefined, name: string, found: XmlNode[] = []): XmlNode[] {
  for (const child of nodesOf(node)) {
    if (child.name === name) found.push(child)
    else allOf(child, name, found)
  }
  return found
}

/** Returns the first descendant of a name. */
export function firstOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  for (const child of nodesOf(node)) {
    const found = child.name === name ? child : firstOf(child, name)
    if (found) return found
  }
  return undefined
}

/** Returns all text inside a node. */
export function innerText(node: XmlNode | undefined): string {
  const parts: string[] = []
  const walk = (at: XmlNode) => {
    for (const child of at.children)
      if (isNode(child)) walk(child)
      else parts.push(child)
  }
  if (node) walk(node)
  return parts.join('')
}

/** Returns the value of the child `name`: its attribute `val`. */
export const valueOf = (node: XmlNode | undefined, name: string): string | undefined =>
  childOf(node, name)?.attributes['val']

/** Whether a switch such as `<w:vanish/>` is on; undefined if it is missing. */
export function isOn(node: XmlNode | undefined, name: string): boolean | undefined {
  const found = childOf(node, name)
  return found && isTrue(found.attributes['val'] ?? '1')
}

export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:0|false|off)$/i.test(value)
