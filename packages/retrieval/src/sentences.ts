// Finds the sequence of whole sentences of a text that has most of the question and fits.
import type { Span } from './matching.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Maximum number of measurements of a sequence; each halves the possible error. */
const TRIES = 12

/**
 * Returns the sequence of whole sentences that fits and has most letters of the spans, or undefined if no sentence fits. It grows
 * from the best sentence while it fits.
 */
export function bestRun(
  text: string,
  spans: readonly Span[],
  fits: (text: string) => boolean,
): Span | undefined {
  const sentences = [...segmenter.segment(text)]
    .map(({ index, segment }) => ({ from: index, to: index + segment.trimEnd().length }))
    .filter(({ from, to }) => to > from)
  const worth = worths(sentences, spans)
  const order = sentences.map((_, index) => index).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
  const within = (first: number, last: number): Span => ({
    from: sentences[first]?.from ?? 0,
    to: sentences[last]?.to ?? 0,
  })
  const isGood = (first: number, last: number) => {
    const { from, to } = within(first, last)
    return fits(text.slice(from, to))
  }
  const best = order.slice(0, TRIES).find((index) => isGood(index, index))
  if (best === undefined) return undefined
  return grown(best, sentences.length, worth, isGood, within)
}

/** Extends a sequence by its better neighbour, in steps that are halved when they no longer fit. */
function grown(
  best: number,
  count: number,
  worth: readonly number[],
  isGood: (first: number, last: number) => boolean,
  within: (first: number, last: number) => Span,
): Span {
  let first = best
  let last = best
  for (let step = count; step >= 1;) {
    const before = Math.max(0, first - step)
    const after = Math.min(count - 1, last + step)
    const better = (worth[first - 1] ?? -1) > (worth[last + 1] ?? -1) ? [before, last] : [first, after]
    const other = better[0] === before ? [first, after] : [before, last]
    const next = [better, other].find(
      ([from = first, to = last]) => (from < first || to > last) && isGood(from, to),
    )
    if (next === undefined) step = Math.floor(step / 2)
    else [first = first, last = last] = next
  }
  return within(first, last)
}

/** Returns the number of letters of the spans in each sentence. */
function worths(sentences: readonly Span[], spans: readonly Span[]): number[] {
  return sentences.map(({ from, to }) =>
    spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0),
  )
}
