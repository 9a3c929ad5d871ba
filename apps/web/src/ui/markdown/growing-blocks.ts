// The blocks of a growing text; unchanged blocks keep their identity, so that React does not render them again.
import { EMPTY_SPLIT, extendSplit } from './blocks.ts'
import { firstHeading, headingShift } from './tree.ts'

/** Number of blocks per group: one comparison tells that none of them has changed. */
export const GROUP = 8

export interface Growing {
  /** The blocks in order, in groups of `GROUP`; an unchanged group is the same array as before. */
  readonly groups: readonly (readonly string[])[]
  /** Offset of the heading levels. */
  readonly headings: number
}

/** Returns a function that takes the longer text each time. Any other text is parsed from scratch. */
export function createGrowing(): (text: string, streaming: boolean) => Growing {
  let split = EMPTY_SPLIT
  let groups: readonly (readonly string[])[] = []
  // Number of leading final blocks without a heading.
  let without = 0
  return (text, streaming) => {
    if (!text.startsWith(split.text)) without = 0
    split = extendSplit(split, text)
    while (without < split.finished && firstHeading(split.blocks[without] ?? '') === undefined) without += 1
    if (!streaming && REACHES_ACROSS.test(text)) {
      groups = regroup(groups, [text])
      return { groups, headings: headingShift([text]) }
    }
    const blocks = streaming ? completed(split.blocks) : split.blocks
    groups = regroup(groups, blocks)
    return { groups, headings: headingShift(blocks.slice(without)) }
  }
}

/** Link definitions and footnotes span blocks: a text with them is parsed as a whole once it is complete. */
const REACHES_ACROSS = /^ {0,3}\[[^\]\n]+\]:/m

/** Completes the markup at the end of a growing text, which would appear as text and then disappear. */
function completed(blocks: readonly string[]): readonly string[] {
  const last = blocks.at(-1)
  if (last === undefined) return blocks
  const whole = withTable(withoutHalfFence(last))
  return whole === last ? blocks : [...blocks.slice(0, -1), whole]
}

const withoutHalfFence = (block: string): string => block.replace(/(^|\n)[`~]{1,3}$/, '$1')

/** The head of a table at the end of a text, and what there is of the row below it, which makes it a table. */
const TABLE_HEAD = /(?:^|\n)(( {0,3})\|(?:[ \t]|[^\n|]*\|[^\n|]*\|)[^\n]*)(?:\n[ \t|:-]*)?$/
const BAR = /(?<!\\)\|/g
const ANY_FENCE = /^[ \t]*(?:`{3}|~{3})/m

/** Writes the row below a table's head, so that the head is a table before that row has arrived. */
function withTable(block: string): string {
  const head = TABLE_HEAD.exec(block)
  const [, row = '', indent = ''] = head ?? []
  const above = block.slice(0, head?.index)
  const isBody = /(?:^|\n) {0,3}\|[^\n]*$/.test(above)
  if (head === null || (isBody && head.index > 0) || ANY_FENCE.test(block)) return block
  const bars = row.match(BAR)?.length ?? 0
  const cells = bars > 1 && row.trimEnd().endsWith('|') ? bars - 1 : bars
  return `${above}${head.index > 0 ? '\n' : ''}${row}\n${indent}${'|-'.repeat(cells)}|`
}

function regroup(
  before: readonly (readonly string[])[],
  blocks: readonly string[],
): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(blocks.length / GROUP) }, (_, index) => {
    const known = before[index] ?? []
    const from = index * GROUP
    const length = Math.min(GROUP, blocks.length - from)
    if (known.length === length && known.every((block, at) => block === blocks[from + at])) return known
    return blocks.slice(from, from + length)
  })
}
