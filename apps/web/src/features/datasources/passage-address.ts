import type { Passage } from '@polylogue/contract'

/** The place of a passage; with its page in the original and its best sentence, where they are known. */
type PassagePlace = Pick<Passage, 'from' | 'to'> & Partial<Pick<Passage, 'page' | 'sentence'>>

/** Returns the address of a document, at a passage of its text; answers link to it, too. */
export function addressOfPassage(
  datasourceId: number,
  mediaId: number,
  { from, to, page, sentence }: PassagePlace,
): string {
  const query = new URLSearchParams({ from: `${from}`, to: `${to}` })
  if (typeof page === 'number') query.set('page', `${page}`)
  if (sentence) query.set('at', `${from + sentence.from}-${from + sentence.to}`)
  return `/datasources/${datasourceId}/media/${mediaId}?${query.toString()}`
}
