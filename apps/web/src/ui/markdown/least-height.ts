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

/** Where the groups of blocks begin that surely fill `height` pixels, from the end. */
export function endOf(groups: readonly (readonly string[])[], height: number): number {
  let index = groups.length
  for (let filled = 0; index > 0 && filled < height; index -= 1)
    filled += groups[index - 1]?.reduce((sum, block) => sum + leastHeight(block), 0) ?? 0
  return index
}
