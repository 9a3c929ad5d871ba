// Turns the tree of an answer into the elements of a printed page, in a worker. Only what is listed here comes through, without
// addresses that could load something.
import type { Element, ElementContent, Root } from 'hast'
import type { Piece, PieceElement } from './pieces.ts'
import { misleads, safeLink, safePicture } from '#ui/markdown/links.ts'
import { keepTogether } from '../typography.ts'
import { CITATION, classesOf, textOf } from '#ui/markdown/tree.ts'

const PLAIN = new Set(
  'p h3 h4 h5 h6 ul ol li blockquote pre code table thead tbody tr td th strong em del br hr sup section'.split(
    ' ',
  ),
)
const OF_MATH = new Set(
  'math semantics mrow mi mo mn mtext mspace mfrac msqrt mroot msup msub msubsup mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose'.split(
    ' ',
  ),
)
const ATTRIBUTES_OF_MATH = new Set(
  'display mathvariant fence stretchy accent accentunder linethickness columnalign rowspacing columnspacing scriptlevel displaystyle width lspace rspace notation minsize maxsize'.split(
    ' ',
  ),
)

/** Texts of so many characters, such as prices, are not broken in a cell. */
const SHORT = 14
const isCell = (name: string): boolean => name === 'td' || name === 'th'

type Node = ElementContent | Root['children'][number]

/** Returns what the nodes are on paper. */
export const piecesOf = (nodes: readonly Node[], isCode = false): Piece[] =>
  nodes.flatMap((node): Piece[] => {
    if (node.type === 'text') return [isCode ? node.value : keepTogether(node.value)]
    return node.type === 'element' ? elementOf(node, isCode) : []
  })

const piece = (name: string, attributes: Record<string, string>, children: Piece[]): PieceElement => ({
  name,
  attributes,
  children,
})

function elementOf(node: Element, isCode: boolean): Piece[] {
  const { properties, tagName, children } = node
  if (OF_MATH.has(tagName)) return [mathOf(node)]
  if (tagName === 'a') return linkOf(node)
  if (tagName === 'img') return pictureOf(node)
  if (tagName === CITATION) return [piece('sup', {}, [`[${String(properties['value'])}]`])]
  if (tagName === 'input') return [properties['checked'] ? '☑\ufe0e ' : '☐ ']
  if (!PLAIN.has(tagName)) return piecesOf(children, isCode)
  const { dir, align, start } = properties
  const attributes = {
    ...(dir ? { dir: String(dir) } : {}),
    ...(align ? { 'data-side': String(align) } : {}),
    ...(start ? { start: String(start) } : {}),
    ...(classesOf(node).includes('task-list-item') ? { class: 'pl-task' } : {}),
    ...(isCell(tagName) && textOf(node).length <= SHORT ? { class: 'pl-short' } : {}),
  }
  return [piece(tagName, attributes, piecesOf(children, isCode || tagName === 'code' || tagName === 'pre'))]
}

function mathOf({ tagName, properties, children }: Element): Piece {
  const attributes = Object.entries(properties).flatMap(([name, value]) =>
    ATTRIBUTES_OF_MATH.has(name) ? [[name, String(value)]] : [],
  )
  const shown = children.filter((child) => child.type !== 'element' || child.tagName !== 'annotation')
  const made = piece(tagName, Object.fromEntries(attributes) as Record<string, string>, piecesOf(shown, true))
  return { ...made, isMath: true }
}

function linkOf(node: Element): Piece[] {
  // The text's own footnotes follow it on paper.
  if (node.properties['dataFootnoteBackref'] !== undefined) return []
  const link = safeLink(String(node.properties['href'] ?? ''))
  const words = piecesOf(node.children)
  if (!link) return words
  const href = new URL(link.href, location.origin).href
  return [piece('a', { href }, words), ...(misleads(textOf(node), link.host) ? [` (${link.host})`] : [])]
}

function pictureOf({ properties }: Element): Piece[] {
  const [address, alt] = [String(properties['src'] ?? ''), String(properties['alt'] ?? '')]
  const shown = safePicture(address)
  if (shown?.startsWith('data:')) return [piece('img', { src: shown, alt }, [])]
  const host = safeLink(address)?.host
  return [host ? [alt, `(${host})`].filter(Boolean).join(' ') : alt]
}
