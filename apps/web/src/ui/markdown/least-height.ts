// Estimates the minimum height of a text before it is rendered: the first render must fill the viewport, or the end would be
// placed too high and jump down.

/** Minimum heights in pixels of a line of `letters` characters and of a line break. */
const LINE = { height: 22, letters: 100 }
const LINE_END = 12
/** Longer texts are high enough without counting their line breaks. */
const LONG = 20_000

/** Returns the minimum height in pixels of a markdown text at the maximum conversation width. */
export function leastHeight(text: string): number {
  const ends = text.length < LONG ? text.split('\n').length - 1 : 0
  return Math.floor(text.length / LINE.letters) * LINE.height + ends * LINE_END
}

/** Returns the minimum height of one block with the gap above it; must agree with markdown.module.css. */
function leastBlockHeight(block: string): number {
  const text = block.trim()
  const lines = text.split('\n').length
  if (text === '' || SHOWS_NOTHING.test(text)) return 0
  if (FENCE.test(text)) return 50 + 20 * Math.max(0, lines - 2)
  if (TABLE.test(text)) return 24 + 34 * (lines - 2)
  return 8 + Math.ceil(text.length / LINE.letters) * LINE.height + (lines - 1) * LINE_END
}

/** Blocks without visible output: link definitions, footnotes, and HTML, which is omitted. */
const SHOWS_NOTHING = /^(\[[^\]\n]+\]:|<)/
const FENCE = /^(```|~~~)/
/** The delimiter row of a table. */
const TABLE = /^.*\n {0,3}\|?[ :]*-[-| :]*(\n|$)/

/** A position in groups of blocks. */
interface BlockPosition {
  readonly group: number
  readonly block: number
}

/** Returns the position of the first of the last blocks that surely fill `height` pixels. */
export function endOf(groups: readonly (readonly string[])[], height: number): BlockPosition {
  let filled = 0
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const blocks = groups[group] ?? []
    for (let block = blocks.length - 1; block >= 0; block -= 1) {
      filled += leastBlockHeight(blocks[block] ?? '')
      if (filled >= height) return { group, block }
    }
  }
  return { group: 0, block: 0 }
}
