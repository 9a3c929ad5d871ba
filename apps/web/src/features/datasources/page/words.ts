// What became of the words of a question, and which part of a passage is shown. Pure.
import type { Passage, SearchMeta } from '@polylogue/contract'

/** found: as written or by its stem · near: by its beginning or letters · missing: in none of these passages · off: only in
 * passages that are switched off. */
export type WordState = 'found' | 'near' | 'missing' | 'ignored' | 'off' | 'unknown'

export interface QuestionPart {
  text: string
  /** Undefined for blanks and punctuation. */
  state: WordState | undefined
}

const plain = (word: string) => word.normalize('NFC').toLowerCase()

/** Splits a question into its words, each with what became of it, and what is between them. */
export function partsOf(
  question: string,
  passages: readonly Pick<Passage, 'why'>[],
  { ignored, unknown, switchedOff }: Pick<SearchMeta, 'ignored' | 'unknown' | 'switchedOff'>,
): QuestionPart[] {
  const states = new Map<string, WordState>()
  for (const { word, how } of passages.flatMap(({ why }) => why.terms)) {
    const state = how === 'none' ? 'missing' : how === 'exact' || how === 'stem' ? 'found' : 'near'
    const known = states.get(plain(word))
    if (known === undefined || RANK[state] > RANK[known]) states.set(plain(word), state)
  }
  for (const word of unknown) states.set(plain(word), 'unknown')
  for (const word of switchedOff) states.set(plain(word), 'off')
  for (const word of ignored) states.set(plain(word), 'ignored')
  return question
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .filter((text) => text !== '')
    .map((text) => ({ text, state: states.get(plain(text)) }))
}

const RANK: Readonly<Record<WordState, number>> = {
  unknown: 0,
  ignored: 0,
  off: 0,
  missing: 1,
  near: 2,
  found: 3,
}

export interface Piece {
  text: string
  marked: boolean
}

/** Splits a text at the marked spans; spans outside the text or inside others are left out. */
export function markedPieces(text: string, spans: readonly { from: number; to: number }[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from < at || to > text.length || to <= from) continue
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false })
    pieces.push({ text: text.slice(from, to), marked: true })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false })
  return pieces
}

/** Characters of an excerpt, and of them before the first match. */
const EXCERPT = 400
const LEAD = 120

/** Returns the part of a passage around its first match, cut at blanks; undefined when the whole passage is short. */
export function excerptOf(
  text: string,
  spans: readonly { from: number; to: number }[],
): { from: number; to: number } | undefined {
  if (text.length <= EXCERPT + LEAD) return undefined
  const first = Math.min(...spans.map(({ from }) => from), text.length)
  const wanted = first === text.length || first <= LEAD ? 0 : first - LEAD
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const end = text.lastIndexOf(' ', Math.min(text.length, start + EXCERPT))
  return { from: start, to: end <= start ? Math.min(text.length, start + EXCERPT) : end }
}
