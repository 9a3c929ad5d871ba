// One way to shorten what people wrote. No dependencies: the server and the web cut with this file.

/** Characters of several code points (a flag, a family, a letter with its accents) are looked for so far before the cut. */
const NEAR = 64

/** The beginning of a text, at most `most` UTF-16 units long, that never ends inside a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  if (most <= 0) return ''
  const from = wholeFrom(text, Math.max(0, most - NEAR))
  const near = text.slice(from, wholeFrom(text, Math.min(text.length, most + NEAR)))
  let end = from
  for (const { index, segment } of new Intl.Segmenter().segment(near)) {
    if (from + index + segment.length > most) break
    end = from + index + segment.length
  }
  // A character longer than what is looked at is cut between its code points.
  return text.slice(0, end > from ? end : wholeFrom(text, most))
}

/** The same place, or the one before it where it lies inside a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}
