// The text of a paragraph: its runs, links, formulas, pictures and marks of footnotes.
import type { Element, ElementContent, Root } from 'hast'
import { ExternalHyperlink, TextRun, type IRunOptions, type ParagraphChild } from 'docx'
import { misleads, safeLink } from '#ui/markdown/links.ts'
import { CITATION, classesOf, textOf } from '#ui/markdown/tree.ts'
import { keepTogether, localeOf, withoutControls } from '../typography.ts'
import type { Place } from './context.ts'
import { directed } from './direction.ts'
import { formulaOf } from './formula.ts'
import { pictureOf } from './picture.ts'
import { CODE_FONT, LIGHT } from './styles.ts'

type Ink = Omit<IRunOptions, 'children' | 'text' | 'break'>

/** Returns the content of a paragraph. */
export function inlineOf(
  nodes: readonly (ElementContent | Root['children'][number])[],
  place: Place,
  ink: Ink = {},
): ParagraphChild[] {
  return nodes.flatMap((node, index) => {
    if (node.type === 'text') {
      // The parser writes a line end after each break.
      const afterBreak = isBreak(nodes[index - 1])
      const text = keepTogether(node.value)
      return textRuns(afterBreak ? text.replace(/^\n/, '') : text, place, ink)
    }
    return node.type === 'element' ? elementOf(node, place, ink) : []
  })
}

const isBreak = (node: { type: string; tagName?: string } | undefined): boolean =>
  node?.type === 'element' && node.tagName === 'br'

/** Returns runs of a text: one for each direction of writing. */
export function textRuns(text: string, place: Pick<Place, 'language'>, ink: Ink = {}): TextRun[] {
  const shown = withoutControls(text).replaceAll(/[\n\r\t]+/g, ' ')
  if (shown === '') return []
  const language = place.language ? { language: { value: localeOf(place.language) } } : {}
  return directed(shown).map(
    ({ part, rtl }) => new TextRun({ ...language, ...ink, text: part, ...(rtl && { rightToLeft: true }) }),
  )
}

const CODE: Ink = { font: CODE_FONT, size: 19, noProof: true, shading: { type: 'clear', fill: LIGHT } }

function elementOf(node: Element, place: Place, ink: Ink): ParagraphChild[] {
  if (classesOf(node).includes('katex')) return formulas(node)
  switch (node.tagName) {
    case 'strong':
      return inlineOf(node.children, place, { ...ink, bold: true })
    case 'em':
      return inlineOf(node.children, place, { ...ink, italics: true })
    case 'del':
      return inlineOf(node.children, place, { ...ink, strike: true })
    case 'code':
      return textRuns(textOf(node), place, { ...ink, ...CODE })
    case 'br':
      return [new TextRun({ break: 1 })]
    case 'a':
      return linkOf(node, place, ink)
    case 'img':
      return imageOf(node, place, ink)
    case CITATION:
      return place.notes.ofSource(Number(node.properties['value']))
    case 'sup':
      return markOf(node, place) ?? inlineOf(node.children, place, { ...ink, superScript: true })
    case 'input':
      return [new TextRun(node.properties['checked'] ? DONE : OPEN)]
    default:
      return inlineOf(node.children, place, ink)
  }
}

/** Boxes of tasks. The selector after the tick keeps it from being drawn as an emoji. */
const [DONE, OPEN] = ['☑\ufe0e', '☐']

function formulas(node: Element): ParagraphChild[] {
  const math = find(node, 'math')
  return math ? [formulaOf(math)] : []
}

/** Returns the first element of a name. */
export function find(node: Element | Root, name: string): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = child.tagName === name ? child : find(child, name)
    if (found) return found
  }
  return undefined
}

/** Returns the mark of a footnote of the text itself. */
function markOf(node: Element, { notes }: Place): ParagraphChild[] | undefined {
  const reference = find(node, 'a')
  if (reference?.properties['dataFootnoteRef'] === undefined) return undefined
  return notes.ofText(String(reference.properties['href'] ?? '').slice(1))
}

function linkOf(node: Element, place: Place, ink: Ink): ParagraphChild[] {
  const link = safeLink(String(node.properties['href'] ?? ''))
  const words = inlineOf(node.children, place, link ? { ...ink, style: 'Hyperlink' } : ink)
  if (!link) return words
  const shown = misleads(textOf(node), link.host) ? textRuns(` (${link.host})`, place, ink) : []
  // Formulas and pictures are no part of a link.
  return words.every((word) => word instanceof TextRun)
    ? [new ExternalHyperlink({ link: absolute(link.href), children: words }), ...shown]
    : [...words, ...shown]
}

/** Returns an address that also leads somewhere from a file. */
const absolute = (href: string): string =>
  typeof location === 'undefined' ? href : new URL(href, location.origin).href

/** Returns a picture; one of another host becomes a link, as on the page. */
function imageOf(node: Element, place: Place, ink: Ink): ParagraphChild[] {
  const [address, alt] = [String(node.properties['src'] ?? ''), String(node.properties['alt'] ?? '')]
  const picture = pictureOf(address, alt)
  if (picture) return [picture]
  const link = safeLink(address)
  if (!link || link.href.startsWith('mailto:')) return textRuns(alt, place, ink)
  const words = textRuns(alt || link.host || link.href, place, { ...ink, style: 'Hyperlink' })
  const shown = alt && link.host ? textRuns(` (${link.host})`, place, ink) : []
  return [new ExternalHyperlink({ link: absolute(link.href), children: words }), ...shown]
}
