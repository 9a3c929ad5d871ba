// Hyphens and blanks of a page's texts that programs wrote as something else.

/** A soft hyphen that is seen: between digits, or after or before a blank inside the line. */
const SEEN_HYPHEN = /\d\u00ad\d|\S\s\u00ad|\u00ad\s+\S/
/** Letters one by one, as text recognition of other programs places them. */
const LETTERS = /^\S(?: \S){2,}$/
/** Where a word ends that is written without blanks. */
const WORD_END = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}[,.;:]?)(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=[,;:])(?=\S)/gu

/** Returns how the texts of a page are read, each by itself. */
export function markReader(texts: readonly string[]): (text: string) => string {
  const hasSeen = texts.some((text) => SEEN_HYPHEN.test(text))
  const long = texts.filter((text) => text.trim().length > 2)
  const isSpaced = long.filter((text) => LETTERS.test(text.trim())).length * 2 > long.length
  return (text) => {
    const hyphens = hasSeen ? text.replaceAll('\u00ad', '-') : text
    return isSpaced && LETTERS.test(hyphens.trim())
      ? hyphens.trim().replaceAll(' ', '').replaceAll(WORD_END, ' ')
      : hyphens
  }
}
