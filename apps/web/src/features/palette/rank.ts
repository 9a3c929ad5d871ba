// Ranks how well a name matches a text: as a whole, at its start, at the start of a word, inside, or as scattered letters.
import { folded } from '@polylogue/retrieval/folded'

/** A range of a text; `to` is exclusive. */
export type Span = readonly [from: number, to: number]

export interface Fit {
  /** Higher is better; 0 is no match. */
  score: number
  spans: readonly Span[]
}

/** Below this length scattered letters match almost every name. */
const FEW = 3

const NO_FIT: Fit = { score: 0, spans: [] }

/** Returns the match of a name; every name matches an empty text. Ignores case and accents. */
export function fit(name: string, typed: string): Fit {
  const words = folded(typed).trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return { score: 1, spans: [] }
  const { plain, places } = withPlaces(name)
  const fits = words.map((word) => fitWord(plain, word))
  if (fits.some(({ score }) => score === 0)) return NO_FIT
  const sum = fits.reduce((total, { score }) => total + score, 0)
  const spans = fits.flatMap((one) => inText(one.spans, places)).toSorted(([one], [other]) => one - other)
  // Of two equal matches the shorter name ranks higher.
  return { score: sum / words.length + 1 / (10 + name.length), spans: joined(spans) }
}

/** Returns the matching items, best first; equal ones keep their order. */
export function ranked<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  typed: string,
): { item: T; fit: Fit }[] {
  return items
    .map((item) => ({ item, fit: fit(nameOf(item), typed) }))
    .filter((one) => one.fit.score > 0)
    .toSorted((one, other) => other.fit.score - one.fit.score)
}

function fitWord(text: string, word: string): Fit {
  const at = text.indexOf(word)
  if (at === 0) return { score: text.length === word.length ? 100 : 80, spans: [[0, word.length]] }
  const beginning = wordBeginning(text, word)
  if (beginning > 0) return { score: 60, spans: [[beginning, beginning + word.length]] }
  if (at > 0) return { score: 40, spans: [[at, at + word.length]] }
  return word.length < FEW ? NO_FIT : letterByLetter(text, word)
}

function wordBeginning(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at
  return -1
}

/** Matches letters in order with gaps, from the start of a word; too wide a spread is no match. */
function letterByLetter(text: string, word: string): Fit {
  const spans: [number, number][] = []
  let at = wordBeginning(text, word.charAt(0)) - 1
  if (at < -1) return NO_FIT
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return NO_FIT
    const last = spans.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  const spread = at + 1 - (spans[0]?.[0] ?? 0)
  return spread > word.length * 3 ? NO_FIT : { score: 10 + 10 * (word.length / spread), spans }
}

function joined(spans: readonly Span[]): Span[] {
  const result: [number, number][] = []
  for (const [from, to] of spans) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** Folds case and accents; `places` has the offset in the text of each folded letter, and of the end. */
function withPlaces(text: string): { plain: string; places: readonly number[] } {
  let plain = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const letters = folded(text.charAt(at))
    for (const _ of letters) places.push(at)
    plain += letters
  }
  return { plain, places: [...places, text.length] }
}

/** Returns the spans of a folded text in the text itself; a letter that is two when folded is in as a whole. */
const inText = (spans: readonly Span[], places: readonly number[]): Span[] =>
  spans.map(([from, to]) => [places[from] ?? 0, Math.max(places[to] ?? 0, (places[to - 1] ?? 0) + 1)])

/** Splits a text at its spans and marks the matches. */
export function marked(text: string, spans: readonly Span[]): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = []
  let at = 0
  for (const [from, to] of spans) {
    if (from > at) parts.push({ text: text.slice(at, from), hit: false })
    parts.push({ text: text.slice(from, to), hit: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false })
  return parts
}

/** Parses a server result, in which [[ and ]] mark matches. */
export function fromMarks(highlight: string): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = []
  const add = (text: string, hit: boolean) => {
    if (text !== '') parts.push({ text: text.replaceAll(/\s+/g, ' '), hit })
  }
  let at = 0
  for (;;) {
    const start = highlight.indexOf('[[', at)
    const end = start < 0 ? -1 : highlight.indexOf(']]', start + 2)
    if (end < 0) break
    add(highlight.slice(at, start), false)
    add(highlight.slice(start + 2, end), true)
    at = end + 2
  }
  add(highlight.slice(at), false)
  return parts
}
