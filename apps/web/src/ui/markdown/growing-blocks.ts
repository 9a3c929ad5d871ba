// The blocks of a text that grows, so that what stands stays the very same objects: nothing of it is looked at again.
import { EMPTY_SPLIT, extendSplit } from './blocks.ts'
import { firstHeading, headingShift } from './tree.ts'

/** Blocks that stand together: one look tells that none of them has changed. */
export const GROUP = 8

export interface Growing {
  /** The blocks in their order, `GROUP` together; a group in which nothing changed is the same array as before. */
  readonly groups: readonly (readonly string[])[]
  /** How far headings move. */
  readonly headings: number
}

/** Reads a text piece by piece: give what it returns the longer text each time. Any other text is read anew. */
export function createGrowing(): (text: string, streaming: boolean) => Growing {
  let split = EMPTY_SPLIT
  let groups: readonly (readonly string[])[] = []
  // So many final blocks have no heading.
  let without = 0
  return (text, streaming) => {
    if (!text.startsWith(split.text)) without = 0
    split = extendSplit(split, text)
    while (without < split.finished && firstHeading(split.blocks[without] ?? '') === undefined) without += 1
    if (!streaming && REACHES_ACROSS.test(text)) {
      groups = regroup(groups, [text])
      return { groups, headings: headingShift([text]) }
    }
    const blocks = streaming ? withoutHalfFence(split.blocks) : split.blocks
    groups = regroup(groups, blocks)
    return { groups, headings: headingShift(blocks.slice(without)) }
  }
}

/** Link definitions and footnotes reach across blocks: such a text is read as a whole once it has ended. */
const REACHES_ACROSS = /^ {0,3}\[[^\]\n]+\]:/m

/** The first marks of a fence are no text that anybody should see come and go. */
function withoutHalfFence(blocks: readonly string[]): readonly string[] {
  const last = blocks.at(-1)
  if (last === undefined || !/(?:^|\n)[`~]{1,3}$/.test(last)) return blocks
  return [...blocks.slice(0, -1), last.replace(/[`~]{1,3}$/, '')]
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
