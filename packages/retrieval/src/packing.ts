// Chooses the ranked passages that a model gets, and gives a reason for each left-out one.
import { headsWithin, longestHeads, type Marks } from './marks.ts'
import type { Span } from './matching.ts'
import { bestRun } from './sentences.ts'
import { tableHead, withHead } from './table-head.ts'
import type { Judged } from './weakness.ts'

/**
 * A passage that a question found, from the search to the answer: `from` and `to` are places in the document's text. Others take
 * parts of this type.
 */
export interface Passage extends Judged {
  readonly mediaId: number
  /** The document's name. */
  readonly title: string
  /** The heading of its beginning, and what was indexed with it. */
  readonly heading: string
  readonly context: string
  readonly from: number
  readonly to: number
  readonly text: string
  /** Its places and tables; null if they are not known. */
  readonly marks: Marks | null
  /** An earlier passage with almost the same text; null without one. */
  readonly duplicateOf: number | null
}

export interface PackingLimits {
  /** Maximum number of passages. */
  readonly amount: number
  /** Maximum tokens. */
  readonly budget: number
  /** Whether weak passages are used. */
  readonly weak?: boolean
  /** Tokens of a passage with its head, and with the line that names its source. */
  count(text: string): number
}

export interface PackedPassage {
  readonly mediaId: number
  /** Chunks of the passage, best first. */
  readonly chunkIds: readonly number[]
  readonly from: number
  readonly to: number
  readonly text: string
  readonly head: string
  readonly tokens: number
  /** Whether only some of its sentences are used. */
  readonly cut: boolean
}

export type LeftOut = { readonly chunkId: number } & (
  | { readonly reason: 'duplicate'; readonly of: number }
  | { readonly reason: 'weak' }
  /** Its score is a small share of the best one. */
  | { readonly reason: 'low' }
  /** Its rank among all, from 1. */
  | { readonly reason: 'rank'; readonly rank: number }
  | { readonly reason: 'room'; readonly left: number; readonly needed: number }
)

export interface Packing {
  /** Documents in the order of their best passage, the passages of a document in reading order. */
  readonly passages: readonly PackedPassage[]
  readonly left: readonly LeftOut[]
  readonly tokens: number
}

/**
 * Shares of the best score from which passages are used: of the document of the best one, and of other documents, which are
 * mostly about something else (decision 104).
 */
const SHARES = { own: 0.4, other: 0.5 }

/** Packs passages, best first. Those of a document that touch or overlap become one. */
export function pack(passages: readonly Passage[], limits: PackingLimits): Packing {
  const left: LeftOut[] = []
  let packed: readonly PackedPassage[] = []
  let used = 0
  passages.forEach((passage, index) => {
    const { chunkId, duplicateOf } = passage
    if (duplicateOf !== null) left.push({ chunkId, reason: 'duplicate', of: duplicateOf })
    else if (isWeak(passage) && limits.weak !== true) left.push({ chunkId, reason: 'weak' })
    else if (isLow(passage, passages[0])) left.push({ chunkId, reason: 'low' })
    else if (used >= limits.amount) left.push({ chunkId, reason: 'rank', rank: index + 1 })
    else {
      const next = withPassage(packed, passage, limits)
      if (next === undefined) {
        const room = limits.budget - tokensOf(packed)
        const needed = tokensOf(merged(packed, whole(passage, limits), limits)) - tokensOf(packed)
        left.push({ chunkId, reason: 'room', left: room, needed })
      } else {
        packed = next
        used++
      }
    }
  })
  return { passages: inReadingOrder(packed), left, tokens: tokensOf(packed) }
}

/** A language model gets those that lack only the words that no document has; Guide quotes none of them (decision 105). */
const isWeak = ({ why, lacksWords }: Passage): boolean => why.weak && !lacksWords

const isLow = ({ score, mediaId }: Passage, best: Passage | undefined): boolean =>
  best !== undefined && score < best.score * (mediaId === best.mediaId ? SHARES.own : SHARES.other)

const tokensOf = (packed: readonly PackedPassage[]) => packed.reduce((sum, { tokens }) => sum + tokens, 0)

function whole(passage: Passage, { count }: PackingLimits): PackedPassage {
  const { chunkId, mediaId, from, to, text } = passage
  const head = tableHead(passage)
  const tokens = count(withHead(head, text))
  return { mediaId, chunkIds: [chunkId], from, to, text, head, tokens, cut: false }
}

/** Adds a passage, or its best sentences. Returns undefined if nothing fits. */
function withPassage(
  packed: readonly PackedPassage[],
  passage: Passage,
  limits: PackingLimits,
): readonly PackedPassage[] | undefined {
  const one = whole(passage, limits)
  const all = merged(packed, one, limits)
  if (tokensOf(all) <= limits.budget) return all
  const room = limits.budget - tokensOf(packed)
  const longest = passage.marks === null ? one.head : longestHeads(passage.marks)
  const run = bestRun(
    passage.text,
    passage.why.spans,
    (text) => limits.count(withHead(longest, text)) <= room,
  )
  if (run === undefined) return undefined
  const text = passage.text.slice(run.from, run.to)
  const head = headOfPart(passage, one.head, run)
  const place = { from: passage.from + run.from, to: passage.from + run.to }
  const part = { ...one, ...place, text, head, tokens: limits.count(withHead(head, text)), cut: true }
  const some = merged(packed, part, limits)
  return tokensOf(some) <= limits.budget ? some : undefined
}

/** Returns the head of a part of a passage. */
function headOfPart({ text, marks }: Passage, head: string, part: Span): string {
  if (marks !== null) return headsWithin(marks, part, text.slice(part.from, part.to))
  // A blank line ends the table with which the text begins.
  return text.lastIndexOf('\n\n', part.from) === -1 ? head : ''
}

/** Joins a passage with the touching ones of its document, at the rank of the best of them. */
function merged(
  packed: readonly PackedPassage[],
  passage: PackedPassage,
  { count }: PackingLimits,
): readonly PackedPassage[] {
  const touching = packed.filter((other) => touches(other, passage))
  const [best] = touching
  if (best === undefined) return [...packed, passage]
  const parts = [...touching, passage].sort((a, b) => a.from - b.from)
  const joined = parts.reduce(joinedText)
  const one: PackedPassage = {
    ...joined,
    chunkIds: [...touching, passage].flatMap(({ chunkIds }) => chunkIds),
    tokens: count(withHead(joined.head, joined.text)),
    cut: [...touching, passage].some(({ cut }) => cut),
  }
  return packed.flatMap((other) => (other === best ? [one] : touching.includes(other) ? [] : [other]))
}

const touches = (one: PackedPassage, other: PackedPassage) =>
  one.mediaId === other.mediaId && one.from <= other.to && other.from <= one.to

/** Joins two texts; their overlap appears once. */
function joinedText(first: PackedPassage, next: PackedPassage): PackedPassage {
  if (next.to <= first.to) return first
  return { ...first, to: next.to, text: first.text + next.text.slice(first.to - next.from) }
}

function inReadingOrder(packed: readonly PackedPassage[]): PackedPassage[] {
  const documents = new Map<number, PackedPassage[]>()
  for (const passage of packed) {
    const others = documents.get(passage.mediaId)
    if (others === undefined) documents.set(passage.mediaId, [passage])
    else others.push(passage)
  }
  return [...documents.values()].flatMap((all) => all.sort((a, b) => a.from - b.from))
}
