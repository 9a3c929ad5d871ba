// Where the best sentence of a passage stands: its place in the text, its page and its heading. Pure.
import {
  bestSentence,
  pagesOf,
  placeAt,
  type PackedPassage,
  type Place,
  type Span,
  type TellingSpan,
} from '@polylogue/retrieval'
import type { FoundPassage } from './found.ts'
import type { ChunkRow } from './store.ts'

/** Points of a word of which only letters were found, as a share of the points of the best word. */
const LEAST = 0.05

type MatchedChunk = Pick<FoundPassage, keyof ChunkRow | 'why'>

/** Returns the matched words of a passage with their points. */
function tellingSpans({ text, why }: MatchedChunk): TellingSpan[] {
  const forms = new Map(why.terms.flatMap((term) => term.as.map((form) => [form, term] as const)))
  const least = LEAST * Math.max(1, ...why.terms.map(({ points }) => points))
  return why.spans.map((span) => {
    const form = text.slice(span.from, span.to)
    const term = forms.get(form)
    return { ...span, word: term?.word ?? form, weight: (term?.points ?? 0) + least }
  })
}

export interface CitedPlace extends Place {
  /** The sentence, in offsets of the text; null if no word of the question was found in it. */
  readonly sentence: Span | null
  /** Whether text recognition read it. */
  readonly recognized: boolean
}

/** A sentence can begin on the page before or end on the next one; both are null without pages. */
export interface CitedPages {
  readonly firstPage: number | null
  readonly lastPage: number | null
}

/** Returns the place of the best sentence of one found passage, or that of its beginning. */
export function citedIn(hit: MatchedChunk): CitedPlace {
  const sentence = bestSentence(hit.text, tellingSpans(hit)) ?? null
  return { sentence, ...placeIn(hit, sentence?.from ?? 0) }
}

/** Returns page and heading of an offset of a chunk's text, and whether text recognition read it. */
export function placeIn(chunk: ChunkRow, offset: number): Place & { recognized: boolean } {
  const place = placeAt(chunk, offset)
  return { ...place, recognized: isRecognized(chunk, place.page) || isInPicture(chunk, offset) }
}

/** Returns whether text recognition read a part of a chunk. */
export const hasRecognized = (chunk: ChunkRow): boolean => {
  if (chunk.hasRecognizedPictures) return true
  const pages = pagesOf(chunk)
  return pages.length === 0 ? isRecognized(chunk, null) : pages.some((page) => isRecognized(chunk, page))
}

/** Of a document without pages, all of it counts. */
const isRecognized = ({ recognizedPages }: ChunkRow, page: number | null): boolean =>
  recognizedPages !== null && (page === null || recognizedPages.includes(page))

/** Text that was recognised in a picture is a block with its mark. */
const PICTURE = '🖼'

function isInPicture({ text, hasRecognizedPictures }: ChunkRow, offset: number): boolean {
  if (!hasRecognizedPictures) return false
  const end = text.indexOf('\n\n', offset)
  return text.slice(text.lastIndexOf('\n\n', offset) + 1, end === -1 ? undefined : end).includes(PICTURE)
}

/** Returns the place of the best sentence of a passage that consists of several, or of a part of one, and its pages. */
export function citedInAll(
  { from, to, text }: Pick<PackedPassage, 'from' | 'to' | 'text'>,
  hits: readonly MatchedChunk[],
): CitedPlace & CitedPages {
  const spans = hits.flatMap((hit) =>
    tellingSpans(hit).map((span) => ({
      ...span,
      from: span.from + hit.from - from,
      to: span.to + hit.from - from,
    })),
  )
  const within = spans.filter((span) => span.from >= 0 && span.to <= to - from)
  const sentence = bestSentence(text, within) ?? null
  // The overlap of two chunks has the same place in both.
  const placeOf = (at: number) => {
    const chunk = hits.find((one) => from + at >= one.from && from + at < one.to) ?? hits[0]
    return chunk
      ? placeIn(chunk, Math.max(0, from + at - chunk.from))
      : { page: null, heading: '', recognized: false }
  }
  const place = placeOf(sentence?.from ?? 0)
  const pages = { firstPage: place.page, lastPage: place.page }
  if (sentence === null || place.page === null) return { sentence, ...place, ...pages }
  const [before, after] = [sentence.from - BREAK.length, sentence.to + BREAK.length]
  if (goesOn(text, sentence.to) && placeOf(after).page === place.page + 1) pages.lastPage = place.page + 1
  if (goesOn(text, before) && placeOf(before - 1).page === place.page - 1) pages.firstPage = place.page - 1
  return { sentence, ...place, ...pages }
}

const BREAK = '\n\n'
/** The end of a sentence, a row or a heading that is no part of the next block. */
const ENDED = /[.!?…:;|)\]"“”»]\s*$/

/** Returns whether a sentence goes on after the block that ends at an offset, as at the end of a page. */
function goesOn(text: string, end: number): boolean {
  if (end <= 0 || !text.startsWith(BREAK, end)) return false
  return (
    !ENDED.test(text.slice(Math.max(0, end - 40), end)) && /^\p{Ll}/u.test(text.slice(end + BREAK.length))
  )
}
