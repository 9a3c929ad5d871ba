// Shortens user text. Has no dependencies, because the server and the web both use it.

/** Maximum code units searched before the cut for the start of a grapheme cluster (a flag, a family). */
const NEAR = 64

/** Returns the beginning of a text, at most `most` UTF-16 units long; never ends inside a grapheme cluster. */
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
  // A longer cluster is cut between its code points.
  return text.slice(0, end > from ? end : wholeFrom(text, most))
}

/** Returns the beginning of a text: at most `letters` grapheme clusters, and at most `most` UTF-16 units. */
export function cutLetters(text: string, letters: number, most: number): string {
  const bounded = cutText(text, most)
  let count = 0
  for (const { index } of new Intl.Segmenter().segment(bounded)) {
    if (count === letters) return bounded.slice(0, index)
    count += 1
  }
  return bounded
}

/** Returns `at`, or `at - 1` when `at` is inside a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}
