// Blocks from lines of running text: headings, lists and paragraphs.
import type { Block } from '../../blocks.ts'
import type { Line } from './layout.ts'
import { joined } from './words.ts'

/** What is known of the whole document. */
export interface Style {
  /** The size of most letters. */
  readonly size: number
  readonly isBold: boolean
  /** Whether a word occurs within a line with its hyphen. */
  isKnown(word: string): boolean
  /** The level of a line that the document's outline names; undefined for others. */
  outlined(text: string, page: number): number | undefined
}

/** A heading's level is chosen when the sizes of all are known. */
export type Draft = Block & { readonly size?: number }

const LONGEST_HEADING = 160
const LARGER = 1.13
const ITEM = /^(?:[•●▪■◦‣○·]|[-–*](?= )|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)](?= )|\[\d{1,3}\](?= ))\s*/u
/** The end of a line within a word. */
const CUT = /[\p{L}\p{M}][-\u2010\u00ad]$/u
const BULLET = /^[•●▪■◦‣○·]/u
const NUMBERED = /^\(?(?:\d|[a-z]|\[)/

export function paragraphsOf(lines: readonly Line[], page: number, style: Style): Draft[] {
  const width = lines.reduce((most, { right }) => Math.max(most, right), 0)
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity)
  const drafts: Draft[] = []
  let open: Line[] = []
  const end = () => {
    if (open.length > 0) add(drafts, blockOf(open, page, style))
    open = []
  }
  for (const line of lines) {
    const above = open.at(-1)
    if (above && isNew(open, above, line, { left, width, style })) end()
    open.push(line)
  }
  end()
  return drafts
}

interface PageLayout {
  readonly left: number
  readonly width: number
  readonly style: Style
}

/** Whether a line begins a paragraph. */
function isNew(open: readonly Line[], above: Line, line: Line, { left, width, style }: PageLayout): boolean {
  const gap = line.base - above.base
  const usual = open.length > 1 ? (above.base - (open[0]?.base ?? 0)) / (open.length - 1) : 1.45 * above.size
  if (gap < 0 || gap > 1.3 * Math.max(usual, above.size * 1.05)) return true
  if (Math.abs(line.size - above.size) > 0.12 * Math.max(line.size, above.size)) return true
  if (isHeading([above], style) !== isHeading([line], style)) return true
  if (
    ITEM.test(line.text) &&
    (BULLET.test(line.text) || isEnded(above, width) || ITEM.test(open[0]?.text ?? ''))
  )
    return true
  if (CUT.test(above.text)) return false
  const indent = line.left - above.left
  const isHanging = open.length > 1 && Math.abs(above.left - (open[0]?.left ?? 0)) > 0.5 * above.size
  const isIndented = indent > 0.8 * line.size && indent < 5 * line.size && above.left < left + 5 * line.size
  if (
    isIndented &&
    !ITEM.test(open[0]?.text ?? '') &&
    (open.length > 1 || isEnded(above, width)) &&
    !isHanging
  )
    return true
  return isEnded(above, width) && above.right < width - 0.15 * (width - left)
}

/** Whether a line ends a sentence. */
const isEnded = ({ text, right }: Line, width: number) =>
  /[.!?:;。！？”"»)]$/.test(text) || right < 0.6 * width

function isHeading(lines: readonly Line[], { size, isBold }: Style): boolean {
  const [first] = lines
  if (!first || !lines.every(({ text }) => text.length <= LONGEST_HEADING)) return false
  if (first.size >= LARGER * size) return true
  return first.isBold && !isBold && first.size >= 0.97 * size
}

function blockOf(lines: readonly Line[], page: number, style: Style): Draft {
  const text = joined(
    lines.map((line) => line.text),
    style.isKnown,
  )
  const [first] = lines
  const level = text.length <= LONGEST_HEADING ? style.outlined(text, page) : undefined
  if (level !== undefined) return { kind: 'heading', level, text, page }
  const isTitle =
    lines.length <= 3 && text.length <= LONGEST_HEADING && /\p{L}{2}/u.test(text) && isHeading(lines, style)
  if (first && isTitle && !BULLET.test(text) && !/[,;]$/.test(text))
    return { kind: 'heading', text, page, size: first.size }
  const mark = ITEM.exec(text)?.[0]
  if (mark === undefined) return { kind: 'text', text, page }
  const item = NUMBERED.test(mark) ? text : `- ${text.slice(mark.length)}`
  return { kind: 'list', text: item, page }
}

/** Adds a block; items of a list that follow each other are one block. */
function add(drafts: Draft[], block: Draft): void {
  const last = drafts.at(-1)
  if (block.text === '' || block.text === '- ') return
  if (block.kind === 'list' && last?.kind === 'list')
    drafts[drafts.length - 1] = { ...last, text: `${last.text}\n${block.text}` }
  else drafts.push(block)
}
