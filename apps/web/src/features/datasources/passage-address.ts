interface Passage {
  from: number
  to: number
  /** The page to open in the original. */
  page?: number | null
  /** Its best sentence, as a place in its text. */
  sentence?: { from: number; to: number } | null
}

/** Returns the address of a document, at a passage of its text; answers link to it, too. */
export function addressOfPassage(
  datasourceId: number,
  mediaId: number,
  { from, to, page, sentence }: Passage,
): string {
  const query = new URLSearchParams({ from: `${from}`, to: `${to}` })
  if (typeof page === 'number') query.set('page', `${page}`)
  if (sentence) query.set('at', `${from + sentence.from}-${from + sentence.to}`)
  return `/datasources/${datasourceId}/media/${mediaId}?${query.toString()}`
}
