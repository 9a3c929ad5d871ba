// Finds the main part of a web page: without navigation, banners and footers, and never without a table, a list or a heading
// of it. Readability only says where the main part is; its own content loses tables.
import { attribute, childrenOf, ELEMENT, isLeftOut, nameOf, type HtmlNode } from './elements.ts'

const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'alertdialog'])
const PARTS = new Set(['main', 'article', 'section', 'blockquote', 'figure'])
// A recipe for cookies may stand in a `cookie-recipe-container`.
const COOKIES =
  /(?:cookie|consent|gdpr)s?[-_]?(?:consent|law|info|policy|privacy|notice|settings)?[-_]?(?:banner|bar|notice|popup|modal|overlay|dialog|message|law|layer|wrapper|container|box)|onetrust|cybotcookie|usercentrics|didomi|borlabs/i
/** Characters of a banner at most. */
const BANNER = 5_000

/** Whether an element belongs to the site, not to the page. */
export function isOfSite(node: HtmlNode, name: string): boolean {
  const role = attribute(node, 'role')
  if (name === 'nav' || ROLES.has(role)) return !hasHeadline(node)
  if (name === 'header' || name === 'footer') return !isInPart(node) && !hasHeadline(node)
  const names = `${attribute(node, 'id')} ${attribute(node, 'class')}`.slice(0, 300)
  return names !== ' ' && COOKIES.test(names) && (node.textContent ?? '').length < BANNER
}

function isInPart(node: HtmlNode): boolean {
  for (let above = node.parentNode; above; above = above.parentNode) if (PARTS.has(nameOf(above))) return true
  return false
}

function hasHeadline(node: HtmlNode, depth = 0): boolean {
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) continue
    if (nameOf(child) === 'h1' || (depth < 20 && hasHeadline(child, depth + 1))) return true
  }
  return false
}

/** The part of a page's text that its `main` element has at least, or what Readability keeps. */
const SHARE = 1 / 3

/** Returns the element with the main part. `kept` are the elements that Readability keeps. */
export function mainPartOf(body: HtmlNode, kept: ReadonlySet<HtmlNode>): HtmlNode {
  const whole = weigh(body)
  const declared = [...mains(body, 0)]
  const [main] = declared
  if (main && declared.length === 1 && weigh(main).letters >= whole.letters * SHARE) return main
  const found = kept.size > 0 ? commonPart(body, kept) : body
  const part = weigh(found)
  const isWhole =
    part.letters >= whole.letters * SHARE &&
    part.tables === whole.tables &&
    part.lists === whole.lists &&
    part.headings === whole.headings
  return isWhole ? found : body
}

function* mains(node: HtmlNode, depth: number): Generator<HtmlNode> {
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT || depth > 20) continue
    if (nameOf(child) === 'main' || attribute(child, 'role') === 'main') yield child
    else yield* mains(child, depth + 1)
  }
}

interface Weight {
  readonly letters: number
  readonly tables: number
  /** Lists that are not mainly links. */
  readonly lists: number
  readonly headings: number
}

/** Counts what a part of a page has, without what belongs to the site. */
function weigh(node: HtmlNode): Weight & { linked: number } {
  const sum = { letters: 0, linked: 0, tables: 0, lists: 0, headings: 0 }
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) {
      sum.letters += (child.textContent ?? '').trim().length
      continue
    }
    const name = nameOf(child)
    if (isLeftOut(child, name) || isOfSite(child, name)) continue
    const inside = weigh(child)
    for (const key of ['letters', 'linked', 'tables', 'lists', 'headings'] as const) sum[key] += inside[key]
    if (name === 'a') sum.linked += inside.letters - inside.linked
    else if (name === 'table') sum.tables++
    else if (/^h[1-6]$/.test(name)) sum.headings += inside.linked * 2 < inside.letters ? 1 : 0
    else if (/^(?:ul|ol|dl)$/.test(name)) sum.lists += inside.linked * 2 < inside.letters ? 1 : 0
  }
  return sum
}

/** Returns the smallest element that has all kept ones. */
function commonPart(body: HtmlNode, kept: ReadonlySet<HtmlNode>): HtmlNode {
  let part = body
  for (;;) {
    const inside: HtmlNode[] = []
    for (const child of childrenOf(part)) if (hasKept(child, kept)) inside.push(child)
    const [only] = inside
    if (!only || inside.length > 1 || kept.has(only)) return part
    part = only
  }
}

function hasKept(node: HtmlNode, kept: ReadonlySet<HtmlNode>): boolean {
  if (kept.has(node)) return true
  for (const child of childrenOf(node)) if (child.nodeType === ELEMENT && hasKept(child, kept)) return true
  return false
}
