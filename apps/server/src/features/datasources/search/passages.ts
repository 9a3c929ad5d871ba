// Builds the response form of found passages. Pure.
import type { FoundPassage } from '@polylogue/contract'
import type { Hit } from './found.ts'
import type { ChunkRow } from './store.ts'

export function whyOf({ why, duplicateOf }: Pick<Hit, 'why' | 'duplicateOf'>): FoundPassage['why'] {
  const { spans, terms, ...rest } = why
  return {
    ...rest,
    duplicateOf,
    spans: [...spans],
    terms: terms.map(({ as, ...term }) => ({ ...term, as: [...as] })),
  }
}

export function placeOf(chunk: ChunkRow): Omit<FoundPassage, 'score' | 'why'> {
  const { id: chunkId, mediaId, title, text, page, heading, from, to, note, recognized } = chunk
  return { chunkId, mediaId, title, text, page, heading, from, to, note, recognized }
}

export const toPassage = (hit: Hit): FoundPassage => ({
  ...placeOf(hit.chunk),
  score: hit.score,
  why: whyOf(hit),
})
