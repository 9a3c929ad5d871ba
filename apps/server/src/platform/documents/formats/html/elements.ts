// What the reader of HTML knows of elements: which are left out, which stand apart, and what replaces some of them.

/** The part of a DOM node that is read. */
export interface HtmlNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly firstChild: HtmlNode | null
  readonly nextSibling: HtmlNode | null
  readonly parentNode: HtmlNode | null
  getAttribute?(name: string): string | null
}

export const ELEMENT = 1
export const TEXT = 3
export const CDATA = 4

const LEFT_OUT = new Set(
  'script style noscript template iframe object embed applet head link meta base canvas audio video datalist rt rp rtc annotation-xml title'.split(
    ' ',
  ),
)

const APART = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup p pre search section summary table tbody td tfoot th thead tr ul caption'.split(
    ' ',
  ),
)

/** Returns the name without a prefix, in lower case. */
export const nameOf = ({ nodeName }: HtmlNode): string =>
  nodeName.slice(nodeName.indexOf(':') + 1).toLowerCase()

/** Returns an attribute; an empty text without it. */
export const attribute = (node: HtmlNode, name: string): string => node.getAttribute?.(name) ?? ''

const has = (node: HtmlNode, name: string) => node.getAttribute?.(name) != null

/** Yields the children of a node. */
export function* childrenOf(node: HtmlNode): Generator<HtmlNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child
}

/** Whether an element is not shown, or has no text of its own. */
export function isLeftOut(node: HtmlNode, name: string): boolean {
  if (LEFT_OUT.has(name)) return true
  if (has(node, 'hidden') || attribute(node, 'aria-hidden') === 'true') return true
  if (name === 'dialog' && !has(node, 'open')) return true
  const style = attribute(node, 'style').slice(0, 1_000)
  if (style && /(?:^|[;\s])(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden)/i.test(style))
    return true
  return isMark(node, name)
}

/** Links beside headings for editing or copying their address, and page breaks of printed books. */
function isMark(node: HtmlNode, name: string): boolean {
  const classes = attribute(node, 'class').slice(0, 200)
  if (classes.includes('mw-editsection') || attribute(node, 'epub:type') === 'pagebreak') return true
  return name === 'a' && /^[¶#§🔗]?$/u.test((node.textContent ?? '').slice(0, 9).trim()) && isBareLink(node)
}

const isBareLink = (node: HtmlNode) => {
  for (const child of childrenOf(node)) if (child.nodeType === ELEMENT) return false
  return true
}

/** Whether an element begins on a line of its own. */
export function isApart(node: HtmlNode, name: string): boolean {
  if (APART.has(name)) return true
  const style = attribute(node, 'style').slice(0, 1_000)
  return style !== '' && /(?:^|[;\s])display\s{0,5}:\s{0,5}(?:block|flex|grid|table|list-item)/i.test(style)
}

/** Returns the level of a heading; 0 for other elements. */
export function levelOf(node: HtmlNode, name: string): number {
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level) return Number(level)
  if (attribute(node, 'role') !== 'heading') return 0
  return Math.min(6, Math.max(1, Number.parseInt(attribute(node, 'aria-level'), 10) || 2))
}

/** Whether a picture says something: not one of layout, nor one that counts visits. */
export function isPicture(node: HtmlNode): boolean {
  if (node.getAttribute?.('alt') === '' || /^(?:presentation|none)$/.test(attribute(node, 'role')))
    return false
  const [width, height] = [attribute(node, 'width'), attribute(node, 'height')].map(Number.parseFloat)
  return !((width ?? NaN) <= 2 || (height ?? NaN) <= 2)
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Returns raised digits as such, since “10” and a raised “6” are not “106”; other raised text as it is. */
export function raised(text: string): string {
  const trimmed = text.trim()
  if (!/^[+\-−–]?\d{1,4}$/.test(trimmed)) return text
  return trimmed
    .replace(/[+\-−–]/, (sign) => (sign === '+' ? '⁺' : '⁻'))
    .replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)
}
