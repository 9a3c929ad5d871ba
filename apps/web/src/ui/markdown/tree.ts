// Changes a block's tree before rendering: heading levels, citations, right-aligned numbers, line breaks in cells, the
// caret.
import type { Element, ElementContent, Root, RootContent, Text } from 'hast'

export interface TreeOptions {
  /** The source numbers that `[n]` can cite. */
  citations: ReadonlySet<number>
  /** Whether the answer streams on after this block: the caret is at its end. */
  caret: boolean
  /** Offset of the heading levels, so that the first heading follows those of the page. */
  headings: number
}

/** The element name of a citation; its `value` is the number. */
export const CITATION = 'data'
/** The property of a code block that contains the caret. */
export const CARET = 'dataCaret'

/** Applies these changes. */
export function shapeTree(tree: Root, options: TreeOptions): void {
  tree.children = tree.children.flatMap((child) => shape(child, options, false))
  if (options.caret) placeCaret(tree)
}

/** The page uses level 1 and a turn level 2. */
const HIGHEST = 3
const FENCED = /^ {0,3}(?:`{3}|~{3})/
const HEADING = /^ {0,3}(#{1,6})[ \t]+\S/m

/** Returns the offset of a text's headings: its first becomes level 3, whatever level the model used. */
export function headingShift(blocks: readonly string[]): number {
  for (const block of blocks) {
    const level = firstHeading(block)
    if (level !== undefined) return HIGHEST - level
  }
  return HIGHEST - 1
}

/** Returns the level of a block's first heading. */
export function firstHeading(block: string): number | undefined {
  return FENCED.test(block) ? undefined : HEADING.exec(block)?.[1]?.length
}

const DIRECTED = new Set(['p', 'li', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'dd', 'dt'])
const HOLDS_DIRECTED = new Set(['blockquote', 'ul', 'ol', 'table'])
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Returns whether the first letter of a text is of a script that is written from right to left. */
const isRightToLeft = (value: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(value)?.[0] ?? '')

function shape<T extends RootContent>(
  node: T,
  options: TreeOptions,
  inCell: boolean,
): (T | ElementContent)[] {
  if (node.type === 'text') return inline(node, options, inCell)
  if (node.type !== 'element') return [node]
  if (node.tagName === 'pre' || node.tagName === 'code' || isFormula(node)) return [node]
  if (/^h[1-6]$/.test(node.tagName)) {
    const level = Number(node.tagName.charAt(1)) + options.headings
    node.tagName = `h${Math.max(HIGHEST, Math.min(6, level))}`
  }
  if (node.tagName === 'table') alignNumbers(node)
  // Each block gets the text direction of its own content.
  if (DIRECTED.has(node.tagName)) node.properties['dir'] = 'auto'
  // Its blocks have directions of their own, which `auto` would skip.
  if (HOLDS_DIRECTED.has(node.tagName) && isRightToLeft(textOf(node))) node.properties['dir'] = 'rtl'
  const cell = inCell || node.tagName === 'td' || node.tagName === 'th'
  const cites = node.tagName === 'a' ? { ...options, citations: new Set<number>() } : options
  node.children = node.children.flatMap((child) => shape(child, cites, cell))
  return [node]
}

const isFormula = (node: Element): boolean => classesOf(node).some((name) => name.startsWith('katex'))

export const classesOf = (node: Element): string[] => {
  const { className } = node.properties
  return Array.isArray(className) ? className.map(String) : []
}

const CITES = /[ \u00a0]?\[(\d{1,3}(?:, ?\d{1,3})*)\]/g
const BREAK = /<br ?\/?>/i

function inline(node: Text, options: TreeOptions, inCell: boolean): (Text | Element)[] {
  const parts = inCell && BREAK.test(node.value) ? withBreaks(node.value) : [node]
  if (options.citations.size === 0) return parts
  return parts.flatMap((part) =>
    part.type === 'text' ? withCitations(part.value, options.citations) : [part],
  )
}

// In a table cell `<br>` is the only way to break a line; elsewhere it is text.
const withBreaks = (value: string): (Text | Element)[] =>
  value
    .split(new RegExp(BREAK, 'gi'))
    .flatMap((part, index) => [...(index > 0 ? [element('br')] : []), text(part)])

function withCitations(value: string, known: ReadonlySet<number>): (Text | Element)[] {
  const out: (Text | Element)[] = []
  let at = 0
  for (const found of value.matchAll(CITES)) {
    const numbers = (found[1] ?? '').split(',').map(Number)
    if (!numbers.every((number) => known.has(number))) continue
    out.push(
      text(value.slice(at, found.index)),
      ...numbers.map((number) => element(CITATION, { value: String(number) })),
    )
    at = found.index + found[0].length
  }
  return at === 0
    ? [text(value)]
    : [...out, text(value.slice(at))].filter((node) => node.type !== 'text' || node.value !== '')
}

const NUMBER = /^[−–+-]?(?:[$€£] ?)?\d[\d.,   ]*(?: ?(?:%|‰|°C?|[$€£]|[\p{L}µ/²³]{1,12}))?$/u

/** Right-aligns a column of numbers without its own alignment, so that the digits line up. */
function alignNumbers(table: Element): void {
  const rows = elementsIn(table).flatMap((part) => elementsIn(part))
  const [head, ...body] = rows.map((row) => elementsIn(row))
  head?.forEach((cell, column) => {
    const cells = body.flatMap((row) => row[column] ?? [])
    const numeric = cells.length > 0 && cells.every((each) => NUMBER.test(textOf(each).trim()))
    if (cell.properties['align'] === undefined && numeric)
      for (const each of [cell, ...cells]) each.properties['align'] = 'right'
  })
}

const elementsIn = (node: Element): Element[] => node.children.filter((child) => child.type === 'element')

export function textOf(node: Root | Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('')
}

const HOLDS_CARET = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  'del',
])

function placeCaret(tree: Root): void {
  let place: Root | Element = tree
  for (let next = lastElement(place); next; next = lastElement(place)) {
    if (next.tagName === 'pre') {
      next.properties[CARET] = true
      return
    }
    if (!HOLDS_CARET.has(next.tagName)) break
    place = next
  }
  place.children.push(element('span', { className: ['pl-caret'] }))
}

function lastElement(node: Root | Element): Element | undefined {
  const last = node.children.findLast((child) => child.type !== 'text' || child.value.trim() !== '')
  return last?.type === 'element' ? last : undefined
}

const text = (value: string): Text => ({ type: 'text', value })
const element = (tagName: string, properties: Element['properties'] = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children: [],
})
