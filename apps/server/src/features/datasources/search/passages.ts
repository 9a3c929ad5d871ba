// Builds the response form of found passages. Pure.
import type { Passage } from '@polylogue/contract'
import { tableHead } from '@polylogue/retrieval'
import { citedIn, hasRecognized, placeIn, type Cited } from './cited.ts'
import type { Hit } from './found.ts'
import type { ChunkRow } from './store.ts'

export function whyOf({ why, duplicateOf }: Pick<Hit, 'why' | 'duplicateOf'>): Passage['why'] {
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
  { page, heading, sentence }: Cited = { sentence: null, ...placeIn(chunk, 0) },
): Omit<Passage, 'score' | 'why'> {
  const { id: chunkId, mediaId, title, text, from, to, note } = chunk
  const head = tableHead(chunk)
  const recognized = hasRecognized(chunk)
  return { chunkId, mediaId, title, head, text, page, heading, sentence, from, to, note, recognized }
}

export const toPassage = (hit: Hit): Passage => ({
  ...placeOf(hit, citedIn(hit)),
  score: hit.score,
  why: whyOf(hit),
})
