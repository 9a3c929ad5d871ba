// The passages that an answer gets of those that a search found.
import type { Passage } from '@polylogue/contract'
import { pack } from '@polylogue/retrieval'

/** Returns the passages of an answer with room for all. */
export function packedFor(passages: readonly Passage[], amount: number): Passage[] {
  const packable = passages.map((passage) => {
    const { duplicateOf } = passage.why
    return { ...passage, context: '', duplicateOf, lacksWords: false, marks: null }
  })
  const { passages: packed } = pack(packable, { amount, budget: Infinity, count: () => 0 })
  const used = new Set(packed.flatMap(({ chunkIds }) => chunkIds))
  return passages.filter(({ chunkId }) => used.has(chunkId))
}

/** Returns whether the best sentence of a passage has a part of a quote, which may have other white space. */
export function overlapsWith({ text, sentence }: Passage, quote: string): boolean {
  if (sentence === null) return false
  const plain = (part: string) => part.replace(/\s+/g, ' ')
  const from = plain(text.slice(0, sentence.from)).length
  const to = plain(text.slice(0, sentence.to)).length
  const at = plain(text).indexOf(plain(quote))
  return at >= 0 && from < at + plain(quote).length && to > at
}
