// Builds the response form of found passages. Pure.
import type { FoundPassage } from '@polylogue/contract'
import { tableHead } from '../retrieval/index.ts'
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
  const head = tableHead(chunk)
  return { chunkId, mediaId, title, head, text, page, heading, from, to, note, recognized }
}

export const toPassage = (hit: Hit): FoundPassage => ({
  ...placeOf(hit.chunk),
  score: hit.score,
  why: whyOf(hit),
})
