// Builds the response form of found passages. Pure.
import type { Passage } from '@polylogue/contract'
import { tableHead } from '@polylogue/retrieval'
import { citedIn, hasRecognized, placeIn, type CitedPlace } from './cited.ts'
import type { FoundPassage } from './found.ts'
import type { ChunkRow } from './store.ts'

export function whyOf({ why, duplicateOf }: Pick<FoundPassage, 'why' | 'duplicateOf'>): Passage['why'] {
  const { spans, terms, ...rest } = why
  return {
    ...rest,
    duplicateOf,
    spans: [...spans],
    terms: terms.map(({ as, ...term }) => ({ ...term, as: [...as] })),
  }
}

/** A passage of which no word was found is cited at its beginning. */
export function placeOf(
  chunk: ChunkRow,
  { page, heading, sentence }: CitedPlace = { sentence: null, ...placeIn(chunk, 0) },
): Omit<Passage, 'score' | 'why'> {
  const { id: chunkId, mediaId, title, text, from, to, note } = chunk
  const head = tableHead(chunk)
  const recognized = hasRecognized(chunk)
  return { chunkId, mediaId, title, head, text, page, heading, sentence, from, to, note, recognized }
}

export const toPassage = (hit: FoundPassage): Passage => ({
  ...placeOf(hit, citedIn(hit)),
  score: hit.score,
  why: whyOf(hit),
})
