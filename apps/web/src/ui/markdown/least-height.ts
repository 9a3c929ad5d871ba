// How high a text surely is, before it is drawn: what is drawn first must fill a window, or the end would stand too high and
// jump down.

/** A line of text, and a line end in it; in pixels, rather too few than too many. */
const LINE = { height: 22, letters: 100 }
const LINE_END = 12
/** Longer texts are high enough without counting their line ends. */
const LONG = 20_000

/** Pixels that a text in markdown takes at least, at the widest that a conversation is. */
export function leastHeight(text: string): number {
  const ends = text.length < LONG ? text.split('\n').length - 1 : 0
  return Math.floor(text.length / LINE.letters) * LINE.height + ends * LINE_END
}

/** Pixels that one block takes at least, with the gap above it; measured by markdown.module.css. */
function leastBlockHeight(block: string): number {
  const text = block.trim()
  const lines = text.split('\n').length
  if (text === '' || SHOWS_NOTHING.test(text)) return 0
  if (FENCE.test(text)) return 50 + 20 * Math.max(0, lines - 2)
  if (TABLE.test(text)) return 24 + 34 * (lines - 2)
  return 8 + Math.ceil(text.length / LINE.letters) * LINE.height + (lines - 1) * LINE_END
}

/** Where links lead, footnotes, and HTML, which is left out. */
const SHOWS_NOTHING = /^(\[[^\]\n]+\]:|<)/
const FENCE = /^(```|~~~)/
/** The line below the head of a table. */
const TABLE = /^.*\n {0,3}\|?[ :]*-[-| :]*(\n|$)/

/** A place in groups of blocks. */
interface Place {
  readonly group: number
  readonly block: number
}

/** Where the blocks begin that surely fill `height` pixels, from the end. */
export function endOf(groups: readonly (readonly string[])[], height: number): Place {
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
