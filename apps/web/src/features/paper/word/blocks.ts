// The blocks of an answer: paragraphs, headings, lists, quotations, code and tables.
import type { Element, ElementContent, Root } from 'hast'
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  Paragraph,
  TextRun,
  type IParagraphOptions,
  type Table,
} from 'docx'
import { classesOf, textOf } from '#ui/markdown/tree.ts'
import { withoutControls } from '../typography.ts'
import type { Place } from './context.ts'
import { isRightToLeft } from './direction.ts'
import { displayOf } from './formula.ts'
import { find, inlineOf } from './inline.ts'
import { BULLETS, GREY, LEVELS, LIGHT, LINE, STEP } from './styles.ts'
import { tableOf } from './table.ts'

export type Block = Paragraph | Table
type Node = ElementContent | Root['children'][number]

/** Returns the blocks of an answer's tree, or of an element in it. */
export function blocksOf(nodes: readonly Node[], place: Place): Block[] {
  const blocks: Block[] = []
  let line: Node[] = []
  const flush = () => {
    if (line.some((node) => node.type === 'element' || (node.type === 'text' && node.value.trim() !== '')))
      blocks.push(paragraph(line, place))
    line = []
  }
  for (const node of nodes) {
    if (node.type === 'element' && isBlock(node)) {
      flush()
      blocks.push(...blockOf(node, place))
    } else line.push(node)
  }
  flush()
  return blocks
}

const NAMES = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote pre table hr section div'.split(' '))
/** Whether a node is a formula with a line of its own. */
const isDisplay = (node: Element): boolean =>
  classesOf(node).includes('katex') && find(node, 'math')?.properties['display'] === 'block'
const isBlock = (node: Element): boolean => NAMES.has(node.tagName) || isDisplay(node)

const HEADINGS = {
  h3: HeadingLevel.HEADING_3,
  h4: HeadingLevel.HEADING_4,
  h5: HeadingLevel.HEADING_5,
  h6: HeadingLevel.HEADING_6,
} as const
const isHeading = (name: string): name is keyof typeof HEADINGS => name in HEADINGS

function blockOf(node: Element, place: Place): Block[] {
  if (isDisplay(node)) return [formula(node, place)]
  if (isHeading(node.tagName)) return [paragraph(node.children, place, { heading: HEADINGS[node.tagName] })]
  switch (node.tagName) {
    case 'p':
      return [paragraph(node.children, place)]
    case 'ul':
    case 'ol':
      return listOf(node, place)
    case 'blockquote':
      return blocksOf(node.children, { ...place, quotes: place.quotes + 1, indent: place.indent + STEP })
    case 'pre':
      return codeOf(node, place)
    case 'table':
      return [tableOf(node, place), gap()]
    case 'hr':
      return [new Paragraph({ ...frameOf(place), border: { bottom: rule(LINE) } })]
    case 'section':
      // The text's own footnotes are at the foot of their pages.
      return node.properties['dataFootnotes'] === undefined ? blocksOf(node.children, place) : []
    default:
      return blocksOf(node.children, place)
  }
}

const rule = (color: string, size = 6, space = 1) => ({ style: BorderStyle.SINGLE, color, size, space })

/** Word joins tables that follow each other, and sets the text after one too close. */
export const gap = (): Paragraph => new Paragraph({ spacing: { before: 0, after: 60, line: 120 } })

function frameOf({ indent, quotes, style }: Place): IParagraphOptions {
  return {
    ...(style && { style }),
    ...(indent > 0 && { indent: { start: indent } }),
    ...(quotes > 0 && { border: { left: rule(LINE, 18, 10) } }),
  }
}

function paragraph(nodes: readonly Node[], place: Place, more: IParagraphOptions = {}): Paragraph {
  const rtl = isRightToLeft(
    nodes
      .map((node) => ('children' in node ? textOf(node) : node.type === 'text' ? node.value : ''))
      .join(''),
  )
  const children = inlineOf(nodes, place, place.quotes > 0 ? { color: GREY } : {})
  return new Paragraph({ ...frameOf(place), ...(rtl && { bidirectional: true }), ...more, children })
}

function formula(node: Element, place: Place): Paragraph {
  const math = find(node, 'math')
  return new Paragraph({
    ...frameOf(place),
    alignment: AlignmentType.CENTER,
    children: math ? [displayOf(math)] : [],
  })
}

function listOf(node: Element, place: Place): Block[] {
  const level = Math.min(place.level, LEVELS - 1)
  const start = Number(node.properties['start'] ?? 1)
  const reference = node.tagName === 'ol' ? place.gathered.list(level, start) : BULLETS
  // An item is as far in as its level, beside quotations around the list.
  const own = place.indent - STEP * place.level
  const indent = own + STEP * (level + 1)
  const last = node.children.findLast((child) => child.type === 'element')
  return node.children.flatMap((item) => {
    if (item.type !== 'element' || item.tagName !== 'li') return []
    const isTask = classesOf(item).includes('task-list-item')
    const inner = { ...place, level: place.level + 1, indent }
    const [first, rest] = firstOf(item)
    const marked: IParagraphOptions = {
      indent: { start: indent, hanging: STEP },
      ...(!isTask && { numbering: { reference, level } }),
      spacing: { after: item === last ? 120 : 60 },
      // The line of a quotation around the list goes on.
      ...(place.quotes > 0 && { border: { left: rule(LINE, 18, Math.min(31, 10 + (level * STEP) / 20)) } }),
    }
    return [paragraph(first, inner, marked), ...blocksOf(rest, inner)]
  })
}

/** Splits an item into the content of its first paragraph, which has the sign, and its other blocks. */
function firstOf(item: Element): [ElementContent[], ElementContent[]] {
  const nodes = item.children.filter(
    (node) => node.type !== 'text' || node.value.trim() !== '' || node.value === ' ',
  )
  const [begin] = nodes
  if (begin?.type === 'element' && begin.tagName === 'p') return [begin.children, nodes.slice(1)]
  const end = nodes.findIndex((node) => node.type === 'element' && isBlock(node))
  return end < 0 ? [nodes, []] : [nodes.slice(0, end), nodes.slice(end)]
}

/** Columns of a tab in code. */
const TAB = 4

function codeOf(node: Element, place: Place): Paragraph[] {
  const lines = withoutControls(textOf(node))
    .replace(/\n$/, '')
    .split(/\r\n|[\r\n]/)
  const edge = rule(LINE, 4, 4)
  const common: IParagraphOptions = {
    style: 'Code',
    indent: { start: place.indent + 100, end: 100 },
    border: { top: edge, bottom: edge, left: edge, right: edge },
    shading: { type: 'clear', fill: LIGHT },
    // A short block stays on one page.
    keepLines: true,
  }
  return lines.map(
    (line, index) =>
      new Paragraph({
        ...common,
        ...(lines.length <= 30 && index < lines.length - 1 && { keepNext: true }),
        ...(index === lines.length - 1 && { spacing: { after: 160 } }),
        children: line === '' ? [] : [new TextRun({ text: line.replaceAll('\t', ' '.repeat(TAB)) })],
      }),
  )
}
